import type { Estimate } from '@portico/contract/estimates'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DocumentPanel } from '../list/document-panel.tsx'
import { DownloadLink } from '../list/download-link.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import type { Column } from '../ui/table/table-column.ts'
import { estimateList } from './data.ts'

const useNumber = () => {
  const { t } = useText()
  return useMemo(
    () => (row: Estimate) => (
      <>
        {row.estimateNumber}
        {row.revisionNumber > 0 && (
          <span className="cell-none"> {t('estimates.revision', { revision: row.revisionNumber })}</span>
        )}
      </>
    ),
    [t],
  )
}

const useColumns = () => {
  const { t } = useText()
  const format = useFormat()
  const number = useNumber()
  return useMemo<Column<Estimate>[]>(
    () => [
      {
        id: 'estimateName',
        header: t('estimates.name'),
        cell: row => <RowLink id={row.id}>{row.estimateName}</RowLink>,
        sort: 'ascending',
        card: 'title',
      },
      {
        id: 'estimateNumber',
        header: t('estimates.number'),
        cell: number,
        sort: 'descending',
        className: 'cell-date',
        card: 'start',
      },
      {
        id: 'estimateCreationDate',
        header: t('estimates.date'),
        cell: row => format.numericDay(row.estimateCreationDate),
        sort: 'descending',
        className: 'cell-date',
        prio: 2,
        card: 'meta',
      },
      {
        id: 'total',
        header: t('estimates.total'),
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
            url={row.estimateDocumentUrl}
            label={t('lists.file.downloadNamed', { name: row.estimateNumber })}
          />
        ),
        className: 'cell-actions',
        card: 'action',
      },
    ],
    [t, format, number],
  )
}

/** The screen of the contact's estimates, each in its last revision. */
export const EstimateListScreen = () => {
  const { t } = useText()
  const format = useFormat()
  const number = useNumber()
  const title = t('shell.menu.estimates')
  useScreen('estimates', title)
  const list = useList(useSearch({ from: '/$company/$contactid/estimates' }), estimateList, '-estimateCreationDate')
  return (
    <ListScreen
      title={title}
      list={list}
      columns={useColumns()}
      search={t('estimates.search')}
      dates={t('estimates.date')}
      sum={list.amount === undefined ? undefined : format.euro(list.amount)}
      empty={t('estimates.empty')}
      failed={t('estimates.failed')}
      panel={row => (
        <DocumentPanel
          list={list}
          title={row.estimateName}
          sub={
            <>
              {number(row)}, {format.numericDay(row.estimateCreationDate)}, {format.euro(row.total)}
            </>
          }
          url={row.estimateDocumentUrl}
          replacedOn={row.replacedOn}
        />
      )}
    />
  )
}
