import type { StaffSignedIn } from '@portico/contract/staff/session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { hasPasskeys } from '../../page/passkeys/device.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { staffSignIn } from '../session/data.ts'
import { notifyTabs } from '../session/session.ts'
import { useStaffFormat } from '../session/use-staff-format.ts'
import { useStaffScreen } from '../session/use-staff-screen.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { StaffAuthPage } from './staff-auth-page.tsx'

type Credentials = { email: string; password: string }

/** Why the sign-in did not succeed, in words for the staff. */
const useSignInText = () => {
  const { t } = useText()
  const text = useFailureText()
  const { clock } = useStaffFormat()
  return (error: unknown) => {
    const { code, retryAfter } = failureOf(error)
    if (code === 'wrong_credentials') return t('staffAccess.wrong')
    if (code === 'too_many_requests' && retryAfter)
      return t('staffAccess.tryAgainAt', { time: clock(new Date(Date.now() + retryAfter * 1000).toISOString()) })
    return text(error)
  }
}

/** The sign-in of the staff: address and password, and the company where both open several. */
export const SignInScreen = () => {
  const { t } = useText()
  const { back, ended } = useSearch({ from: '/login' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const text = useSignInText()
  const [choice, setChoice] = useState<{ credentials: Credentials; companies: StaffSignedIn['companies'] }>()
  useStaffScreen('staff-login', t('staffAccess.title'))

  const enter = () => {
    queryClient.clear()
    router.history.replace(back ?? '/staff')
  }
  const attempt = useMutation({
    ...staffSignIn,
    onSuccess: ({ next, companies }, { email, password }) => {
      if (next === 'company') return setChoice({ credentials: { email, password }, companies })
      if (next) {
        const search = { ...(back && { back }), ...(next !== 'totp' && { due: next }) }
        return void router.navigate({ to: '/second-factor', search, replace: true })
      }
      enter()
    },
  })
  const enterByPasskey = () => {
    notifyTabs('signed-in')
    enter()
  }
  const form = useForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({ email: !email.trim(), password: !password }),
    onSubmit: ({ email, password }) => {
      if (!attempt.isPending) attempt.mutate({ email: email.trim(), password })
    },
    onInvalid: () => attempt.reset(),
  })
  const failed = attempt.error && <Alert tone="danger">{text(attempt.error)}</Alert>

  if (choice)
    return (
      <StaffAuthPage>
        <section className="auth-card">
          <header>
            <h1>{t('staffAccess.company')}</h1>
            <p>{t('staffAccess.companyHint')}</p>
          </header>
          {failed}
          {choice.companies.map(({ id, name }) => (
            <Button
              key={id}
              size="lg"
              block
              busy={attempt.isPending && attempt.variables.company === id}
              onClick={() => attempt.mutate({ ...choice.credentials, company: id })}
            >
              {name}
            </Button>
          ))}
          <button type="button" className="link-button" onClick={() => setChoice(undefined)}>
            {t('staffAccess.back')}
          </button>
        </section>
      </StaffAuthPage>
    )
  const required = t('errors.fill_required_fields')
  return (
    <StaffAuthPage>
      <section className="auth-card">
        <header>
          <h1>{t('staffAccess.title')}</h1>
          <p>{t(hasPasskeys() ? 'staffAccess.hintPasskey' : 'staffAccess.hint')}</p>
        </header>
        {ended && attempt.isIdle && <Alert tone="info">{t('staffAccess.ended')}</Alert>}
        {failed}
        {hasPasskeys() && <PasskeySignIn onEntered={enterByPasskey} />}
        <form className="form" {...form.props}>
          <Field label={t('staffAccess.email')} error={form.faults.email && required}>
            <TextInput
              {...form.text('email')}
              inputMode="email"
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={320}
            />
          </Field>
          <Field label={t('staffAccess.password')} error={form.faults.password && required}>
            <PasswordInput
              {...form.text('password')}
              autoComplete="current-password"
              maxLength={1000}
              labels={{ show: t('staffAccess.showPassword'), hide: t('staffAccess.hidePassword') }}
            />
          </Field>
          <Button type="submit" tone={hasPasskeys() ? 'secondary' : 'primary'} size="lg" block busy={attempt.isPending}>
            {t('staffAccess.submit')}
          </Button>
        </form>
      </section>
    </StaffAuthPage>
  )
}
