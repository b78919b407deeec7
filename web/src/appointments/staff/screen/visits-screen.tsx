import type { TicketToPlan, VisitBoard } from '@portico/contract/staff/planning/visits'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { useNow } from '../../../staff/parts/use-now.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { staffTicket } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { BoardHead } from '../board/board-head.tsx'
import { PhoneList } from '../board/phone-list.tsx'
import { Planner } from '../board/planner.tsx'
import { firstFree, keyOf, onDay, type Target } from '../board/rules.ts'
import { useToPlan } from '../board/to-plan.tsx'
import { useBoardWords } from '../board/use-board-words.ts'
import { useMove } from '../board/use-move.ts'
import { useNarrow } from '../board/use-narrow.ts'
import { board as boardOf } from '../data.ts'
import { BookingDialog } from '../form/booking-dialog.tsx'
import { PlanDialog } from '../form/plan-dialog.tsx'
import { VisitDialog } from '../form/visit-dialog.tsx'
import type { PlannedFor } from '../form/visit-values.ts'
import { localOf } from '../frame/zone.ts'
import { daysAfter, type VisitsSearch } from '../visits-search.ts'
import '../board/to-plan.css'
import '../board/agenda.css'
import '../board/board.css'

type Planning = { ticket: PlannedFor | null; portal: string | undefined; target: Target }

const emptyBoard = { timeZone: 'Europe/Rome' }

/** The next day that is neither Saturday nor Sunday. */
const workdayAfter = (day: string): string => {
  const next = daysAfter(day, 1)
  return [0, 6].includes(new Date(`${next}T00:00:00Z`).getUTCDay()) ? workdayAfter(next) : next
}

const Skeleton = () => (
  <div className="planner" aria-busy="true">
    <div className="to-plan">
      <div className="to-plan-wait">
        {['80%', '64%', '72%'].map(width => (
          <span key={width} className="skeleton" style={{ '--w': width }} />
        ))}
      </div>
    </div>
    <div className="board-frame" />
  </div>
)

/** Who is where: the board of visits with what is to be planned, on a phone a list of the day. */
export const VisitsScreen = () => {
  const { t } = useText()
  const navigate = useNavigate({ from: '/visits' })
  const search = useSearch({ from: '/signed-in/visits' })
  const isNarrow = useNarrow()
  const now = useNow()
  const view = search.view === 'week' && !isNarrow ? 'week' : 'day'
  const shownSearch: VisitsSearch = view === 'day' ? { ...search, view: undefined } : search
  const query = useQuery(boardOf(shownSearch))
  const { data } = query
  const words = useBoardWords(data?.timeZone ?? emptyBoard.timeZone)
  const toPlan = useToPlan(search)
  const [planning, setPlanning] = useState<Planning>()
  const frame = useRef<HTMLElement>(null)
  useStaffScreen('staff-visits', t('staffVisits.title'))

  const change = (changes: { [Name in keyof VisitsSearch]?: VisitsSearch[Name] | undefined }) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace: true, resetScroll: false })
  const show = (key: string) => change({ open: key })
  const onMove = useMove(words, show)
  const close = () => change({ open: undefined })

  const targetFor = (board: VisitBoard, staffId: number | null): Target => {
    const day = board.days.find(({ endsOn }) => Date.parse(endsOn) > now) ?? board.days[0]
    const { entries, timeZone } = board
    if (!day) return { staffId, from: now, to: now + 3_600_000 }
    const free = firstFree(day, entries, { staffId, minutes: 60, after: now, timeZone })
    return { staffId, ...(free.from < now ? onDay(free, workdayAfter(localOf(now, timeZone).day), timeZone) : free) }
  }
  const onPlan = (ticket: TicketToPlan, target?: Target) => {
    if (!data) return
    const isThere = data.technicians.some(({ id }) => id === ticket.assignee?.id)
    setPlanning({
      ticket,
      portal: data.portals.find(({ id }) => id === ticket.portalId)?.webPortalKey,
      target: target ?? targetFor(data, isThere ? (ticket.assignee?.id ?? null) : null),
    })
  }
  const onNew = (target: Target) => setPlanning({ ticket: null, portal: undefined, target })

  // A ticket's own page leads here, with the form open.
  const asked = useQuery({ ...staffTicket(search.plan ?? 0), enabled: search.plan !== undefined })
  const askedFor = search.plan === asked.data?.id ? asked.data : undefined
  const planningOf = (board: VisitBoard): Planning | undefined => {
    if (!askedFor) return planning
    const { contact, raiser, assignee, portal } = askedFor
    const isThere = board.technicians.some(({ id }) => id === assignee?.id)
    return {
      ticket: {
        ...askedFor,
        customer: contact,
        address: contact.address,
        email: raiser?.email ?? contact.email,
      },
      portal: portal.webPortalKey,
      target: targetFor(board, isThere ? (assignee?.id ?? null) : null),
    }
  }
  const shownPlanning = data && planningOf(data)

  // What is open stays so when somebody else has moved it to another day: a form that is being filled in does not vanish.
  const lastOpen = useRef<VisitBoard['entries'][number]>(undefined)
  const listed = data?.entries.find(entry => keyOf(entry) === search.open)
  if (listed) lastOpen.current = listed
  const openEntry = lastOpen.current && keyOf(lastOpen.current) === search.open ? lastOpen.current : undefined
  const visitId = search.open?.startsWith('visit-') ? Number(search.open.slice(6)) : undefined
  // A link to an entry shows where it is, too.
  useEffect(() => {
    if (!search.open) return
    frame.current?.querySelector(`[data-key="${search.open}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [search.open])

  return (
    <main className="staff-main visits" id="main" tabIndex={-1} ref={frame}>
      <BoardHead
        board={data}
        search={search}
        onSearch={change}
        words={words}
        now={now}
        isNarrow={isNarrow}
        onNew={() => data && onNew(targetFor(data, null))}
      />
      {!data ? (
        query.isError ? (
          <RetryPanel
            title={t(failureCode(query.error) === 'not_found' ? 'staffVisits.noPortal' : 'staffVisits.boardFailed')}
            retry={t('words.retry')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <Skeleton />
        )
      ) : data.technicians.length === 0 ? (
        <EmptyState
          icon={<Users className="icon" />}
          title={t('staffVisits.nobodyHere')}
          action={
            (search.group || search.portal) && (
              <Button onClick={() => change({ group: undefined, portal: undefined })}>
                {t('staffVisits.showAll')}
              </Button>
            )
          }
        >
          {t('staffVisits.nobodyHereText')}
        </EmptyState>
      ) : isNarrow ? (
        <PhoneList
          board={data}
          toPlan={toPlan}
          words={words}
          now={now}
          onOpen={entry => show(keyOf(entry))}
          onPlan={ticket => onPlan(ticket)}
        />
      ) : (
        <Planner
          board={data}
          toPlan={toPlan}
          view={data.days.length > 1 ? 'week' : 'day'}
          words={words}
          now={now}
          onOpen={entry => entry.kind !== 'busy' && show(keyOf(entry))}
          onNew={onNew}
          onPlan={onPlan}
          onMove={onMove}
        />
      )}
      {shownPlanning && data && (
        <PlanDialog
          key={shownPlanning.ticket?.id ?? 0}
          board={data}
          {...shownPlanning}
          onShow={show}
          onClose={() => {
            setPlanning(undefined)
            if (search.plan) change({ plan: undefined })
          }}
        />
      )}
      {visitId !== undefined && data && (
        <VisitDialog key={visitId} visitId={visitId} board={data} onShow={show} onClose={close} />
      )}
      {openEntry && visitId === undefined && data && (
        <BookingDialog key={search.open} entry={openEntry} board={data} onShow={show} onClose={close} />
      )}
    </main>
  )
}
