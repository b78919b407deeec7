import type { StaffTicketListed, StaffTicketView } from '@portico/contract/staff/tickets'
import { CircleCheckBig, Inbox, SearchX } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { firstView, type QueueSearch, queueQuery, setFilters } from '../queue-search.ts'
import { QueueRow } from './queue-row.tsx'
import { useSteadyScroll } from './use-steady-scroll.ts'

/** Rows in the shape of tickets, until those are there. */
export const QueueSkeleton = () => {
  const { t } = useText()
  return (
    <div className="queue-items" role="status">
      <span className="sr-only">{t('staffQueue.loading')}</span>
      {Array.from({ length: 9 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={line} className="queue-item queue-item--waiting" aria-hidden="true">
          {['46%', `${58 + ((line * 17) % 34)}%`, '38%'].map(width => (
            <span key={width} className="skeleton-line">
              <span className="skeleton" style={{ '--w': width }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

const goodNews: ReadonlySet<StaffTicketView> = new Set(['unassigned', 'toAnswer', 'waiting', 'dueToday'])

/** Why the list is empty, and what comes next. */
export const QueueEmpty = ({ search, onClear }: { search: QueueSearch; onClear: () => void }) => {
  const { t } = useText()
  const { view = firstView, q } = queueQuery(search)
  const isFiltered = setFilters(search).length > 0
  const clear = isFiltered && <Button onClick={onClear}>{t('staffQueue.filter.clearAll')}</Button>
  if (q)
    return (
      <EmptyState
        heading="h3"
        role="status"
        icon={<SearchX className="icon" />}
        title={t('staffQueue.search.none')}
        action={clear}
      >
        {t('staffQueue.search.noneText', { q })}
      </EmptyState>
    )
  if (isFiltered)
    return (
      <EmptyState
        heading="h3"
        icon={<SearchX className="icon" />}
        title={t('staffQueue.empty.filtered')}
        action={clear}
      >
        {t('staffQueue.empty.filteredText')}
      </EmptyState>
    )
  const isGood = goodNews.has(view)
  return (
    <EmptyState
      heading="h3"
      icon={isGood ? <CircleCheckBig className="icon" /> : <Inbox className="icon" />}
      tone={isGood ? 'success' : undefined}
      title={t(`staffQueue.empty.${view}`)}
    >
      {t(`staffQueue.empty.${view}Text`)}
    </EmptyState>
  )
}

type QueueListProps = {
  list: RefObject<HTMLUListElement | null>
  rows: readonly StaffTicketListed[]
  openId: number | undefined
  selected: ReadonlySet<number>
  isSelecting: boolean
  isStale: boolean
  isHidden: boolean
  hasPortals: boolean
  now: number
  onSelect: (ticketid: number, isRange: boolean) => void
  more: ReactNode
}

/** The tickets of the queue. A row that goes away while it has the focus hands it to the one that takes its place. */
export const QueueList = ({ list, rows, openId, selected, isSelecting, more, ...rest }: QueueListProps) => {
  const { isStale, isHidden, hasPortals, now, onSelect } = rest
  useSteadyScroll(list, rows, isHidden)
  const focused = useRef<{ id: number; at: number }>(null)
  useLayoutEffect(() => {
    const was = focused.current
    if (!was || document.activeElement !== document.body || rows.some(({ id }) => id === was.id)) return
    const next = rows[Math.min(was.at, rows.length - 1)]
    const link = next && list.current?.querySelector<HTMLElement>(`[data-ticket="${next.id}"] .queue-title`)
    link?.focus()
  }, [rows, list])
  return (
    <ul
      className="queue-items"
      ref={list}
      aria-busy={isStale || undefined}
      data-selecting={isSelecting || undefined}
      onFocus={({ target }) => {
        const id = Number(target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket)
        const at = rows.findIndex(row => row.id === id)
        focused.current = at >= 0 ? { id, at } : null
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !list.current?.contains(relatedTarget)) focused.current = null
      }}
    >
      {rows.map(ticket => (
        <QueueRow
          key={ticket.id}
          ticket={ticket}
          now={now}
          isOpen={ticket.id === openId}
          isSelected={selected.has(ticket.id)}
          hasPortals={hasPortals}
          onSelect={onSelect}
        />
      ))}
      <li className="queue-more">{more}</li>
    </ul>
  )
}
