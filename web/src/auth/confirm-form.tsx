import { type Confirmation, passwordMinLength } from '@portico/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf, useFailureText } from '../api/failures.ts'
import { ratePassword } from '../page/password-strength.ts'
import { StrengthMeter } from '../page/strength-meter.tsx'
import { usePortal } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { PasswordInput } from '../ui/fields/password-input.tsx'
import { useForm } from '../ui/fields/use-form.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { setPassword } from './data.ts'
import { SecondFactorStep } from './second-factor-step.tsx'

type Faults = { password?: string; passwordRepeat?: string }

/** Sets the password of an invitation or a recovery, typed twice, and signs in. */
export const ConfirmForm = ({ confirmation, linkKey }: { confirmation: Confirmation; linkKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const { kind, userName, companyName, webPortalKey } = confirmation
  const [weakPassword, setWeakPassword] = useState<string>()
  const portalName = usePortal()?.webPortalName
  const names = { own: [userName], organisations: [companyName, webPortalKey, portalName ?? ''] }
  const go = () => navigate({ href: `/${webPortalKey}`, replace: true })
  const set = useMutation({
    ...setPassword(linkKey),
    onSuccess: ({ ticket }) => ticket === null && go(),
    onError: (error, { password }) => {
      const { code } = failureOf(error)
      if (code === 'weak_password') {
        form.refuse({ password: text(error) })
        setWeakPassword(password)
      }
      if (code === 'check_passwords') form.refuse({ passwordRepeat: text(error) })
    },
  })

  const form = useForm({
    initial: { password: '', passwordRepeat: '' },
    validate: ({ password, passwordRepeat }): Faults => ({
      ...([...password].length < passwordMinLength && { password: t('errors.weak_password') }),
      ...(password !== passwordRepeat && { passwordRepeat: t('errors.check_passwords') }),
    }),
    onSubmit: typed => {
      if (!set.isPending) set.mutate(typed)
    },
  })
  const { password } = form.values
  const strength = ratePassword(password, names, weakPassword)

  if (set.data?.ticket)
    return (
      <SecondFactorStep
        ticket={set.data.ticket}
        onDone={go}
        onRestart={() => navigate({ href: `/${webPortalKey}/Login` })}
      />
    )

  const labels = { show: t('auth.login.showPassword'), hide: t('auth.login.hidePassword') }
  return (
    <form className="auth-form" {...form.props}>
      <div>
        <h1 className="page-title">{t(`access.confirm.${kind}`)}</h1>
        <p>
          {t(kind === 'invitation' ? 'access.confirm.forInvitation' : 'access.confirm.forRecovery', {
            userName,
            companyName,
          })}
        </p>
      </div>
      {set.error && !form.hasFaults && <Alert tone="danger" title={text(set.error)} />}
      <div className="form">
        <input type="hidden" name="userName" autoComplete="username" value={userName} readOnly />
        <Field
          label={t('access.confirm.password')}
          hint={t('access.confirm.rules', { count: passwordMinLength })}
          error={form.faults.password}
        >
          <PasswordInput {...form.text('password')} autoComplete="new-password" maxLength={1000} labels={labels} />
          {password && (
            <StrengthMeter
              strength={strength}
              label={t('access.confirm.strength')}
              word={
                strength.level === 'short'
                  ? t('access.confirm.missing', { count: strength.missing })
                  : t(`access.confirm.${strength.level}`)
              }
            />
          )}
        </Field>
        <Field label={t('access.confirm.repeat')} error={form.faults.passwordRepeat}>
          <PasswordInput
            {...form.text('passwordRepeat')}
            autoComplete="new-password"
            maxLength={1000}
            labels={labels}
          />
        </Field>
        <Button type="submit" tone="primary" size="lg" block busy={set.isPending}>
          {t('access.confirm.submit')}
        </Button>
      </div>
    </form>
  )
}
