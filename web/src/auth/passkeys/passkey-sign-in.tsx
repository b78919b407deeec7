import { useEffect } from 'react'
import { passkeyFault } from '../../page/passkeys/fault-text.ts'
import { usePasskeySignIn } from '../../page/passkeys/use-passkey-sign-in.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { enterByPasskey, requestPasskey } from './data.ts'
import type { Entered } from './entered.ts'
import { offerAfterSignIn } from './passkey-offer.ts'

/** The portal of the login page, and what follows a sign-in. */
export type PasskeySignInProps = { company: string | undefined; onEntered: (entered: Entered) => void }

/** Sign-in by passkey, beside the password; whoever signs in by password is then offered one. */
export const PasskeySignIn = ({ company, onEntered }: PasskeySignInProps) => {
  const { t } = useText()
  const { signIn, isPending, error } = usePasskeySignIn({
    request: requestPasskey,
    enter: response => enterByPasskey(response, company),
    onEntered,
  })
  useEffect(() => offerAfterSignIn(isPending), [isPending])
  const fault = error && passkeyFault(error)(t)
  return (
    <>
      <Button size="lg" block busy={isPending} onClick={signIn}>
        {t('ownPasskeys.signIn')}
      </Button>
      {fault && <Alert tone="danger" title={fault} />}
    </>
  )
}
