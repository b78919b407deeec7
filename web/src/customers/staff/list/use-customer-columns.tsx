import type { StaffCustomerListed } from '@portico/contract/staff/customers/customers'
import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { numericDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { HoursMeter } from '../hours-meter.tsx'
import { townOf } from '../town-of.ts'
import { useMoments } from '../use-moments.ts'

const People = ({ people, peopleCount }: Pick<StaffCustomerListed, 'people' | 'peopleCount'>) => {
  const { t } = useText()
  return (
    <span className="people-stack" title={people.join(', ')}>
      {people.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <Avatar key={at} name={name} />
      ))}
      <span className="quiet num">{t('staffCustomers.count.people', { count: peopleCount })}</span>
    </span>
  )
}

/** The columns of the list of customers. */
export const useCustomerColumns = (): Column<StaffCustomerListed>[] => {
  const { t } = useText()
  const { since } = useMoments()
  const hasPortals = useMe().portals.length > 1
  return useMemo(
    () => [
      {
        id: 'companyName',
        header: t('staffCustomers.column.companyName'),
        sort: 'ascending',
        card: 'title',
        cell: ({ id, companyName, address, portal }) => (
          <div className="cell-main">
            {hasPortals && <PortalMark portal={portal} />}
            <div className="cell-text">
              <Link to="/customers/$contactid" params={{ contactid: id }} className="row-link">
                {companyName}
              </Link>
              {townOf(address) && <span className="cell-sub">{townOf(address)}</span>}
            </div>
          </div>
        ),
      },
      {
        id: 'contract',
        header: t('staffCustomers.column.contract'),
        prio: 3,
        card: 'hide',
        cell: ({ allowance, timeZone }) =>
          allowance ? (
            <>
              <span className="customer-contract">{allowance.name}</span>
              {allowance.endsOn && (
                <span className="cell-sub">
                  {t('staffCustomers.until', { day: numericDay(allowance.endsOn, { timeZone }) })}
                </span>
              )}
            </>
          ) : (
            <span className="cell-none">{t('staffCustomers.noContract')}</span>
          ),
      },
      {
        id: 'people',
        header: t('staffCustomers.column.people'),
        prio: 2,
        card: 'meta',
        cell: row => <People {...row} />,
      },
      {
        id: 'openTickets',
        header: t('staffCustomers.column.openTickets'),
        sort: 'descending',
        className: 'cell-num',
        card: 'end',
        isEmpty: ({ openTickets }) => openTickets === 0,
        cell: ({ openTickets, lateTickets }) => (
          <span className={openTickets === 0 ? 'cell-none' : 'customer-open'}>
            {openTickets}
            {lateTickets > 0 && (
              <>
                {' '}
                <span className="view-late" title={t('staffCustomers.late', { count: lateTickets })}>
                  <span aria-hidden="true">{lateTickets}</span>
                  <span className="sr-only">{t('staffCustomers.late', { count: lateTickets })}</span>
                </span>
              </>
            )}
          </span>
        ),
      },
      {
        id: 'hours',
        header: t('staffCustomers.column.hours'),
        sort: 'ascending',
        className: 'col-meter',
        card: 'meta',
        isEmpty: ({ allowance }) => allowance === null,
        cell: ({ allowance }) => (allowance ? <HoursMeter of={allowance} /> : <span className="cell-none">–</span>),
      },
      {
        id: 'lastAccess',
        header: t('staffCustomers.column.lastAccess'),
        sort: 'descending',
        className: 'cell-date',
        card: 'meta',
        cardLabel: t('staffCustomers.column.lastAccess'),
        isEmpty: ({ peopleCount }) => peopleCount === 0,
        cell: ({ lastAccessOn, peopleCount }) => {
          if (lastAccessOn !== null) return since(lastAccessOn)
          if (peopleCount === 0) return <span className="cell-none">–</span>
          return (
            <span className="state-word" data-tone="warning">
              <EyeOff className="icon" aria-hidden="true" />
              {t('staffCustomers.never')}
            </span>
          )
        },
      },
    ],
    [t, since, hasPortals],
  )
}
