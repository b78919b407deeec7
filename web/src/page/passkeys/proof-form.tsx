import type { ProofKind } from '@portico/contract/errors'
import type { PasskeyRequest, StaffProof } from '@portico/contract/sign-in/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { askPasskey } from './device.ts'
import { passkeyFault } from './fault-text.ts'

type ProofFormProps = {
  request: () => Promise<PasskeyRequest>
  /** What its user has, as the server says; none where only a new sign-in helps. */
  proofs: readonly ProofKind[]
  busy: boolean
  error: unknown
  onProof: (proof: StaffProof) => void
  onCancel: () => void
}

/** Asks somebody who signed in a while ago for what they have: the password, with a code where both are needed, or a passkey. */
export const ProofForm = ({ request, proofs, busy, error, onProof, onCancel }: ProofFormProps) => {
  const { t } = useText()
  const text = useFailureText()
  const hasPassword = proofs.includes('password')
  const hasPasskey = proofs.includes('passkey')
  const [asksCode, setAsksCode] = useState(proofs.includes('code'))
  const [sent, setSent] = useState('')
  const sign = useMutation({
    mutationFn: async () => askPasskey(await request()),
    onSuccess: passkey => onProof({ passkey }),
  })
  const form = useForm({
    initial: { password: '', code: '' },
    validate: ({ password, code }) => ({ password: !password, code: asksCode && !code.trim() }),
    onSubmit: ({ password, code }) => {
      setSent(code)
      if (!busy) onProof({ currentPassword: password, ...(asksCode && { code: code.trim() }) })
    },
  })
  const fields = error ? failureOf(error).fields : []
  const lacksCode = fields.includes('body.code')
  if (lacksCode && !asksCode) setAsksCode(true)
  const isWrong = fields.includes('body.currentPassword')
  const fault = fields.includes('body.passkey')
    ? t('ownPasskeys.wrongPasskey')
    : sign.error
      ? passkeyFault(sign.error)(t)
      : Boolean(error) && !isWrong && !lacksCode && passkeyFault(error)(t)
  const kind = hasPassword ? (hasPasskey ? 'either' : 'password') : hasPasskey ? 'passkey' : 'none'
  const byPasskey = (
    <Button
      {...(!hasPassword && { tone: 'primary', 'data-autofocus': true })}
      busy={sign.isPending}
      onClick={() => sign.mutate()}
    >
      {t('ownPasskeys.usePasskey')}
    </Button>
  )
  if (!hasPassword)
    return (
      <div className="form">
        <p>{t(`ownPasskeys.proof.${kind}`)}</p>
        {fault && <Alert tone="danger" title={fault} />}
        <div className="button-row">
          <Button onClick={onCancel}>{t(hasPasskey ? 'words.cancel' : 'words.close')}</Button>
          {hasPasskey && byPasskey}
        </div>
      </div>
    )
  return (
    <form className="form" {...form.props}>
      <p>{t(`ownPasskeys.proof.${kind}`)}</p>
      {fault && <Alert tone="danger" title={fault} />}
      <Field
        label={t('ownPasskeys.password')}
        error={form.faults.password ? t('errors.fill_required_fields') : isWrong && t('ownPasskeys.wrongPassword')}
      >
        <PasswordInput
          {...form.text('password')}
          autoComplete="current-password"
          maxLength={1000}
          labels={{ show: t('ownPasskeys.showPassword'), hide: t('ownPasskeys.hidePassword') }}
          data-autofocus
        />
      </Field>
      {asksCode && (
        <Field
          label={t('ownPasskeys.code')}
          error={
            form.faults.code
              ? t('errors.fill_required_fields')
              : lacksCode && sent !== '' && form.values.code === sent && text(error)
          }
        >
          <TextInput
            {...form.text('code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            autoFocus={!proofs.includes('code')}
          />
        </Field>
      )}
      <div className="button-row">
        <Button onClick={onCancel}>{t('words.cancel')}</Button>
        {hasPasskey && byPasskey}
        <Button type="submit" tone="primary" busy={busy && !sign.isPending}>
          {t('ownPasskeys.confirm')}
        </Button>
      </div>
    </form>
  )
}
