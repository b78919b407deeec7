import type { CustomerContract } from '@portico/contract/staff/customers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import type { OpenCustomer } from '../data.ts'
import { HoursMeter } from '../hours-meter.tsx'

const looks = { toCome: 'pending', active: 'active', expiring: 'in-expiry', ended: 'expired' } as const

const isRunning = ({ state }: CustomerContract) => state === 'active' || state === 'expiring'

const Contract = ({ contract }: { contract: CustomerContract }) => {
  const { t } = useTranslation()
  const { numericDay } = useStaffFormat()
  const { name, state, startsOn, endsOn, inHours, amount, residual } = contract
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Status kind={looks[state]}>{t(`staffCustomers.contract.states.${state}`)}</Status>
      </td>
      <td className="cell-date">{[startsOn, endsOn].map(day => (day === null ? '' : numericDay(day))).join(' – ')}</td>
      <td className="col-meter">
        {inHours !== null && amount !== null && residual !== null ? (
          <HoursMeter of={{ inHours, amount, residual }} />
        ) : (
          <span className="cell-none">–</span>
        )}
      </td>
    </tr>
  )
}

/** The contracts of a customer and what is left of them: the running ones, or all. */
export const ContractsSection = ({ customer: { contracts, contractCount } }: { customer: OpenCustomer }) => {
  const { t } = useTranslation()
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled with the keys
        <section className="table-scroll" aria-labelledby="contracts-title" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                {(['name', 'state', 'period', 'left'] as const).map(column => (
                  <th key={column} scope="col" className={column === 'left' ? 'col-meter' : undefined}>
                    {t(`staffCustomers.contract.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(contract => (
                <Contract key={`${contract.kind}-${contract.id}`} contract={contract} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
