import type { Invoice } from '@portico/contract/invoices'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DocumentPanel } from '../list/document-panel.tsx'
import { DownloadLink } from '../list/download-link.tsx'
import { fileNameOf } from '../list/file-address.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import type { Column } from '../ui/table/table-column.ts'
import { invoiceList } from './data.ts'

const useColumns = () => {
  const { t } = useText()
  const format = useFormat()
  return useMemo<Column<Invoice>[]>(
    () => [
      {
        id: 'documentNumber',
        header: t('invoices.number'),
        cell: row => <RowLink id={row.id}>{row.documentNumber}</RowLink>,
        sort: 'descending',
        card: 'title',
      },
      {
        id: 'invoiceDate',
        header: t('invoices.date'),
        cell: row => format.numericDay(row.invoiceDate),
        sort: 'descending',
        className: 'cell-date',
        card: 'start',
      },
      {
        id: 'total',
        header: t('invoices.total'),
        cell: row => <b>{format.euro(row.total)}</b>,
        sort: 'descending',
        className: 'cell-num',
        card: 'end',
      },
      {
        id: 'download',
        header: <span className="sr-only">{t('lists.actions')}</span>,
        cell: row => (
          <DownloadLink
            url={row.invoiceDocumentUrl}
            label={t('lists.file.downloadNamed', { name: t('invoices.one', { number: row.documentNumber }) })}
          />
        ),
        className: 'cell-actions',
        card: 'action',
      },
    ],
    [t, format],
  )
}

/** The format of an original by its extension: `XML`, `P7M`. */
const formatOf = (url: string) => fileNameOf(url).split('.').at(-1)?.toUpperCase()

/** The screen of the contact's invoices: search, dates, total, and the document of each. */
export const InvoiceListScreen = () => {
  const { t } = useText()
  const format = useFormat()
  const title = t('shell.menu.invoices')
  useScreen('invoices', title)
  const list = useList(useSearch({ from: '/$company/$contactid/invoices' }), invoiceList, '-invoiceDate')
  return (
    <ListScreen
      title={title}
      list={list}
      columns={useColumns()}
      search={t('invoices.search')}
      dates={t('invoices.date')}
      sum={list.amount === undefined ? undefined : format.euro(list.amount)}
      empty={t('invoices.empty')}
      failed={t('invoices.failed')}
      panel={row => (
        <DocumentPanel
          list={list}
          title={t('invoices.one', { number: row.documentNumber })}
          sub={`${format.numericDay(row.invoiceDate)}, ${format.euro(row.total)}`}
          url={row.invoiceDocumentUrl}
          replacedOn={row.replacedOn}
          original={
            row.originalDocumentUrl === null
              ? undefined
              : {
                  url: row.originalDocumentUrl,
                  label: t('invoices.original', { format: formatOf(row.originalDocumentUrl) }),
                }
          }
        />
      )}
    />
  )
}
