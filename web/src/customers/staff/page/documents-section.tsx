import type { CustomerDocument } from '@portico/contract/staff/customers/customers'
import { publishedKinds } from '@portico/contract/staff/published'
import { seesRecords } from '@portico/contract/staff-roles'
import { Link } from '@tanstack/react-router'
import { ClipboardCheck, FilePlus2, FileText, PenLine, ReceiptText } from 'lucide-react'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { euro, numericDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import type { OpenCustomer } from '../data.ts'
import { useMoments } from '../use-moments.ts'

const icons = {
  invoice: ReceiptText,
  estimate: FilePlus2,
  report: ClipboardCheck,
  document: FileText,
  signing: PenLine,
}

const useColumns = (contact: number, timeZone: string): PlainColumn<CustomerDocument>[] => {
  const me = useMe()
  const leadsOn = (kind: CustomerDocument['kind']) =>
    kind === 'signing' ? isOffice(me) : seesRecords(me, ...publishedKinds)
  const { t } = useText()
  const { locale } = useStaffFormat()
  const { since } = useMoments()
  return [
    {
      id: 'name',
      title: t('staffCustomers.document.name'),
      cell: ({ kind, name, id }) => {
        const Icon = icons[kind]
        const text = t(`staffCustomers.document.kind.${kind}`, { name })
        return (
          <span className="kind">
            <span className="file-icon" data-kind={kind === 'estimate' ? 'pdf' : 'doc'} aria-hidden="true">
              <Icon className="icon" />
            </span>
            {!leadsOn(kind) ? (
              text
            ) : kind === 'signing' ? (
              <Link to="/publish/signatures" search={{ open: id }}>
                {text}
              </Link>
            ) : (
              <Link to="/publish/published" search={{ contact, open: `${kind}-${id}` }}>
                {text}
              </Link>
            )}
          </span>
        )
      },
    },
    {
      id: 'date',
      title: t('staffCustomers.document.date'),
      kind: 'date',
      cell: ({ date }) => numericDay(date, { timeZone }),
    },
    {
      id: 'total',
      title: t('staffCustomers.document.total'),
      kind: 'num',
      isEmpty: ({ total, status }) => total === null && status === null,
      cell: ({ total, status }) => (
        <>
          {total !== null && euro(total, { locale })}
          {status !== null && <span className="quiet">{t(`staffCustomers.document.status.${status}`)}</span>}
        </>
      ),
    },
    {
      id: 'opened',
      title: t('staffCustomers.document.opened'),
      kind: 'date',
      cell: ({ openedOn }) => (openedOn === null ? t('staffCustomers.document.notYet') : since(openedOn)),
    },
  ]
}

/** The newest documents of a customer. */
export const DocumentsSection = ({ customer: { id, documents, timeZone } }: { customer: OpenCustomer }) => {
  const { t } = useText()
  const me = useMe()
  const columns = useColumns(id, timeZone)
  return (
    <section className="record-section" aria-labelledby="documents-title">
      <div className="section-head">
        <h2 id="documents-title">{t('staffCustomers.page.documents')}</h2>
        {seesRecords(me, ...publishedKinds) && (
          <span className="section-links">
            {documents.length > 0 && (
              <Link to="/publish/published" search={{ contact: id }}>
                {t('staffCustomers.page.allDocuments')}
              </Link>
            )}
            {isOffice(me) && <Link to="/publish">{t('staffCustomers.page.publish')}</Link>}
          </span>
        )}
      </div>
      {documents.length === 0 ? (
        <p className="quiet">{t('staffCustomers.page.noDocuments')}</p>
      ) : (
        <PlainTable
          labelledBy="documents-title"
          columns={columns}
          rows={documents}
          keyOf={({ kind, id }) => `${kind}-${id}`}
        />
      )}
    </section>
  )
}
