import { CodeForm } from '../page/second-factor/code-form.tsx'
import { useText } from '../text/use-text.ts'
import { finishSignIn } from './data.ts'

/** The ticket of a sign-in that waits for its second factor, and what follows it. */
export type SecondFactorProps = { ticket: string; onDone: () => void; onRestart: () => void }

/** The code that finishes a sign-in. */
export const SecondFactorForm = ({ ticket, onDone, onRestart }: SecondFactorProps) => {
  const { t } = useText()
  return (
    <CodeForm
      give={code => finishSignIn({ ticket, code })}
      onDone={onDone}
      onRestart={onRestart}
      lost={t('signInFactor.code.lost')}
      className="auth-form"
    />
  )
}
