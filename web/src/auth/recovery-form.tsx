import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useLanguage } from '../text/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { askForLink } from './data.ts'
import { LoginLink } from './login-link.tsx'

/** Asks for a link to set a new password. What it answers does not tell whether there is such a user (decisions 3). */
export const RecoveryForm = ({ company }: { company: string | undefined }) => {
  const { t } = useTranslation()
  useScreen('login', t('access.recovery.title'))
  const text = useFailureText()
  const language = useLanguage()
  const [missing, setMissing] = useState(false)
  const ask = useMutation(askForLink)
  const back = <LoginLink company={company}>{t('access.recovery.back')}</LoginLink>

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const userName = String(new FormData(form).get('userName') ?? '').trim()
    setMissing(!userName)
    if (!userName) return form.querySelector('input')?.focus()
    if (!ask.isPending) ask.mutate({ userName, company, language })
  }

  if (ask.isSuccess)
    return (
      <div className="auth-form">
        <div role="status">
          <h1 className="page-title">{t('access.recovery.sentTitle')}</h1>
          <p>{t('access.recovery.sent', { name: ask.variables.userName })}</p>
        </div>
        <p>{t('access.recovery.notSent')}</p>
        <p>{back}</p>
      </div>
    )
  return (
    <form className="auth-form" noValidate onSubmit={submit}>
      <div>
        <h1 className="page-title">{t('access.recovery.title')}</h1>
        <p>{t('access.recovery.hint')}</p>
      </div>
      {ask.error && <Alert tone="danger" title={text(ask.error)} />}
      <div className="form">
        <Field label={t('auth.login.userName')} error={missing && t('errors.fill_required_fields')}>
          <TextInput name="userName" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={320} />
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={ask.isPending}>
          {t('access.recovery.submit')}
        </Button>
      </div>
      <p>{back}</p>
    </form>
  )
}
