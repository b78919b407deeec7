import type { TicketListed } from '@portico/contract/tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { isViewing } from '../../api/viewing-tab.ts'
import { sortOf, sortText } from '../../list/list-params.ts'
import { ListStates, morePages } from '../../list/list-states.tsx'
import { useFormat } from '../../session/use-format.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Sort } from '../../ui/table/table-column.ts'
import { type TicketScope, ticketList } from '../data.ts'
import { statusKind } from '../rules.ts'
import { defaultSort, type TicketFilter, type TicketSort, ticketQuery } from '../ticket-filter.ts'
import { ticketColumns } from './ticket-columns.tsx'
import { TicketEmpty } from './ticket-empty.tsx'
import { TicketFilterBar } from './ticket-filter-bar.tsx'
import { TicketFoot } from './ticket-foot.tsx'
import { type ChangeFilter, useUnknownColleagues } from './use-unknown-colleagues.ts'

const rowAttributes = (row: TicketListed) => ({
  className: 'ticket-row',
  'data-status': statusKind(row),
  'data-unread': row.unreadComments > 0 ? '' : undefined,
})
const keyOf = (row: TicketListed) => row.id

type TicketListProps = {
  scope: TicketScope
  title: string
  filter: TicketFilter
  onFilter: ChangeFilter
}

/** A ticket list: title and count, filters, table, footer. */
export const TicketList = ({ scope, title, filter, onFilter }: TicketListProps) => {
  const { t } = useText()
  const here = useHere()
  const { contact } = useEntered()
  const format = useFormat()
  const query = useInfiniteQuery(ticketList(here, scope, ticketQuery(filter, contact.viewContactWiki)))
  const { data, error, isPlaceholderData } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  const total = data?.pages[0]?.total
  const mayOpen = contact.manageTickets
  const columns = useMemo(
    () => ticketColumns({ t, format, here, scope, filter, mayOpen }),
    [t, format, here, scope, filter, mayOpen],
  )
  const sortBy = useCallback(
    (sort: Sort) => onFilter({ ...filter, sort: sortText(sort) as TicketSort }),
    [filter, onFilter],
  )
  const dropping = useUnknownColleagues(filter, onFilter, error)
  return (
    <>
      <div className="page-head">
        <div className="page-title-block">
          <h1 className="page-title">
            {title} {total !== undefined && <span className="page-count">{total}</span>}
          </h1>
          {!mayOpen && <p className="page-sub">{t('tickets.list.notOpened')}</p>}
        </div>
        {mayOpen && (
          <div className="page-actions">
            <Link
              className={buttonClass({ tone: 'primary', className: 'fab' })}
              to="/$company/$contactid/tickets/new"
              params={here}
              state={{ ticketList: { scope, filter } }}
              disabled={isViewing}
            >
              <Plus className="icon" aria-hidden="true" />
              {t('tickets.list.newTicket')}
            </Link>
          </div>
        )}
      </div>
      <TicketFilterBar scope={scope} filter={filter} onFilter={onFilter} />
      <ListStates
        query={query}
        rows={rows}
        stale={isPlaceholderData}
        failed={t('tickets.list.failed')}
        retrying={dropping}
        empty={
          <TicketEmpty
            here={here}
            scope={scope}
            companyName={contact.companyName}
            mayRaise={mayOpen}
            filter={filter}
            onFilter={onFilter}
          />
        }
      >
        <div className="ticket-table" aria-busy={isPlaceholderData || undefined}>
          <DataTable
            caption={title}
            className="ticket-list"
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            rowAttributes={rowAttributes}
            sort={sortOf(filter.sort ?? defaultSort)}
            onSort={sortBy}
            loadingLabel={t('tickets.list.loading')}
            more={{
              ...morePages(query),
              labels: {
                loading: t('tickets.list.more.loading'),
                failed: t('tickets.list.more.failed'),
                retry: t('words.retry'),
              },
            }}
          />
          {rows && <TicketFoot shown={rows.length} total={total ?? rows.length} filter={filter} onFilter={onFilter} />}
        </div>
      </ListStates>
    </>
  )
}
