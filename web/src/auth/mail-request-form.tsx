import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { useForm } from '../ui/fields/use-form.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { requestLink, requestPasswordLink } from './data.ts'
import { LoginLink } from './login-link.tsx'

type MailRequestFormProps = {
  kind: 'recovery' | 'linkRequest'
  company: string | undefined
  /** Whether the portal takes no passwords, so that there is no other form to go back to. */
  isOnlyWay?: boolean
  /** The sign-in by passkey below it. */
  passkey?: ReactNode
}

/** Requests a mail with a link to set a new password, or to sign in. The answer is the same whether the user exists or not. */
export const MailRequestForm = ({ kind, company, isOnlyWay, passkey }: MailRequestFormProps) => {
  const { t } = useText()
  useScreen('login', t(`access.${kind}.title`))
  const text = useFailureText()
  const language = useLanguage()
  const request = useMutation(kind === 'recovery' ? requestPasswordLink : requestLink)
  const back = !isOnlyWay && <LoginLink company={company}>{t(`access.${kind}.back`)}</LoginLink>

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
          <h1 className="page-title">{t(`access.${kind}.sentTitle`)}</h1>
          <p>{t(`access.${kind}.sent`, { name: request.variables.userName })}</p>
        </div>
        <p>{t(`access.${kind}.notSent`)}</p>
        {back && <p>{back}</p>}
      </div>
    )
  return (
    <form className="auth-form" {...form.props}>
      <div>
        <h1 className="page-title">{isOnlyWay ? t('auth.login.title') : t(`access.${kind}.title`)}</h1>
        <p>{isOnlyWay ? t('access.linkRequest.hintWithoutPassword') : t(`access.${kind}.hint`)}</p>
      </div>
      {request.error && <Alert tone="danger" title={text(request.error)} />}
      <div className="form">
        <Field label={t('auth.login.userName')} error={form.faults.userName && t('errors.fill_required_fields')}>
          <TextInput
            {...form.text('userName')}
            autoComplete={passkey ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
          />
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={request.isPending}>
          {t(`access.${kind}.submit`)}
        </Button>
        {passkey}
      </div>
      {back && <p>{back}</p>}
    </form>
  )
}
