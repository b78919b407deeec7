import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { useMe } from '../session/use-me.ts'
import { type NewPassword, PasswordFields, useFindPasswordFaults } from '../setup/password-fields.tsx'
import { changePassword } from './data.ts'

type Passwords = NewPassword & { currentPassword: string }

/** Changes the own password. */
export const PasswordForm = () => {
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const me = useMe()
  const [refused, setRefused] = useState<string>()
  const findPasswordFaults = useFindPasswordFaults()
  const change = useMutation(changePassword)
  const form = useForm<Passwords, Partial<Record<keyof Passwords, string>>>({
    initial: { currentPassword: '', password: '', passwordRepeat: '' },
    validate: typed => ({
      ...(!typed.currentPassword && { currentPassword: t('errors.fill_required_fields') }),
      ...findPasswordFaults(typed),
    }),
    onSubmit: ({ currentPassword, password }) => {
      if (change.isPending) return
      change.mutate(
        { currentPassword, newPassword: password },
        {
          onSuccess: () => {
            form.reset()
            toast({ title: localized(t => t('staffAccount.passwordChanged')) })
          },
          onError: error => {
            const { code } = failureOf(error)
            if (code === 'weak_password') {
              setRefused(password)
              form.refuse({ password: t('staffPassword.weak') })
            }
            if (code === 'check_passwords') form.refuse({ currentPassword: t('staffAccount.currentWrong') })
          },
        },
      )
    },
    onInvalid: () => change.reset(),
  })
  return (
    <section className="account-block" aria-labelledby={title}>
      <h2 id={title}>{t('staffAccount.password')}</h2>
      <p>{t('staffAccount.passwordEnds')}</p>
      <form className="form" {...form.props}>
        {change.error && !form.hasFaults && <Alert tone="danger">{text(change.error)}</Alert>}
        <input type="hidden" name="userName" autoComplete="username" value={me.email} readOnly />
        <Field label={t('staffAccount.current')} error={form.faults.currentPassword}>
          <PasswordInput
            {...form.text('currentPassword')}
            autoComplete="current-password"
            maxLength={1000}
            labels={{ show: t('staffPassword.show'), hide: t('staffPassword.hide') }}
          />
        </Field>
        <PasswordFields
          form={form}
          names={{
            own: [me.displayName, me.email],
            organisations: [me.serviceCompany.name, ...me.portals.map(({ webPortalName }) => webPortalName)],
          }}
          refused={refused}
          labels={{ password: t('staffAccount.next'), repeat: t('staffAccount.repeat') }}
        />
        <div className="button-row">
          <Button type="submit" tone="primary" busy={change.isPending}>
            {t('staffAccount.change')}
          </Button>
        </div>
      </form>
    </section>
  )
}
