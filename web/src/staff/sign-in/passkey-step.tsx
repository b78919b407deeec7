import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { failureOf } from '../../api/failures.ts'
import { askPasskey, hasPasskeys } from '../../page/passkeys/device.ts'
import { passkeyFault } from '../../page/passkeys/fault-text.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { givePasskey, requestPasskey } from '../passkeys/data.ts'

type PasskeyStepProps = {
  onDone: () => void
  onRestart: () => void
  /** Back to the code, where there is one. */
  onCode?: () => void
}

/** The second step of a sign-in by a passkey of the account. */
export const PasskeyStep = ({ onDone, onRestart, onCode }: PasskeyStepProps) => {
  const { t } = useText()
  const give = useMutation({
    mutationFn: async () => givePasskey(await askPasskey(await requestPasskey())),
    onSuccess: onDone,
  })
  const isOver = give.error !== null && failureOf(give.error).code === 'unauthenticated'
  const fault = give.error && !isOver && passkeyFault(give.error)(t)
  return (
    <div className="form">
      <header>
        <h1>{t('staffAccess.passkeyTitle')}</h1>
        <p>{t(hasPasskeys() ? 'staffAccess.passkeyText' : 'ownPasskeys.unsupported')}</p>
      </header>
      {isOver && <Alert tone="warning">{t('signInFactor.code.over')}</Alert>}
      {fault && <Alert tone="danger">{fault}</Alert>}
      {isOver ? (
        <Button tone="primary" size="lg" block onClick={onRestart}>
          {t('signInFactor.code.restart')}
        </Button>
      ) : (
        <>
          {hasPasskeys() && (
            <Button tone="primary" size="lg" block busy={give.isPending} onClick={() => give.mutate()}>
              <KeyRound className="icon" aria-hidden="true" />
              {t('staffAccess.usePasskey')}
            </Button>
          )}
          <p className="code-other">
            {onCode && (
              <Button tone="ghost" size="sm" onClick={onCode}>
                {t('signInFactor.code.useApp')}
              </Button>
            )}
            <Button tone="ghost" size="sm" onClick={onRestart}>
              {t('signInFactor.code.restart')}
            </Button>
          </p>
          <p className="auth-note">{t('staffAccess.lostPasskey')}</p>
        </>
      )}
    </div>
  )
}
