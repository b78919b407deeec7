import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { OtpInput } from '../../ui/fields/otp-input.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import './second-factor.css'

const DIGITS = 6

type CodeFormProps = {
  /** Sends the code. */
  give: (code: string) => Promise<unknown>
  onDone: () => void
  onRestart: () => void
  /** What to do without phone and recovery codes. */
  lost: string
  className: string
  /** Shows another second factor; its label. */
  other?: { text: string; onSelect: () => void }
}

/** The code of an authenticator app, which is sent as soon as it is whole, or a recovery code. */
export const CodeForm = ({ give, onDone, onRestart, lost, className, other }: CodeFormProps) => {
  const { t } = useText()
  const text = useFailureText()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const finish = useMutation({ mutationFn: give, onSuccess: onDone, onError: () => setCode('') })
  const failure = finish.error ? failureOf(finish.error).code : undefined
  const isOver = failure === 'unauthenticated' || failure === 'wrong_credentials'

  const send = (typed: string) => {
    if (typed.trim() && !finish.isPending) finish.mutate(typed)
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
      <div className={className}>
        <Alert tone="warning" title={t('signInFactor.code.over')} />
        <Button tone="primary" size="lg" block onClick={onRestart}>
          {t('signInFactor.code.restart')}
        </Button>
      </div>
    )
  return (
    <form className={className} onSubmit={submit} noValidate>
      <div>
        <h1 className="page-title">{t(isRecovery ? 'signInFactor.code.recoveryTitle' : 'signInFactor.code.title')}</h1>
        <p>{t(isRecovery ? 'signInFactor.code.recoveryHint' : 'signInFactor.code.hint')}</p>
      </div>
      {finish.error && failure !== 'wrong_code' && (
        <Alert
          tone="danger"
          title={failure === 'too_many_requests' ? t('signInFactor.code.tooMany') : text(finish.error)}
        />
      )}
      <div className="form">
        {/* Another key for each kind, so that the focus goes to the field that came. */}
        <Field
          key={isRecovery ? 'recovery' : 'app'}
          label={t(isRecovery ? 'signInFactor.code.recoveryLabel' : 'signInFactor.code.label')}
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
          {t('signInFactor.code.submit')}
        </Button>
      </div>
      <p className="code-other">
        <Button tone="ghost" size="sm" onClick={change}>
          {t(isRecovery ? 'signInFactor.code.useApp' : 'signInFactor.code.useRecovery')}
        </Button>
        {other && (
          <Button tone="ghost" size="sm" onClick={other.onSelect}>
            {other.text}
          </Button>
        )}
        <Button tone="ghost" size="sm" onClick={onRestart}>
          {t('signInFactor.code.restart')}
        </Button>
      </p>
      {isRecovery && <p>{lost}</p>}
    </form>
  )
}
