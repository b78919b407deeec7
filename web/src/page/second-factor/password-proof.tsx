import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'

type PasswordProofProps = {
  submit: string
  danger?: boolean
  busy: boolean
  error: unknown
  onSubmit: (password: string) => void
  onCancel: () => void
}

/** Asks for the current password before a change of how one signs in. */
export const PasswordProof = ({ submit, danger, busy, error, onSubmit, onCancel }: PasswordProofProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: !password }),
    onSubmit: ({ password }) => {
      if (!busy) onSubmit(password)
    },
  })
  const isWrong = Boolean(error) && failureOf(error).fields.includes('body.currentPassword')
  const fault = form.faults.password ? t('errors.fill_required_fields') : isWrong && t('signInFactor.app.currentWrong')
  return (
    <form className="form" {...form.props}>
      {Boolean(error) && !isWrong && <Alert tone="danger" title={text(error)} />}
      <Field label={t('signInFactor.app.password')} error={fault}>
        <PasswordInput
          {...form.text('password')}
          autoComplete="current-password"
          maxLength={1000}
          labels={{ show: t('signInFactor.app.showPassword'), hide: t('signInFactor.app.hidePassword') }}
          data-autofocus
        />
      </Field>
      <div className="button-row">
        <Button onClick={onCancel}>{t('words.cancel')}</Button>
        <Button type="submit" tone={danger ? 'danger' : 'primary'} busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
