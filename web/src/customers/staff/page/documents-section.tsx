import type { CustomerDocument } from '@portico/contract/staff/customers'
import { ClipboardCheck, FilePlus2, FileText, PenLine, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
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

const Document = ({ document }: { document: CustomerDocument }) => {
  const { t } = useTranslation()
  const { locale, numericDay } = useStaffFormat()
  const { kind, name, date, total, status } = document
  const Icon = icons[kind]
  return (
    <tr>
      <th scope="row">
        <span className="kind">
          <span className="file-icon" data-kind={kind === 'estimate' ? 'pdf' : 'doc'} aria-hidden="true">
            <Icon className="icon" />
          </span>
          {t(`staffCustomers.document.kind.${kind}`, { name })}
        </span>
      </th>
      <td className="cell-date">{numericDay(date)}</td>
      <td className="cell-num">
        {total !== null && euro(total, { locale })}
        {status !== null && <span className="quiet">{t(`staffCustomers.document.status.${status}`)}</span>}
      </td>
    </tr>
  )
}

/** The newest documents of a customer. */
export const DocumentsSection = ({ customer: { documents } }: { customer: OpenCustomer }) => {
  const { t } = useTranslation()
  return (
    <section className="record-section" aria-labelledby="documents-title">
      <div className="section-head">
        <h2 id="documents-title">{t('staffCustomers.page.documents')}</h2>
      </div>
      {documents.length === 0 ? (
        <p className="quiet">{t('staffCustomers.page.noDocuments')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled with the keys
        <section className="table-scroll" aria-labelledby="documents-title" tabIndex={0}>
          <table className="plain-table plain-table--narrow">
            <thead>
              <tr>
                <th scope="col">{t('staffCustomers.document.name')}</th>
                <th scope="col">{t('staffCustomers.document.date')}</th>
                <th scope="col" className="cell-num">
                  {t('staffCustomers.document.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {documents.map(document => (
                <Document key={`${document.kind}-${document.id}`} document={document} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
