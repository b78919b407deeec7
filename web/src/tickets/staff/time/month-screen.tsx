import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Timer } from 'lucide-react'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { csvOf, customerMonth } from './data.ts'
import { TimeFrame } from './time-frame.tsx'
import { monthAfter } from './time-search.ts'
import { useEntryColumns } from './use-entry-columns.tsx'
import { usePeriod } from './use-period.ts'

/** The time that was worked for a customer in a month: on which contract, and unassigned. */
export const MonthScreen = () => {
  const { t } = useText()
  const language = useLanguage()
  const period = usePeriod()
  const navigate = useNavigate({ from: '/time/customers/$contactid' })
  const { contactid } = useParams({ from: '/signed-in/time/customers/$contactid' })
  const search = useSearch({ from: '/signed-in/time/customers/$contactid' })
  const query = useQuery(customerMonth(contactid, search))
  const { data } = query
  const common = useEntryColumns({ person: true })
  const columns: typeof common = [
    ...common.slice(0, 1),
    { id: 'day', title: t('staffTime.day'), kind: 'date', cell: ({ day }) => period.shortDay(day) },
    ...common.slice(1),
  ]
  useStaffScreen('staff-time-customer', data?.customer.companyName)
  const go = (month: string | undefined) => void navigate({ search: { ...(month && { month }) }, replace: true })
  const sums: PlainColumn<{ name: string; minutes: number }>[] = [
    { id: 'name', title: t('staffTime.contract'), cell: ({ name }) => name },
    { id: 'time', title: t('staffTime.time'), kind: 'num', cell: ({ minutes }) => spokenMinutes(minutes) },
  ]
  const unassigned = data && data.unassignedMinutes > 0
  return (
    <TimeFrame
      title={data?.customer.companyName ?? t('staffTime.title')}
      shown={data && period.month(data.month)}
      csv={csvOf.month(contactid, search, language)}
      before={{ label: t('staffTime.monthBefore'), go: () => data && go(monthAfter(data.month, -1)) }}
      after={{ label: t('staffTime.monthAfter'), go: () => data && go(monthAfter(data.month, 1)) }}
      now={search.month ? { label: t('staffTime.thisMonth'), go: () => go(undefined) } : undefined}
      query={query}
      filter={
        <Link className="time-back" to="/customers/$contactid" params={{ contactid }}>
          {t('staffTime.toCustomer')}
        </Link>
      }
    >
      <dl className="time-sums" aria-busy={query.isPlaceholderData}>
        <div>
          <dt>{t('staffTime.total')}</dt>
          <dd className="num">{data ? spokenMinutes(data.minutes) : '…'}</dd>
        </div>
      </dl>
      {data?.entries.length === 0 && (
        <EmptyState icon={<Timer className="icon" />} title={t('staffTime.emptyMonth')} heading="h3" />
      )}
      {data && data.entries.length > 0 && (
        <>
          <section className="time-day" aria-labelledby="by-contract">
            <h3 id="by-contract">{t('staffTime.byContract')}</h3>
            <PlainTable
              labelledBy="by-contract"
              columns={sums}
              rows={[
                ...data.contracts,
                ...(unassigned ? [{ name: t('staffTime.unassigned'), minutes: data.unassignedMinutes }] : []),
              ]}
              keyOf={({ name }) => name}
              hasCards={false}
            />
          </section>
          <section className="time-day" aria-labelledby="all-entries">
            <h3 id="all-entries">{t('staffTime.all')}</h3>
            <PlainTable
              labelledBy="all-entries"
              columns={columns}
              rows={data.entries}
              keyOf={({ kind, id }) => `${kind} ${id}`}
            />
          </section>
        </>
      )}
    </TimeFrame>
  )
}
