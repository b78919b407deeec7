import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CodeForm } from '../../page/second-factor/code-form.tsx'
import { SecondFactorSetup } from '../../page/second-factor/second-factor-setup.tsx'
import { factorCalls, giveCode, staffSignOut } from '../session/data.ts'
import { tellTabs } from '../session/session.ts'
import { useStaffScreen } from '../session/use-staff-screen.ts'
import { StaffAuthPage } from './staff-auth-page.tsx'

/** The second step of a sign-in: a code, or setting one up where the account has none yet. */
export const SecondFactorScreen = () => {
  const { t } = useTranslation()
  const { back, due } = useSearch({ from: '/second-factor' })
  const router = useRouter()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useStaffScreen('staff-login', t('signInFactor.code.title'))
  const enter = () => {
    tellTabs('signed-in')
    queryClient.clear()
    router.history.replace(back ?? '/staff')
  }
  const restart = async () => {
    await staffSignOut()
    await navigate({ to: '/login', search: back ? { back } : {}, replace: true })
  }
  return (
    <StaffAuthPage>
      <section className="auth-card">
        {due === 'enrol' ? (
          <SecondFactorSetup
            calls={factorCalls}
            isProven
            intro={
              <header>
                <h1>{t('staffAccess.enrolTitle')}</h1>
                <p>{t('staffAccess.enrolText')}</p>
              </header>
            }
            cancel={t('staffAccess.leave')}
            onCancel={() => void restart()}
            onConfirmed={() => undefined}
            onDone={enter}
          />
        ) : (
          <CodeForm
            give={giveCode}
            onDone={enter}
            onRestart={() => void restart()}
            lost={t('staffAccess.lost')}
            className="form"
          />
        )}
      </section>
    </StaffAuthPage>
  )
}
