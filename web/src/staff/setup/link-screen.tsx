import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Link2Off } from 'lucide-react'
import { ApiError } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { Spinner } from '../../ui/buttons/spinner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { useStaffScreen } from '../session/use-staff-screen.ts'
import { StaffAuthPage } from '../sign-in/staff-auth-page.tsx'
import { AccountForm } from './account-form.tsx'
import { AdministratorForm } from './administrator-form.tsx'
import { staffLink } from './data.ts'
import { WelcomeForm } from './welcome-form.tsx'
import './setup.css'

const reasonOf = ({ detail }: ApiError) => (detail === 'used' || detail === 'expired' ? detail : 'unknown')

/** What is said of a link that opens nothing, and what to do. */
const LinkEnded = ({ error }: { error: ApiError }) => {
  const { t } = useText()
  const reason = reasonOf(error)
  return (
    <EmptyState
      icon={<Link2Off className="icon" />}
      heading="h1"
      title={t(`staffSetup.ended.${reason}`)}
      action={
        <Link to="/login" className={buttonClass({ tone: 'primary' })}>
          {t('staffSetup.ended.signIn')}
        </Link>
      }
    >
      {t(`staffSetup.ended.${reason}Text`)}
    </EmptyState>
  )
}

const isEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid_code' || error.code === 'not_found')

/** The page of a one-time link: what is still missing until somebody can sign in. */
export const LinkScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const { key } = useParams({ from: '/links/$key' })
  const link = useQuery(staffLink(key))
  useStaffScreen('staff-link', t('staffSetup.title'))
  const { data, error } = link
  if (error)
    return (
      <StaffAuthPage>
        {isEnded(error) ? (
          <LinkEnded error={error} />
        ) : (
          <RetryPanel
            heading="h1"
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            busy={link.isFetching}
            onRetry={() => void link.refetch()}
          >
            {text(error)}
          </RetryPanel>
        )}
      </StaffAuthPage>
    )
  if (!data)
    return (
      <StaffAuthPage>
        <Spinner label={t('staffSetup.loading')} />
      </StaffAuthPage>
    )
  if (data.kind === 'installation')
    return (
      <StaffAuthPage wide>
        <WelcomeForm linkKey={key} />
      </StaffAuthPage>
    )
  const Form = data.kind === 'account' ? AccountForm : AdministratorForm
  return (
    <StaffAuthPage>
      <section className="auth-card">
        <Form linkKey={key} link={data} />
      </section>
    </StaffAuthPage>
  )
}
