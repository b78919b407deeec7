import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentToken } from '../api/session-token.ts'
import { LoginAlert } from './login-alert.tsx'
import type { LoginSearch } from './login-search.ts'
import { MailRequestForm } from './mail-request-form.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

/** The login of a portal that takes no passwords: by a mailed link, or by a passkey. */
export const PasswordlessLogin = ({
  company,
  back,
  failed,
}: Pick<LoginSearch, 'back' | 'failed'> & { company: string }) => {
  const navigate = useNavigate()
  const [ticket, setTicket] = useState<string | null>(null)
  const enter = () => navigate({ href: back ?? `/${company}`, replace: true })
  if (ticket !== null) return <SecondFactorStep ticket={ticket} onDone={enter} onRestart={() => setTicket(null)} />
  return (
    <>
      {(failed || currentToken()) && <LoginAlert error={undefined} failed={failed} onRetry={enter} />}
      <MailRequestForm
        kind="linkRequest"
        company={company}
        isOnlyWay
        passkey={
          <PasskeyStep
            company={company}
            onEntered={entered => (entered.ticket === null ? enter() : setTicket(entered.ticket))}
          />
        }
      />
    </>
  )
}
