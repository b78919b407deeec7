import type { CustomerDocument } from '@portico/contract/staff/customers'
import { ClipboardCheck, FilePlus2, FileText, PenLine, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { euro } from '../../../text/format.ts'
import type { OpenCustomer } from '../data.ts'

const icons = {
  invoice: ReceiptText,
  estimate: FilePlus2,
  report: ClipboardCheck,
  document: FileText,
  signing: PenLine,
}

const useColumns = (): PlainColumn<CustomerDocument>[] => {
  const { t } = useTranslation()
  const { locale, numericDay } = useStaffFormat()
  return [
    {
      id: 'name',
      title: t('staffCustomers.document.name'),
      cell: ({ kind, name }) => {
        const Icon = icons[kind]
        return (
          <span className="kind">
            <span className="file-icon" data-kind={kind === 'estimate' ? 'pdf' : 'doc'} aria-hidden="true">
              <Icon className="icon" />
            </span>
            {t(`staffCustomers.document.kind.${kind}`, { name })}
          </span>
        )
      },
    },
    {
      id: 'date',
      title: t('staffCustomers.document.date'),
      kind: 'date',
      cell: ({ date }) => numericDay(date),
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
  ]
}

/** The newest documents of a customer. */
export const DocumentsSection = ({ customer: { documents } }: { customer: OpenCustomer }) => {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <section className="record-section" aria-labelledby="documents-title">
      <div className="section-head">
        <h2 id="documents-title">{t('staffCustomers.page.documents')}</h2>
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
