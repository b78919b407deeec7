import type { CustomerContract } from '@portico/contract/staff/customers/customers'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { numericDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import type { OpenCustomer } from '../data.ts'
import { HoursMeter } from '../hours-meter.tsx'

const looks = { toCome: 'pending', active: 'active', expiring: 'in-expiry', ended: 'expired' } as const

const isRunning = ({ state }: CustomerContract) => state === 'active' || state === 'expiring'

const useColumns = (timeZone: string): PlainColumn<CustomerContract>[] => {
  const { t } = useText()
  return [
    {
      id: 'name',
      title: t('staffCustomers.contract.name'),
      cell: ({ kind, contractId, name }) => (
        <Link
          className="text-link"
          to="/contracts/$kind/$contractid"
          params={{ kind: kind === 'activityContract' ? 'activity' : 'service', contractid: contractId }}
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      title: t('staffCustomers.contract.state'),
      cell: ({ state }) => <Status kind={looks[state]}>{t(`staffCustomers.contract.states.${state}`)}</Status>,
    },
    {
      id: 'period',
      title: t('staffCustomers.contract.period'),
      kind: 'date',
      cell: ({ startsOn, endsOn }) =>
        [startsOn, endsOn].map(day => (day === null ? '' : numericDay(day, { timeZone }))).join(' – '),
    },
    {
      id: 'left',
      title: t('staffCustomers.contract.left'),
      className: 'col-meter',
      isEmpty: ({ inHours }) => inHours === null,
      cell: ({ inHours, amount, residual }) =>
        inHours !== null && amount !== null && residual !== null ? (
          <HoursMeter of={{ inHours, amount, residual }} />
        ) : (
          <span className="cell-none">–</span>
        ),
    },
  ]
}

/** The contracts of a customer and what is left of them: the running ones, or all. */
export const ContractsSection = ({ customer: { contracts, contractCount, timeZone } }: { customer: OpenCustomer }) => {
  const { t } = useText()
  const columns = useColumns(timeZone)
  const [showsAll, setShowsAll] = useState(false)
  const running = contracts.filter(isRunning)
  const shown = showsAll ? contracts : running
  return (
    <section className="record-section" aria-labelledby="contracts-title">
      <div className="section-head">
        <h2 id="contracts-title">
          {t('staffCustomers.page.contracts')} <span className="page-count">{contractCount}</span>
        </h2>
        {contracts.length > running.length && (
          <button type="button" className="text-button" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('staffCustomers.page.fewerContracts') : t('staffCustomers.page.allContracts')}
          </button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="quiet">{t('staffCustomers.page.noContracts')}</p>
      ) : (
        <PlainTable
          labelledBy="contracts-title"
          columns={columns}
          rows={shown}
          keyOf={({ kind, id }) => `${kind}-${id}`}
        />
      )}
    </section>
  )
}
