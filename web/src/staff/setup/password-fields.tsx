import { passwordMinLength } from '@portico/contract/auth'
import type { PasswordNames } from '@portico/contract/values/password-names'
import type { ChangeEvent } from 'react'
import { ratePassword } from '../../page/password-strength.ts'
import { StrengthMeter } from '../../page/strength-meter.tsx'
import { useText } from '../../text/use-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'

/** A password that is chosen, typed twice. */
export type NewPassword = { password: string; passwordRepeat: string }

/** The faults of a new password, as texts. */
export type NewPasswordFaults = { password?: string; passwordRepeat?: string }

/** Finds what is wrong with a new password before it is sent. */
export const useFindPasswordFaults = () => {
  const { t } = useText()
  return ({ password, passwordRepeat }: NewPassword): NewPasswordFaults => ({
    ...([...password].length < passwordMinLength && {
      password: t('staffPassword.tooShort', { count: passwordMinLength }),
    }),
    ...(password !== passwordRepeat && { passwordRepeat: t('staffPassword.differ') }),
  })
}

/** What a form gives to one of its inputs. */
export type TextProps = {
  name: string
  defaultValue: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

type PasswordForm = { values: NewPassword; faults: NewPasswordFaults; text: (name: keyof NewPassword) => TextProps }

type PasswordFieldsProps = {
  form: PasswordForm
  /** What a stranger could guess it from. */
  names: PasswordNames
  /** The password that the server found weak. */
  refused: string | undefined
  labels: { password: string; repeat: string }
}

/** The two fields of a new password, with its strength. */
export const PasswordFields = ({ form, names, refused, labels }: PasswordFieldsProps) => {
  const { t } = useText()
  const { password } = form.values
  const strength = ratePassword(password, names, refused)
  const shown = { show: t('staffPassword.show'), hide: t('staffPassword.hide') }
  return (
    <>
      <Field
        label={labels.password}
        hint={t('staffPassword.rules', { count: passwordMinLength })}
        error={form.faults.password}
      >
        <PasswordInput {...form.text('password')} autoComplete="new-password" maxLength={1000} labels={shown} />
        {password && (
          <StrengthMeter
            strength={strength}
            label={t('staffPassword.strength')}
            word={
              strength.level === 'short'
                ? t('staffPassword.missing', { count: strength.missing })
                : t(`staffPassword.level.${strength.level}`)
            }
          />
        )}
      </Field>
      <Field label={labels.repeat} error={form.faults.passwordRepeat}>
        <PasswordInput {...form.text('passwordRepeat')} autoComplete="new-password" maxLength={1000} labels={shown} />
      </Field>
    </>
  )
}
