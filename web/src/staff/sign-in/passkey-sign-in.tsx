import { KeyRound } from 'lucide-react'
import { passkeyFault } from '../../page/passkeys/fault-text.ts'
import { usePasskeySignIn } from '../../page/passkeys/use-passkey-sign-in.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { enterByPasskey, requestPasskey } from '../passkeys/data.ts'

/** Sign-in by passkey, by the button and among the addresses that the browser fills in, and what parts it from the password. */
export const PasskeySignIn = ({ onEntered }: { onEntered: () => void }) => {
  const { t } = useText()
  const { signIn, isPending, error } = usePasskeySignIn({ request: requestPasskey, enter: enterByPasskey, onEntered })
  const fault = error && passkeyFault(error)(t)
  return (
    <>
      <Button tone="primary" size="lg" block busy={isPending} onClick={signIn}>
        <KeyRound className="icon" aria-hidden="true" />
        {t('staffAccess.byPasskey')}
      </Button>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <p className="or">{t('staffAccess.or')}</p>
    </>
  )
}
