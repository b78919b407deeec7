import type { TicketToPlan, VisitBoard } from '@portico/contract/staff/planning/visits'
import { useQuery } from '@tanstack/react-query'
import { Clock, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { type ToPlanSearch, ticketsToPlan } from '../data.ts'
import type { VisitsSearch } from '../visits-search.ts'
import type { BoardWords } from './use-board-words.ts'

const HOUR = 3_600_000

/** What is to be planned, narrowed by a text and by who looks after it. */
export const useToPlan = (search: VisitsSearch) => {
  const me = useMe()
  const [q, setQ] = useState('')
  const [who, setWho] = useState<ToPlanSearch['who']>('all')
  return { q, setQ, who, setWho, query: useQuery(ticketsToPlan(search, { q, who }, me.staffUserId)) }
}

type ToPlanProps = {
  toPlan: ReturnType<typeof useToPlan>
  portals: VisitBoard['portals']
  words: BoardWords
  now: number
  /** The id of the ticket that is held. */
  heldId: number | undefined
  onOpen: (ticket: TicketToPlan) => void
}

const Due = ({ dueAt, words, now }: { dueAt: string; words: BoardWords; now: number }) => {
  const { t } = useText()
  const left = Date.parse(dueAt) - now
  const level = left < 0 ? 'late' : left < 8 * HOUR ? 'soon' : 'later'
  return (
    <span className="due" data-due={level}>
      <Clock className="icon" aria-hidden="true" />
      {level === 'late' ? t('staffVisits.late') : t('staffVisits.dueBy', { day: words.near(Date.parse(dueAt), now) })}
    </span>
  )
}

/** The tickets that are to be planned, what is due first: dragged to the board, taken by keys, or opened in a form. */
export const ToPlan = ({ toPlan, portals, words, now, heldId, onOpen }: ToPlanProps) => {
  const { t } = useText()
  const me = useMe()
  const { q, setQ, who, setWho, query } = toPlan
  const tickets = query.data?.tickets
  const count = query.data?.count ?? 0
  const portalOf = new Map(portals.map(portal => [portal.id, portal]))
  return (
    <section className="to-plan" aria-labelledby="to-plan-title">
      <h2 id="to-plan-title">
        {t('staffVisits.toPlan.title')} {tickets && <span className="page-count">{count}</span>}
      </h2>
      <div className="to-plan-filters">
        <SearchInput label={t('staffVisits.toPlan.search')} value={q} onSearch={setQ} />
        <SegmentedControl
          label={t('staffVisits.toPlan.who')}
          options={(['all', 'unassigned', 'mine'] as const).map(value => ({
            value,
            text: t(`staffVisits.toPlan.${value}`),
          }))}
          value={who}
          onChange={setWho}
        />
      </div>
      {query.isError && !tickets ? (
        <RetryPanel
          title={t('staffVisits.toPlan.failed')}
          retry={t('words.retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : !tickets ? (
        <div className="to-plan-wait" aria-busy="true">
          {['80%', '64%', '72%'].map(width => (
            <span key={width} className="skeleton" style={{ '--w': width }} />
          ))}
        </div>
      ) : tickets.length === 0 ? (
        <p className="to-plan-none">
          {t(q || who !== 'all' ? 'staffVisits.toPlan.noMatch' : 'staffVisits.toPlan.none')}
        </p>
      ) : (
        <ul>
          {tickets.map(ticket => {
            const { id, title, ticketNumber, customer, portalId, group, assignee, dueAt } = ticket
            const portal = portalOf.get(portalId)
            return (
              <li key={id}>
                <button
                  type="button"
                  className="plan-card"
                  data-ticket={id}
                  data-dragging={heldId === id || undefined}
                  aria-describedby="board-keys"
                  onClick={() => onOpen(ticket)}
                >
                  <GripVertical className="icon" aria-hidden="true" />
                  <b>{title}</b>
                  <small>
                    {portal && me.portals.length > 1 && <PortalMark portal={portal} />}
                    <span className="ellipsis">{customer.companyName}</span>
                  </small>
                  <small>
                    <span className="ellipsis">
                      {[`#${ticketNumber}`, assignee?.displayName ?? group].filter(Boolean).join(', ')}
                    </span>
                    {dueAt && <Due dueAt={dueAt} words={words} now={now} />}
                  </small>
                </button>
              </li>
            )
          })}
          {count > tickets.length && (
            <li className="to-plan-more">{t('staffVisits.toPlan.more', { count: count - tickets.length })}</li>
          )}
        </ul>
      )}
      <p className="to-plan-keys">{t('staffVisits.toPlan.keys')}</p>
    </section>
  )
}
