import { type Confirmation, passwordMinLength } from '@portico/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../api/failures.ts'
import { usePortal } from '../session/use-here.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { setPassword } from './data.ts'
import { strengthOf } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'

type Faults = { password?: string; passwordRepeat?: string }

/** Sets and repeats the password of an invitation or a recovery, and signs in (decisions 3). */
export const ConfirmForm = ({ confirmation, linkKey }: { confirmation: Confirmation; linkKey: string }) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const navigate = useNavigate()
  const { kind, userName, companyName, webPortalKey } = confirmation
  const [password, setTyped] = useState('')
  const [refused, setRefused] = useState<string>()
  const [faults, setFaults] = useState<Faults>({})
  const portalName = usePortal()?.webPortalName
  const names = { own: [userName], organisations: [companyName, webPortalKey, portalName ?? ''] }
  const set = useMutation({
    mutationFn: (passwordRepeat: string) => setPassword(linkKey, { password, passwordRepeat }),
    onSuccess: () => navigate({ href: `/${webPortalKey}`, replace: true }),
    onError: error => {
      const { code } = failureOf(error)
      if (code === 'weak_password') {
        setFaults({ password: text(error) })
        setRefused(password)
      }
      if (code === 'check_passwords') setFaults({ passwordRepeat: text(error) })
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const repeat = String(new FormData(form).get('passwordRepeat') ?? '')
    const found: Faults = {
      ...([...password].length < passwordMinLength && { password: t('errors.weak_password') }),
      ...(password !== repeat && { passwordRepeat: t('errors.check_passwords') }),
    }
    setFaults(found)
    const first = found.password ? 'password' : found.passwordRepeat ? 'passwordRepeat' : undefined
    if (first) return form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    if (!set.isPending) set.mutate(repeat)
  }

  const labels = { show: t('auth.login.showPassword'), hide: t('auth.login.hidePassword') }
  const isElsewhere = set.error && !faults.password && !faults.passwordRepeat
  return (
    <form className="auth-form" noValidate onSubmit={submit}>
      <div>
        <h1 className="page-title">{t(`access.confirm.${kind}`)}</h1>
        <p>
          {t(kind === 'invitation' ? 'access.confirm.forInvitation' : 'access.confirm.forRecovery', {
            userName,
            companyName,
          })}
        </p>
      </div>
      {isElsewhere && <Alert tone="danger" title={text(set.error)} />}
      <div className="form">
        <input type="hidden" name="userName" autoComplete="username" value={userName} readOnly />
        <Field
          label={t('access.confirm.password')}
          hint={t('access.confirm.rules', { count: passwordMinLength })}
          error={faults.password}
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            maxLength={1000}
            labels={labels}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {password && <StrengthMeter strength={strengthOf(password, names, refused)} />}
        </Field>
        <Field label={t('access.confirm.repeat')} error={faults.passwordRepeat}>
          <PasswordInput name="passwordRepeat" autoComplete="new-password" maxLength={1000} labels={labels} />
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={set.isPending}>
          {t('access.confirm.submit')}
        </Button>
      </div>
    </form>
  )
}
