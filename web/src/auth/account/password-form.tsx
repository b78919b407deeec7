import { passwordMinLength } from '@portico/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { failureOf, localizedFailure, useFailureText } from '../../api/failures.ts'
import { type LocalizedText, localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { changePassword } from '../data.ts'

const names = ['currentPassword', 'password', 'passwordRepeat'] as const
type Passwords = Record<(typeof names)[number], string>
type Faults = Partial<Record<keyof Passwords, LocalizedText>>

const required: LocalizedText = t => t('errors.fill_required_fields')

const labels = { currentPassword: 'current', password: 'next', passwordRepeat: 'repeat' } as const

const findFaults = (typed: Passwords): Faults => ({
  ...(typed.password.length < passwordMinLength && {
    password: t => t('auth.account.tooShort', { count: passwordMinLength }),
  }),
  ...(typed.password !== typed.passwordRepeat && { passwordRepeat: t => t('auth.account.differ') }),
  ...Object.fromEntries(names.filter(name => !typed[name]).map(name => [name, required])),
})

/** The faults that the server found, by field. */
const readFaults = (error: unknown): Faults => {
  const { code, fields } = failureOf(error)
  if (fields.includes('body.currentPassword')) return { currentPassword: t => t('auth.account.currentWrong') }
  return code === 'weak_password' ? { password: localizedFailure(error) } : {}
}

/** Changes the password. */
export const PasswordForm = () => {
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const change = useMutation(changePassword)

  const form = useForm({
    initial: { currentPassword: '', password: '', passwordRepeat: '' },
    validate: findFaults,
    onSubmit: typed =>
      change.mutate(typed, {
        onSuccess: () => {
          form.reset()
          toast({ title: localized(t => t('auth.account.changed')) })
        },
        onError: error => form.refuse(readFaults(error)),
      }),
    onInvalid: () => change.reset(),
  })

  const shown = { show: t('auth.login.showPassword'), hide: t('auth.login.hidePassword') }
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('auth.account.password')}</h2>
      <p className="page-sub">
        {t('auth.account.passwordRules')} {t('auth.account.passwordEnds')}
      </p>
      <form className="form" {...form.props}>
        {change.error && !form.hasFaults && <Alert tone="danger" title={text(change.error)} />}
        {names.map(name => (
          <Field key={name} label={t(`auth.account.${labels[name]}`)} error={form.faults[name]?.(t)}>
            <PasswordInput
              {...form.text(name)}
              labels={shown}
              maxLength={1000}
              autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
            />
          </Field>
        ))}
        <div className="button-row">
          <Button type="submit" tone="primary" busy={change.isPending}>
            {t('auth.account.change')}
          </Button>
        </div>
      </form>
    </section>
  )
}
