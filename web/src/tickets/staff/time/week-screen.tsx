import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Timer } from 'lucide-react'
import { PlainTable } from '../../../staff/parts/plain-table.tsx'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { csvOf, timeStaff, timeWeek } from './data.ts'
import { TimeFrame } from './time-frame.tsx'
import { dayAfter } from './time-search.ts'
import { useEntryColumns } from './use-entry-columns.tsx'
import { usePeriod } from './use-period.ts'

/** The time that one member of the staff noted in a week, day by day. */
export const WeekScreen = () => {
  const { t } = useText()
  const me = useMe()
  const language = useLanguage()
  const period = usePeriod()
  const navigate = useNavigate({ from: '/time' })
  const search = useSearch({ from: '/signed-in/time' })
  const query = useQuery(timeWeek(search))
  const mayChoose = isOffice(me)
  const staff = useQuery({ ...timeStaff, enabled: mayChoose })
  const columns = useEntryColumns({ customer: true })
  useStaffScreen('staff-time', t('staffTime.title'))
  const { data } = query
  const go = (day: string | undefined) =>
    void navigate({ search: last => ({ ...last, day }), replace: true, resetScroll: false })
  return (
    <TimeFrame
      title={t('staffTime.title')}
      shown={data && period.span(data.from, data.to)}
      csv={csvOf.week(search, language)}
      before={{ label: t('staffTime.weekBefore'), go: () => data && go(dayAfter(data.from, -7)) }}
      after={{ label: t('staffTime.weekAfter'), go: () => data && go(dayAfter(data.from, 7)) }}
      now={search.day ? { label: t('staffTime.thisWeek'), go: () => go(undefined) } : undefined}
      query={query}
      filter={
        mayChoose &&
        staff.data && (
          <Select
            label={t('staffTime.person')}
            look="filter"
            openOn="click"
            options={staff.data.map(({ id, displayName }) => ({ value: id, text: displayName }))}
            value={search.who ?? me.staffUserId}
            onChange={who =>
              void navigate({
                search: last => ({ ...last, who: who === null || who === me.staffUserId ? undefined : who }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        )
      }
    >
      <dl className="time-sums" aria-busy={query.isPlaceholderData}>
        <div>
          <dt>{t('staffTime.total')}</dt>
          <dd className="num">{data ? spokenMinutes(data.minutes) : '…'}</dd>
        </div>
        <div>
          <dt>{t('staffTime.withoutContract')}</dt>
          <dd className="num">{data ? spokenMinutes(data.unassignedMinutes) : '…'}</dd>
        </div>
      </dl>
      {data?.entries.length === 0 && (
        <EmptyState icon={<Timer className="icon" />} title={t('staffTime.empty')} heading="h3">
          {t('staffTime.emptyText')}
        </EmptyState>
      )}
      {data?.days
        .filter(({ minutes }) => minutes > 0)
        .map(({ day, minutes }) => (
          <section key={day} className="time-day" aria-labelledby={`day-${day}`}>
            <h3 id={`day-${day}`}>
              {period.day(day)} <span className="num">{spokenMinutes(minutes)}</span>
            </h3>
            <PlainTable
              labelledBy={`day-${day}`}
              columns={columns}
              rows={data.entries.filter(entry => entry.day === day)}
              keyOf={({ kind, id }) => `${kind} ${id}`}
            />
          </section>
        ))}
    </TimeFrame>
  )
}
