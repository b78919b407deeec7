import type { ActivityReport } from '@portico/contract/reports'
import { Link, useSearch } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useMemo } from 'react'
import { DocumentPanel } from '../list/document-panel.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { RowLink } from '../list/row-link.tsx'
import { useList } from '../list/use-list.ts'
import type { Here } from '../session/addresses.ts'
import { useFormat } from '../session/use-format.ts'
import { useEntered, useHere } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import type { Column } from '../ui/table/table-column.ts'
import { AssetFilter } from '../wiki/asset-picker.tsx'
import { reportList } from './data.ts'

type TicketLinkProps = { here: Here; report: ActivityReport }

/** The link to the report's ticket, if the reader may see it. */
const TicketLink = ({ here, report: { taskId, taskName, ticketNumber } }: TicketLinkProps) => {
  if (taskId === null) return null
  return (
    <Link className="tag" to="/$company/$contactid/tickets/$ticketid" params={{ ...here, ticketid: taskId }}>
      <Ticket className="icon" aria-hidden="true" />
      <span title={taskName ?? undefined}>
        #{ticketNumber} <span className="sr-only">{taskName}</span>
      </span>
    </Link>
  )
}

const useColumns = (here: Here) => {
  const { t } = useText()
  const format = useFormat()
  return useMemo<Column<ActivityReport>[]>(
    () => [
      {
        id: 'name',
        header: t('reports.name'),
        cell: row => <RowLink id={row.id}>{row.name}</RowLink>,
        sort: 'ascending',
        card: 'title',
      },
      {
        id: 'dateTime',
        header: t('reports.date'),
        cell: row => (
          <>
            {format.numericDay(row.dateTime)} <span className="cell-none">{format.clock(row.dateTime)}</span>
          </>
        ),
        sort: 'descending',
        className: 'cell-date cell-fit',
        card: 'start',
      },
      {
        id: 'ticket',
        header: t('reports.ticket'),
        cell: row => <TicketLink here={here} report={row} />,
        className: 'cell-fit cell-link',
        card: 'end',
        isEmpty: row => row.taskId === null,
      },
    ],
    [t, format, here],
  )
}

/** The screen of the contact's activity reports: search, dates, asset, each with its document and a link to its ticket. */
export const ReportListScreen = () => {
  const { t } = useText()
  const format = useFormat()
  const here = useHere()
  const { viewContactWiki } = useEntered().contact
  const title = t('shell.menu.activityreports')
  useScreen('activityreports', title)
  const list = useList(
    useSearch({ from: '/$company/$contactid/activityreports' }),
    (here, filters) => reportList(here, filters, viewContactWiki),
    '-dateTime',
  )
  return (
    <ListScreen
      title={title}
      list={list}
      columns={useColumns(here)}
      search={t('reports.search')}
      dates={t('reports.date')}
      filters={
        viewContactWiki && (
          <AssetFilter
            here={here}
            value={list.search.wikiFilter}
            onChange={wikiFilter => list.filter({ wikiFilter })}
          />
        )
      }
      empty={t('reports.empty')}
      failed={t('reports.failed')}
      panel={row => (
        <DocumentPanel
          list={list}
          title={row.name}
          sub={`${format.numericDay(row.dateTime)}, ${format.clock(row.dateTime)}`}
          url={row.documentUrl}
          replacedOn={row.replacedOn}
        />
      )}
    />
  )
}
