import type { DayEntry, StaffDay } from '@portico/contract/staff/planning/day'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { dayOf, ticketDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { visitStaff } from '../bookings/data.ts'
import { FinishDialog } from '../finish/finish-dialog.tsx'
import { VisitPage } from '../frame/visit-page.tsx'
import { staffDay } from './data.ts'
import { dayAfter } from './day-search.ts'
import { EntryRow } from './entry-row.tsx'
import './day.css'

const useMinute = () => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The first thing of a day that is not done and not over. */
const nextOf = ({ entries }: StaffDay, now: number) =>
  entries.find(({ kind, status, end }) => kind !== 'absence' && status !== 'done' && Date.parse(end) > now)

/** The day of one technician: where to go, whom to call, and what was done there before. */
export const DayScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const me = useMe()
  const { locale } = useStaffFormat()
  const navigate = useNavigate({ from: '/visits/day' })
  const search = useSearch({ from: '/signed-in/visits/day' })
  const query = useQuery(staffDay(search))
  const isOffice = me.role !== 'technician'
  const staff = useQuery({ ...visitStaff, enabled: isOffice })
  const [finished, setFinished] = useState<DayEntry>()
  const now = useMinute()
  const { data } = query
  useStaffScreen('staff-day', t('staffDay.title'))
  const today = data && dayOf(new Date(now), { timeZone: data.timeZone })
  const go = (day: string | undefined) =>
    void navigate({ search: last => ({ ...last, day: day === today ? undefined : day }), resetScroll: false })
  const next = data && data.day === today ? nextOf(data, now) : undefined
  return (
    <VisitPage title={t('staffDay.title')}>
      <div className="day-nav">
        {data && (
          <>
            <IconButton label={t('staffDay.before')} onClick={() => go(dayAfter(data.day, -1))}>
              <ChevronLeft className="icon" aria-hidden="true" />
            </IconButton>
            <h2 aria-live="polite">
              {ticketDay(`${data.day}T12:00:00Z`, { locale, timeZone: 'UTC' })}
              {data.day === today && <span className="row-chip">{t('staffDay.today')}</span>}
            </h2>
            <IconButton label={t('staffDay.after')} onClick={() => go(dayAfter(data.day, 1))}>
              <ChevronRight className="icon" aria-hidden="true" />
            </IconButton>
            {data.day !== today && (
              <Button size="sm" onClick={() => go(undefined)}>
                {t('staffDay.toToday')}
              </Button>
            )}
          </>
        )}
        {isOffice && staff.data && (
          <Select
            label={t('staffDay.who')}
            look="filter"
            openOn="click"
            options={staff.data.map(({ id, displayName }) => ({ value: id, text: displayName }))}
            value={search.who ?? me.staffUserId}
            onChange={who =>
              void navigate({
                search: last => ({ ...last, who: who === me.staffUserId || who === null ? undefined : who }),
                resetScroll: false,
              })
            }
          />
        )}
      </div>
      {query.error && !data && (
        <RetryPanel
          title={t('words.couldNotLoad')}
          retry={t('words.retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {text(query.error)}
        </RetryPanel>
      )}
      {!data && !query.error && (
        <div className="day-list" aria-busy="true">
          <span className="skeleton" style={{ '--w': '70%' }} />
          <span className="skeleton" style={{ '--w': '50%' }} />
        </div>
      )}
      {data?.entries.length === 0 && (
        <EmptyState icon={<CalendarCheck className="icon" />} title={t('staffDay.empty')} heading="h3">
          {t('staffDay.emptyText')}
        </EmptyState>
      )}
      {data && data.entries.length > 0 && (
        <ol className="day-list" aria-busy={query.isPlaceholderData}>
          {data.entries.map(entry => (
            <EntryRow
              key={`${entry.kind} ${entry.id}`}
              entry={entry}
              timeZone={data.timeZone}
              isNext={entry === next}
              now={now}
              onFinish={() => setFinished(entry)}
            />
          ))}
        </ol>
      )}
      {finished && finished.kind !== 'absence' && (
        <FinishDialog
          entry={{ ...finished, kind: finished.kind, isDone: finished.status === 'done' }}
          onClose={() => setFinished(undefined)}
        />
      )}
    </VisitPage>
  )
}
