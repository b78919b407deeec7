import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentToken, onSessionChange } from '../api/session-token.ts'
import { currentUser } from '../session/data.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { type Credentials, signIn } from './data.ts'
import { LoginAlert } from './login-alert.tsx'
import { LoginLink } from './login-link.tsx'
import type { LoginSearch } from './login-search.ts'
import { useCapsLock } from './use-caps-lock.ts'

type Missing = { userName: boolean; password: boolean }

const read = (form: FormData): Omit<Credentials, 'company'> => ({
  userName: String(form.get('userName') ?? '').trim(),
  password: String(form.get('password') ?? ''),
  remember: form.has('remember'),
})

/** Name, password and whether to be remembered. Leads back to where the reader wanted to go. */
export const LoginForm = ({ company, back, failed }: Omit<LoginSearch, 'forgot'> & { company?: string }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [missing, setMissing] = useState<Missing>({ userName: false, password: false })
  const [capsLock, capsLockListeners] = useCapsLock()
  const home = company ? `/${company}` : '/'
  const enter = () => navigate({ href: back ?? home, replace: true })
  const attempt = useMutation({ mutationFn: signIn, onSuccess: enter })
  // Who signs in in another tab is signed in here too.
  const goOn = useEffectEvent((elsewhere: boolean) => {
    if (elsewhere && currentToken()) void enter()
  })
  useEffect(() => onSessionChange(goOn), [])

  // A bookmark of the login is the commonest way in; somebody else at this browser can still sign in.
  const { data: signedIn } = useQuery({
    ...currentUser,
    // Apart from what the guard goes by, which must be read anew after a sign-in.
    queryKey: ['signed-in-at-login'],
    gcTime: 0,
    enabled: currentToken() !== undefined && !failed,
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const credentials = read(new FormData(form))
    const now = { userName: !credentials.userName, password: !credentials.password }
    setMissing(now)
    if (now.userName || now.password) {
      attempt.reset()
      form.querySelector<HTMLInputElement>(`[name="${now.userName ? 'userName' : 'password'}"]`)?.focus()
      return
    }
    if (!attempt.isPending) attempt.mutate({ ...credentials, company })
  }

  const lacking = t('errors.fill_required_fields')
  return (
    <form className="auth-form" noValidate onSubmit={submit}>
      <div>
        <h1 className="page-title">{t('auth.login.title')}</h1>
        <p>{t('auth.login.hint')}</p>
      </div>
      {signedIn && attempt.isIdle && (
        <Alert
          tone="info"
          title={t('auth.login.signedInAs', { name: signedIn.contacts[0]?.referentName ?? signedIn.userName })}
          action={
            <Button size="sm" tone="primary" onClick={enter}>
              {t('auth.login.goOn')}
            </Button>
          }
        />
      )}
      <LoginAlert error={attempt.error} failed={attempt.isIdle ? failed : undefined} onRetry={enter} />
      <div className="form">
        <Field label={t('auth.login.userName')} error={missing.userName && lacking}>
          <TextInput name="userName" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={320} />
        </Field>
        <Field
          label={t('auth.login.password')}
          aside={
            <LoginLink company={company} forgot>
              {t('auth.login.forgot')}
            </LoginLink>
          }
          hint={capsLock && t('auth.login.capsLock')}
          error={missing.password && lacking}
        >
          <PasswordInput
            name="password"
            autoComplete="current-password"
            maxLength={1000}
            labels={{ show: t('auth.login.showPassword'), hide: t('auth.login.hidePassword') }}
            {...capsLockListeners}
          />
        </Field>
        <Checkbox name="remember">{t('auth.login.remember')}</Checkbox>
        <Button type="submit" tone="primary" size="lg" block busy={attempt.isPending}>
          {t('auth.login.submit')}
        </Button>
      </div>
    </form>
  )
}
