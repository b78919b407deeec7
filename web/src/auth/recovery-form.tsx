import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useLanguage } from '../text/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { useForm } from '../ui/fields/use-form.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { requestPasswordLink } from './data.ts'
import { LoginLink } from './login-link.tsx'

/** Requests a link to set a new password. The answer is the same whether the user exists or not. */
export const RecoveryForm = ({ company }: { company: string | undefined }) => {
  const { t } = useTranslation()
  useScreen('login', t('access.recovery.title'))
  const text = useFailureText()
  const language = useLanguage()
  const request = useMutation(requestPasswordLink)
  const back = <LoginLink company={company}>{t('access.recovery.back')}</LoginLink>

  const form = useForm({
    initial: { userName: '' },
    validate: ({ userName }) => ({ userName: !userName.trim() }),
    onSubmit: ({ userName }) => {
      if (!request.isPending) request.mutate({ userName: userName.trim(), company, language })
    },
  })

  if (request.isSuccess)
    return (
      <div className="auth-form">
        <div role="status">
          <h1 className="page-title">{t('access.recovery.sentTitle')}</h1>
          <p>{t('access.recovery.sent', { name: request.variables.userName })}</p>
        </div>
        <p>{t('access.recovery.notSent')}</p>
        <p>{back}</p>
      </div>
    )
  return (
    <form className="auth-form" {...form.props}>
      <div>
        <h1 className="page-title">{t('access.recovery.title')}</h1>
        <p>{t('access.recovery.hint')}</p>
      </div>
      {request.error && <Alert tone="danger" title={text(request.error)} />}
      <div className="form">
        <Field label={t('auth.login.userName')} error={form.faults.userName && t('errors.fill_required_fields')}>
          <TextInput
            {...form.text('userName')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
          />
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={request.isPending}>
          {t('access.recovery.submit')}
        </Button>
      </div>
      <p>{back}</p>
    </form>
  )
}
