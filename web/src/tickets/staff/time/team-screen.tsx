import type { TeamWeek } from '@portico/contract/staff/planning/time'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { csvOf, teamWeek } from './data.ts'
import { TimeFrame } from './time-frame.tsx'
import { dayAfter } from './time-search.ts'
import { usePeriod } from './use-period.ts'

type Person = TeamWeek['people'][number]

/** The time that each of the team noted on each day of a week. */
export const TeamScreen = () => {
  const { t } = useText()
  const language = useLanguage()
  const period = usePeriod()
  const navigate = useNavigate({ from: '/time/team' })
  const search = useSearch({ from: '/signed-in/time/team' })
  const query = useQuery(teamWeek(search))
  useStaffScreen('staff-time-team', t('staffTime.title'))
  const { data } = query
  const go = (day: string | undefined) => void navigate({ search: { ...(day && { day }) }, replace: true })
  const days = data ? Array.from({ length: 7 }, (_, nth) => dayAfter(data.from, nth)) : []
  const columns: PlainColumn<Person>[] = [
    {
      id: 'person',
      title: t('staffTime.person'),
      cell: ({ staffUser: { id, displayName } }) => (
        <Link to="/time" search={{ ...search, who: id }}>
          {displayName}
        </Link>
      ),
    },
    ...days.map((day, nth) => ({
      id: day,
      title: period.shortDay(day),
      kind: 'num' as const,
      isEmpty: (person: Person) => person.days[nth] === 0,
      cell: (person: Person) => (person.days[nth] ? spokenMinutes(person.days[nth]) : '–'),
    })),
    {
      id: 'total',
      title: t('staffTime.total'),
      kind: 'num',
      cell: ({ minutes }) => <b>{spokenMinutes(minutes)}</b>,
    },
    {
      id: 'unassigned',
      title: t('staffTime.withoutContract'),
      kind: 'num',
      isEmpty: ({ unassignedMinutes }) => unassignedMinutes === 0,
      cell: ({ unassignedMinutes }) => (unassignedMinutes ? spokenMinutes(unassignedMinutes) : '–'),
    },
  ]
  return (
    <TimeFrame
      title={t('staffTime.title')}
      shown={data && period.span(data.from, data.to)}
      csv={csvOf.team(search, language)}
      before={{ label: t('staffTime.weekBefore'), go: () => data && go(dayAfter(data.from, -7)) }}
      after={{ label: t('staffTime.weekAfter'), go: () => data && go(dayAfter(data.from, 7)) }}
      now={search.day ? { label: t('staffTime.thisWeek'), go: () => go(undefined) } : undefined}
      query={query}
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
      <section className="time-day">
        <PlainTable
          label={t('staffTime.page.team')}
          columns={columns}
          rows={data?.people}
          keyOf={({ staffUser }) => staffUser.id}
        />
      </section>
    </TimeFrame>
  )
}
