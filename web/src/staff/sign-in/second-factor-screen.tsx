import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { hasPasskeys } from '../../page/passkeys/device.ts'
import { CodeForm } from '../../page/second-factor/code-form.tsx'
import { useText } from '../../text/use-text.ts'
import { giveCode, staffSignOut } from '../session/data.ts'
import { notifyTabs } from '../session/session.ts'
import { useStaffScreen } from '../session/use-staff-screen.ts'
import { Enrolment } from './enrolment.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { StaffAuthPage } from './staff-auth-page.tsx'

/** The second step of a sign-in: a code or a passkey, or setting one up where the account has none yet. */
export const SecondFactorScreen = () => {
  const { t } = useText()
  const { back, due } = useSearch({ from: '/second-factor' })
  const [isByPasskey, setByPasskey] = useState(false)
  const router = useRouter()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useStaffScreen('staff-login', t('signInFactor.code.title'))
  const enter = () => {
    notifyTabs('signed-in')
    queryClient.clear()
    router.history.replace(back ?? '/staff')
  }
  const restart = async () => {
    await staffSignOut()
    await navigate({ to: '/login', search: back ? { back } : {}, replace: true })
  }
  const step = { onDone: enter, onRestart: () => void restart() }
  return (
    <StaffAuthPage>
      <section className="auth-card">
        {due === 'enrol' ? (
          <Enrolment onDone={enter} onLeave={() => void restart()} />
        ) : due === 'passkey' ? (
          <PasskeyStep {...step} />
        ) : isByPasskey ? (
          <PasskeyStep {...step} onCode={() => setByPasskey(false)} />
        ) : (
          <CodeForm
            give={giveCode}
            {...step}
            lost={t('staffAccess.lost')}
            className="form"
            {...(hasPasskeys() && {
              other: { text: t('staffAccess.usePasskey'), onSelect: () => setByPasskey(true) },
            })}
          />
        )}
      </section>
    </StaffAuthPage>
  )
}
