import type { SignInDue as Due } from '@portico/contract/auth'
import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../page/passkeys/device.ts'
import { passkeyFault } from '../../page/passkeys/fault-text.ts'
import { proofsFor, restsOnPassword } from '../../page/passkeys/needs-proof.ts'
import { usePasskeySignIn } from '../../page/passkeys/use-passkey-sign-in.ts'
import { SecondFactorSetup } from '../../page/second-factor/second-factor-setup.tsx'
import { currentUser, signOut } from '../../session/data.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useScreen } from '../../session/use-screen.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { factorCalls } from '../data.ts'
import { enterByPasskey, requestPasskey } from '../passkeys/data.ts'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'
import { SecondFactorStep } from '../second-factor-step.tsx'
import '../auth.css'

/** What a session still owes before its contact opens: a second factor that is set up or shown, or another sign-in. The address stays. */
export const SignInDue = ({ due }: { due: Due }) => {
  const { t } = useText()
  const client = useQueryClient()
  const { me, contact } = useEntered()
  const { companyName: company } = contact
  const title = t(`signInPeople.due.${due}.title`)
  useScreen('sign-in-due', title)
  const [setsApp, setSetsApp] = useState(false)
  const [ticket, setTicket] = useState<string | null>(null)
  // Nothing here watches the user, so that marking what is known as stale would fetch nothing.
  const open = () => client.prefetchQuery({ ...currentUser, staleTime: 0 })
  if (ticket !== null) return <SecondFactorStep ticket={ticket} onDone={open} onRestart={() => setTicket(null)} />
  const takesFactor = due === 'enrol'
  return (
    <div className="page-body sign-in-due">
      <div className="auth-form">
        {setsApp ? (
          <AppSetup onCancel={() => setSetsApp(false)} onDone={open} />
        ) : (
          <>
            <div>
              <h1 className="page-title">{title}</h1>
              <p>{t(`signInPeople.due.${due}.text`, { company })}</p>
            </div>
            {due === 'enrol' && hasPasskeys() && <NewPasskey onDone={open} />}
            {due === 'passkey' && (
              <KnownPasskey onEntered={entered => (entered === null ? void open() : setTicket(entered))} />
            )}
            {takesFactor && (
              <div className="form">
                <Button size="lg" block onClick={() => setSetsApp(true)}>
                  <Smartphone className="icon" aria-hidden="true" />
                  {t('signInPeople.due.byApp')}
                </Button>
                <small>{t('signInPeople.due.byAppText')}</small>
              </div>
            )}
            {(due === 'signIn' || due === 'passwordless') && <SignInAgain />}
            {me.contacts.some(({ signInDue }) => signInDue === null) && <p>{t('signInPeople.due.others')}</p>}
          </>
        )}
      </div>
    </div>
  )
}

/** Ends the session and signs in anew, back to this address. */
const SignInAgain = () => {
  const { t } = useText()
  const { company } = useHere()
  const back = useLocation({ select: ({ href }) => href })
  const navigate = useNavigate()
  const again = () => {
    void signOut()
    void navigate({ to: '/$company/Login', params: { company }, search: { back }, ignoreBlocker: true })
  }
  return (
    <Button tone="primary" size="lg" block onClick={again}>
      {t('signInPeople.due.again')}
    </Button>
  )
}

/** Says that the sign-in does not do to set something up: it was too long ago, or by a password. */
const TooLittle = ({ error }: { error: unknown }) => {
  const { t } = useText()
  return (
    <>
      <Alert
        tone="warning"
        title={t(restsOnPassword(error) ? 'ownPasskeys.fault.passwordless' : 'signInPeople.due.tooOld')}
      />
      <SignInAgain />
    </>
  )
}

const NewPasskey = ({ onDone }: { onDone: () => void }) => {
  const { t } = useText()
  const add = useMutation({ mutationFn: () => ownPasskeys.add({}), onSuccess: onDone })
  if (proofsFor(add.error) || restsOnPassword(add.error)) return <TooLittle error={add.error} />
  const fault = add.error && passkeyFault(add.error, true)(t)
  return (
    <div className="form">
      {fault && <Alert tone="danger" title={fault} />}
      <Button tone="primary" size="lg" block busy={add.isPending} onClick={() => add.mutate()}>
        <KeyRound className="icon" aria-hidden="true" />
        {t('signInPeople.due.byPasskey')}
      </Button>
      <small>{t('signInPeople.due.byPasskeyText')}</small>
    </div>
  )
}

const KnownPasskey = ({ onEntered }: { onEntered: (ticket: string | null) => void }) => {
  const { t } = useText()
  const { company } = useHere()
  const { signIn, isPending, error } = usePasskeySignIn({
    request: requestPasskey,
    enter: response => enterByPasskey(response, company),
    onEntered: ({ ticket }) => onEntered(ticket),
  })
  const fault = error && passkeyFault(error)(t)
  return (
    <div className="form">
      {fault && <Alert tone="danger" title={fault} />}
      <Button tone="primary" size="lg" block busy={isPending} onClick={signIn}>
        <KeyRound className="icon" aria-hidden="true" />
        {t('signInPeople.due.usePasskey')}
      </Button>
    </div>
  )
}

/** Sets an app up. */
const AppSetup = ({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) => {
  const { t } = useText()
  const [refusal, setRefusal] = useState<unknown>()
  const begin = (proof: FreshProof) =>
    factorCalls.begin(proof).catch(error => {
      if (restsOnPassword(error)) setRefusal(error)
      throw error
    })
  if (refusal !== undefined) return <TooLittle error={refusal} />
  return (
    <SecondFactorSetup
      calls={{ ...factorCalls, begin }}
      passkeys={ownPasskeys}
      intro={<h1 className="page-title">{t('signInPeople.due.byApp')}</h1>}
      cancel={t('signInPeople.due.back')}
      onCancel={onCancel}
      onConfirmed={() => undefined}
      onDone={onDone}
    />
  )
}
