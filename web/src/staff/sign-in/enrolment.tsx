import { useMutation } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../page/passkeys/device.ts'
import { passkeyFault } from '../../page/passkeys/fault-text.ts'
import { SecondFactorSetup } from '../../page/second-factor/second-factor-setup.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'
import { factorCalls } from '../session/data.ts'

type EnrolmentProps = { onDone: () => void; onLeave: () => void }

/** Sets a second factor up at the sign-in: a passkey, or the codes of an app. */
export const Enrolment = ({ onDone, onLeave }: EnrolmentProps) => {
  const { t } = useText()
  const [isByApp, setByApp] = useState(!hasPasskeys())
  const add = useMutation({ mutationFn: () => ownPasskeys.add({}), onSuccess: onDone })
  const fault = add.error && passkeyFault(add.error, true)(t)
  if (isByApp)
    return (
      <SecondFactorSetup
        calls={factorCalls}
        passkeys={ownPasskeys}
        intro={
          <header>
            <h1>{t('staffAccess.enrolTitle')}</h1>
            <p>{t('staffAccess.enrolText')}</p>
          </header>
        }
        cancel={t(hasPasskeys() ? 'staffAccess.otherWay' : 'staffAccess.leave')}
        onCancel={hasPasskeys() ? () => setByApp(false) : onLeave}
        onConfirmed={() => undefined}
        onDone={onDone}
      />
    )
  return (
    <>
      <header>
        <h1>{t('staffAccess.chooseTitle')}</h1>
        <p>{t('staffAccess.chooseText')}</p>
      </header>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <ul className="factor-choice">
        <li>
          <KeyRound className="icon" aria-hidden="true" />
          <span>
            <b>{t('staffAccess.choosePasskey')}</b>
            <small>{t('staffAccess.choosePasskeyText')}</small>
          </span>
          <Button tone="primary" block busy={add.isPending} onClick={() => add.mutate()}>
            {t('staffAccess.makePasskey')}
          </Button>
        </li>
        <li>
          <Smartphone className="icon" aria-hidden="true" />
          <span>
            <b>{t('signInFactor.app.app')}</b>
            <small>{t('staffAccess.chooseAppText')}</small>
          </span>
          <Button block onClick={() => setByApp(true)}>
            {t('staffAccess.useApp')}
          </Button>
        </li>
      </ul>
      <Button tone="ghost" onClick={onLeave}>
        {t('staffAccess.leave')}
      </Button>
    </>
  )
}
