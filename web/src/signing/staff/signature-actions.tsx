import { signingTextMax } from '@portico/contract/staff/signatures'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, FileX2, Mail } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api.ts'
import { failureOf } from '../../api/failures.ts'
import { DismissButton, FormDialog } from '../../staff/parts/form-dialog.tsx'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Textarea } from '../../ui/fields/textarea.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { change, type OpenSignature, remindAgain, withdraw } from './data.ts'
import { useSignatureWords } from './use-signature-words.ts'

type DialogProps = { document: OpenSignature; onClose: () => void }
type Values = { validUntil: string; phone: string; email: string }

const ChangeDialog = ({ document, onClose }: DialogProps) => {
  const { t } = useText()
  const { dayOf } = useStaffFormat()
  const { failureOf: textOf } = useSignatureWords()
  const client = useQueryClient()
  const { signer, validUntil } = document
  const initial: Values = {
    validUntil: validUntil ? dayOf(new Date(validUntil)) : '',
    phone: signer.phone ?? '',
    email: signer.email ?? '',
  }
  const changing = useMutation({
    ...change(client, document),
    onSuccess: () => {
      toast({ title: localized(t => t('staffSignatures.extended')) })
      onClose()
    },
    onError: error => {
      const { fields } = failureOf(error)
      if (fields.includes('body.phone')) form.refuse({ phone: t('staffSignatures.form.phoneWrong') })
      if (fields.includes('body.email')) form.refuse({ email: t('staffSignatures.form.emailWrong') })
      if (fields.includes('body.validUntil'))
        form.refuse({ validUntil: t('staffSignatures.form.daysWrong', { most: 365 }) })
    },
  })
  const form = useForm<Values, Partial<Record<keyof Values, string>>>({
    initial,
    validate: () => ({}),
    onSubmit: values => {
      const names = ['validUntil', 'phone', 'email'] as const
      const changed = names.filter(name => values[name].trim() !== initial[name] && values[name].trim())
      if (changed.length === 0) return onClose()
      changing.mutate(Object.fromEntries(changed.map(name => [name, values[name].trim()])))
    },
  })
  return (
    <FormDialog open onClose={onClose} title={t('staffSignatures.extendTitle')}>
      <form className="form" {...form.props}>
        {changing.error && !form.hasFaults && <Alert tone="danger">{textOf(changing.error)}</Alert>}
        <Field label={t('staffSignatures.extendUntil')} error={form.faults.validUntil}>
          <TextInput {...form.text('validUntil')} type="date" min={dayOf(new Date())} />
        </Field>
        <Field label={t('staffSignatures.form.phone')} error={form.faults.phone}>
          <TextInput {...form.text('phone')} type="tel" maxLength={40} autoComplete="off" />
        </Field>
        <Field label={t('staffSignatures.form.email')} error={form.faults.email}>
          <TextInput {...form.text('email')} type="email" maxLength={320} autoComplete="off" />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={changing.isPending}>
            {t('staffSignatures.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

const WithdrawDialog = ({ document, onClose }: DialogProps) => {
  const { t } = useText()
  const { failureOf: textOf, signerOf } = useSignatureWords()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const withdrawing = useMutation({
    ...withdraw(client, document.id),
    onSuccess: () => {
      toast({ title: localized(t => t('staffSignatures.withdrawn')) })
      onClose()
    },
  })
  const name = signerOf(document)
  return (
    <FormDialog open onClose={onClose} role="alertdialog" title={t('staffSignatures.withdrawTitle')}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          if (!withdrawing.isPending) withdrawing.mutate(reason.trim() || null)
        }}
      >
        {withdrawing.error && <Alert tone="danger">{textOf(withdrawing.error)}</Alert>}
        <p>{t('staffSignatures.withdrawText', { name })}</p>
        <Field label={t('staffSignatures.withdrawReason')} hint={t('staffSignatures.withdrawReasonHint', { name })}>
          <Textarea
            value={reason}
            maxLength={signingTextMax}
            data-autofocus=""
            onChange={event => setReason(event.target.value)}
          />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="danger-solid" busy={withdrawing.isPending}>
            {t('staffSignatures.withdraw')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** What the staff can do with a document that is not signed. */
export const SignatureActions = ({ document }: { document: OpenSignature }) => {
  const { t } = useText()
  const { failureOf: textOf, signerOf } = useSignatureWords()
  const client = useQueryClient()
  const [asked, setAsked] = useState<'again' | 'change' | 'withdraw'>()
  const close = () => setAsked(undefined)
  const { id, status, signer } = document
  const reminding = useMutation({
    ...remindAgain(client, id),
    onSuccess: () => {
      close()
      toast({ title: localized(t => t('staffSignatures.reminded', { email: signer.email })) })
    },
    onError: error => setAsked(error instanceof ApiError && error.detail === 'mailed' ? 'again' : undefined),
  })
  const isMailed = reminding.error instanceof ApiError && reminding.error.detail === 'mailed'
  if (status !== 'unsigned' && status !== 'expired') return null
  return (
    <div className="published-actions">
      {reminding.error && !isMailed && <Alert tone="danger">{textOf(reminding.error)}</Alert>}
      {status === 'unsigned' && signer.email && (
        <Button busy={reminding.isPending} onClick={() => reminding.mutate(false)}>
          <Mail className="icon" aria-hidden="true" />
          {t('staffSignatures.remind')}
        </Button>
      )}
      <Button onClick={() => setAsked('change')}>
        <CalendarClock className="icon" aria-hidden="true" />
        {t('staffSignatures.extend')}
      </Button>
      <Button onClick={() => setAsked('withdraw')}>
        <FileX2 className="icon" aria-hidden="true" />
        {t('staffSignatures.withdraw')}
      </Button>
      <ConfirmDialog
        open={asked === 'again'}
        title={t('staffSignatures.remindAgain.title')}
        confirm={t('staffSignatures.remindAgain.confirm')}
        cancel={t('words.cancel')}
        busy={reminding.isPending}
        onConfirm={() => reminding.mutate(true)}
        onCancel={close}
      >
        {t('staffSignatures.remindAgain.text', { name: signerOf(document) })}
      </ConfirmDialog>
      {asked === 'change' && <ChangeDialog document={document} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog document={document} onClose={close} />}
    </div>
  )
}
