import { passwordMinLength } from '@portico/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, sayFailure, useFailureText } from '../api/failures.ts'
import { type Say, spoken } from '../text/spoken.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { changePassword } from './data.ts'

const names = ['currentPassword', 'password', 'passwordRepeat'] as const
type Name = (typeof names)[number]
type Faults = Partial<Record<Name, Say>>

const required: Say = t => t('errors.fill_required_fields')

const labels = { currentPassword: 'current', password: 'next', passwordRepeat: 'repeat' } as const

/** Changes the password, with the rules said beforehand (decisions 2, 3). */
export const PasswordForm = () => {
  const { t } = useTranslation()
  const text = useFailureText()
  const title = useId()
  const [faults, setFaults] = useState<Faults>({})
  const change = useMutation(changePassword)

  const faultsOf = (typed: Record<Name, string>): Faults => ({
    ...(typed.password.length < passwordMinLength && {
      password: t => t('auth.account.tooShort', { count: passwordMinLength }),
    }),
    ...(typed.password !== typed.passwordRepeat && { passwordRepeat: t => t('auth.account.differ') }),
    ...Object.fromEntries(names.filter(name => !typed[name]).map(name => [name, required])),
  })

  // What belongs to one field is said there, and there alone.
  const faultOf = (error: unknown): Faults => {
    const { code, fields } = failureOf(error)
    if (fields.includes('body.currentPassword')) return { currentPassword: t => t('auth.account.currentWrong') }
    return code === 'weak_password' ? { password: sayFailure(error) } : {}
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const typed = Object.fromEntries(names.map(name => [name, String(data.get(name) ?? '')])) as Record<Name, string>
    const found = faultsOf(typed)
    const first = names.find(name => found[name])
    setFaults(found)
    change.reset()
    if (first) return form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    change.mutate(typed, {
      onSuccess: () => {
        form.reset()
        toast({ title: spoken(t => t('auth.account.changed')) })
      },
      onError: error => setFaults(faultOf(error)),
    })
  }

  const shown = { show: t('auth.login.showPassword'), hide: t('auth.login.hidePassword') }
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('auth.account.password')}</h2>
      <p className="page-sub">
        {t('auth.account.passwordRules')} {t('auth.account.passwordEnds')}
      </p>
      <form className="form" noValidate onSubmit={submit}>
        {change.error && !names.some(name => faults[name]) && <Alert tone="danger" title={text(change.error)} />}
        {names.map(name => (
          <Field key={name} label={t(`auth.account.${labels[name]}`)} error={faults[name]?.(t)}>
            <PasswordInput
              name={name}
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
