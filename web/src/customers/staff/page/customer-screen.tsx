import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { useKeys } from '../../../staff/session/use-keys.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { customer } from '../data.ts'
import { CustomerPage } from './customer-page.tsx'
import '../../../staff/parts/record.css'
import '../customers.css'
import './customer.css'

const Waiting = () => {
  const { t } = useText()
  return (
    <div className="record-section" role="status">
      <span className="sr-only">{t('staffCustomers.page.loading')}</span>
      {['30%', '82%', '76%', '80%', '24%', '70%'].map(width => (
        <span key={width} className="skeleton-line" aria-hidden="true">
          <span className="skeleton" style={{ '--w': width }} />
        </span>
      ))}
    </div>
  )
}

/** The page of a customer, or why it is not there. */
export const CustomerScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const hasPortals = useMe().portals.length > 1
  const { contactid } = useParams({ from: '/signed-in/customers/$contactid' })
  const { data, error, isFetching, refetch } = useQuery(customer(contactid))
  useStaffScreen('staff-customer', data?.companyName ?? t('staffCustomers.title'))
  useKeys('customers', [
    { keys: 'Escape', text: t('staffCustomers.keys.back'), run: () => void navigate({ to: '/customers' }) },
  ])
  if (data) return <CustomerPage key={contactid} customer={data} />
  const isGone = failureCode(error) === 'not_found'
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      {!error ? (
        <Waiting />
      ) : isGone ? (
        <EmptyState
          icon={<Building2 className="icon" />}
          title={t('staffCustomers.page.gone')}
          action={
            <Link to="/customers" className={buttonClass()}>
              {t('staffCustomers.page.back')}
            </Link>
          }
        >
          {hasPortals ? t('staffCustomers.page.goneText') : t('staffCustomers.page.goneTextOne')}
        </EmptyState>
      ) : (
        <RetryPanel
          title={t('staffCustomers.page.failed')}
          retry={t('words.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {text(error)}
        </RetryPanel>
      )}
    </main>
  )
}
