import type { Confirmation } from '@portico/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFailureText } from '../api/failures.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { setPassword } from './data.ts'
import { offerAfterSignIn } from './passkeys/passkey-offer.ts'
import { SecondFactorStep } from './second-factor-step.tsx'

/** Goes in by the link of an invitation to a portal without passwords, and is offered a passkey for the next time. */
export const ConfirmEntry = ({ confirmation, linkKey }: { confirmation: Confirmation; linkKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const { userName, companyName, webPortalKey } = confirmation
  const go = () => navigate({ href: `/${webPortalKey}`, replace: true })
  const enter = useMutation({ ...setPassword(linkKey), onSuccess: ({ ticket }) => ticket === null && go() })
  if (enter.data?.ticket)
    return (
      <SecondFactorStep
        ticket={enter.data.ticket}
        onDone={go}
        onRestart={() => navigate({ href: `/${webPortalKey}/Login` })}
      />
    )
  const start = () => {
    offerAfterSignIn(false)
    enter.mutate({})
  }
  return (
    <div className="auth-form">
      <div>
        <h1 className="page-title">{t('access.confirm.enterTitle')}</h1>
        <p>{t('access.confirm.enterText', { userName, companyName })}</p>
      </div>
      {enter.error && <Alert tone="danger" title={text(enter.error)} />}
      <Button tone="primary" size="lg" block busy={enter.isPending} onClick={start}>
        {t('access.confirm.enter')}
      </Button>
    </div>
  )
}
