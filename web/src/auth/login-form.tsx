import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { currentToken, onSessionChange } from '../api/session-token.ts'
import { currentUser } from '../session/data.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { useCapsLock } from '../ui/fields/use-caps-lock.ts'
import { useForm } from '../ui/fields/use-form.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { signIn } from './data.ts'
import { LoginAlert } from './login-alert.tsx'
import { LoginLink } from './login-link.tsx'
import type { LoginSearch } from './login-search.ts'
import { PasskeyStep } from './passkey-step.tsx'
import type { Entered } from './passkeys/entered.ts'
import { SecondFactorStep } from './second-factor-step.tsx'

/** User name, password and "remember me". Signing in leads to `back`, else to the portal. */
export const LoginForm = ({ company, back, failed }: Omit<LoginSearch, 'forgot' | 'link'> & { company?: string }) => {
  const { t } = useText()
  const navigate = useNavigate()
  const [capsLock, capsLockListeners] = useCapsLock()
  const home = company ? `/${company}` : '/'
  const enter = () => navigate({ href: back ?? home, replace: true })
  const [ticket, setTicket] = useState<string | null>(null)
  const follow = (entered: Entered) => (entered.ticket === null ? enter() : setTicket(entered.ticket))
  const attempt = useMutation({ ...signIn, onSuccess: follow })
  // A sign-in in another tab signs in here too.
  const followSignIn = useEffectEvent((elsewhere: boolean) => {
    if (elsewhere && currentToken()) void enter()
  })
  useEffect(() => onSessionChange(followSignIn), [])

  // Most people arrive by a bookmark of the login page, often with a session: offer to go on, and still let another user sign in.
  const { data: signedIn } = useQuery({
    ...currentUser,
    // A key of its own: the guard's entry must be fetched again after a sign-in.
    queryKey: ['signed-in-at-login'],
    gcTime: 0,
    enabled: currentToken() !== undefined && !failed,
  })

  const form = useForm({
    initial: { userName: '', password: '', remember: false },
    validate: ({ userName, password }) => ({ userName: !userName.trim(), password: !password }),
    onSubmit: ({ userName, ...rest }) => {
      if (!attempt.isPending) attempt.mutate({ userName: userName.trim(), ...rest, company })
    },
    onInvalid: () => attempt.reset(),
  })

  if (ticket !== null) {
    const restart = () => {
      setTicket(null)
      attempt.reset()
    }
    return <SecondFactorStep ticket={ticket} onDone={enter} onRestart={restart} />
  }

  const required = t('errors.fill_required_fields')
  return (
    <form className="auth-form" {...form.props}>
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
        <Field label={t('auth.login.userName')} error={form.faults.userName && required}>
          <TextInput
            {...form.text('userName')}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
          />
        </Field>
        <Field
          label={t('auth.login.password')}
          aside={
            <LoginLink company={company} forgot>
              {t('auth.login.forgot')}
            </LoginLink>
          }
          hint={capsLock && t('auth.login.capsLock')}
          error={form.faults.password && required}
        >
          <PasswordInput
            {...form.text('password')}
            autoComplete="current-password"
            maxLength={1000}
            labels={{ show: t('auth.login.showPassword'), hide: t('auth.login.hidePassword') }}
            {...capsLockListeners}
          />
        </Field>
        <Checkbox {...form.check('remember')}>{t('auth.login.remember')}</Checkbox>
        <Button type="submit" tone="primary" size="lg" block busy={attempt.isPending}>
          {t('auth.login.submit')}
        </Button>
        <p className="auth-other">
          <LoginLink company={company} link>
            {t('auth.login.byLink')}
          </LoginLink>
        </p>
        <PasskeyStep company={company} onEntered={follow} />
      </div>
    </form>
  )
}
