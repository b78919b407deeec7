import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../api/failures.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { OtpInput } from '../ui/fields/otp-input.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { finishSignIn } from './data.ts'

const DIGITS = 6

/** The ticket of a sign-in that waits for its second factor, and what follows it. */
export type SecondFactorProps = { ticket: string; onDone: () => void; onRestart: () => void }

/** The code of an authenticator app, which is sent as soon as it is whole, or a recovery code. */
export const SecondFactorForm = ({ ticket, onDone, onRestart }: SecondFactorProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const finish = useMutation({ ...finishSignIn, onSuccess: onDone, onError: () => setCode('') })
  const failure = finish.error ? failureOf(finish.error).code : undefined
  const isOver = failure === 'unauthenticated' || failure === 'wrong_credentials'

  const send = (typed: string) => {
    if (typed.trim() && !finish.isPending) finish.mutate({ ticket, code: typed })
  }
  const type = (typed: string) => {
    setCode(typed)
    if (!isRecovery && typed.length === DIGITS) send(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    finish.reset()
  }

  if (isOver)
    return (
      <div className="auth-form">
        <Alert tone="warning" title={t('access.code.over')} />
        <Button tone="primary" size="lg" block onClick={onRestart}>
          {t('access.code.restart')}
        </Button>
      </div>
    )
  return (
    <form className="auth-form" onSubmit={submit} noValidate>
      <div>
        <h1 className="page-title">{t(isRecovery ? 'access.code.recoveryTitle' : 'access.code.title')}</h1>
        <p>{t(isRecovery ? 'access.code.recoveryHint' : 'access.code.hint')}</p>
      </div>
      {finish.error && failure !== 'wrong_code' && (
        <Alert tone="danger" title={failure === 'too_many_requests' ? t('access.code.tooMany') : text(finish.error)} />
      )}
      <div className="form">
        {/* Another key for each kind, so that the focus goes to the field that came. */}
        <Field
          key={isRecovery ? 'recovery' : 'app'}
          label={t(isRecovery ? 'access.code.recoveryLabel' : 'access.code.label')}
          error={failure === 'wrong_code' && !code && text(finish.error)}
        >
          {isRecovery ? (
            <TextInput
              value={code}
              onChange={event => setCode(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              autoFocus
            />
          ) : (
            <OtpInput length={DIGITS} value={code} onChange={type} autoFocus />
          )}
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={finish.isPending}>
          {t('access.code.submit')}
        </Button>
      </div>
      <p className="auth-other">
        <Button tone="ghost" size="sm" onClick={change}>
          {t(isRecovery ? 'access.code.useApp' : 'access.code.useRecovery')}
        </Button>
        <Button tone="ghost" size="sm" onClick={onRestart}>
          {t('access.code.restart')}
        </Button>
      </p>
      {isRecovery && <p>{t('access.code.lost')}</p>}
    </form>
  )
}
