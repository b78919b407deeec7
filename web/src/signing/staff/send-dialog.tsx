import { mailAddress } from '@portico/contract/shapes'
import { type PdfRefusal, pdfRefusals } from '@portico/contract/signing'
import { signDaysMax, signersMax, signingTextMax } from '@portico/contract/staff/signatures'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { FileChoice } from '../../staff/parts/file-choice.tsx'
import { DismissButton, FormDialog } from '../../staff/parts/form-dialog.tsx'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { findContacts } from '../../tickets/staff/data.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Textarea } from '../../ui/fields/textarea.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { AsyncCombobox } from '../../ui/select/async-combobox.tsx'
import { send } from './data.ts'

type Signer = { key: number; firstName: string; lastName: string; email: string; phone: string }
type SignerField = Exclude<keyof Signer, 'key'>

const aSigner = (key: number): Signer => ({ key, firstName: '', lastName: '', email: '', phone: '' })
const signerFields = ['firstName', 'lastName', 'email', 'phone'] as const
const inputTypes = { firstName: 'text', lastName: 'text', email: 'email', phone: 'tel' } as const
const usualDays = 15

const isPhone = (text: string) => /^\+?\d{6,15}$/.test(text.replace(/[\s().\-/]/g, '').replace(/^00/, '+'))

type SignerFieldsProps = {
  signer: Signer
  number: number
  isAlone: boolean
  faultOf: (field: SignerField) => string | undefined
  onChange: (field: SignerField, value: string) => void
  onRemove: () => void
}

const SignerFields = ({ signer, number, isAlone, faultOf, onChange, onRemove }: SignerFieldsProps) => {
  const { t } = useText()
  const hints = { email: t('staffSignatures.form.emailHint'), phone: t('staffSignatures.form.phoneHint') }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a frame
    <div className="signer-fields" role="group" aria-label={t('staffSignatures.form.person', { number })}>
      {!isAlone && (
        <div className="signer-head">
          <b>{t('staffSignatures.form.person', { number })}</b>
          <IconButton label={t('staffSignatures.form.remove', { number })} onClick={onRemove}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className="check-grid">
        {signerFields.map(field => (
          <Field
            key={field}
            label={t(`staffSignatures.form.${field}`)}
            hint={field === 'email' || field === 'phone' ? hints[field] : undefined}
            error={faultOf(field)}
          >
            <TextInput
              name={`${field}-${number}`}
              type={inputTypes[field]}
              value={signer[field]}
              maxLength={field === 'email' ? 320 : field === 'phone' ? 40 : 100}
              autoComplete="off"
              onChange={event => onChange(field, event.target.value)}
            />
          </Field>
        ))}
      </div>
    </div>
  )
}

/** Why the file that was sent cannot be signed; undefined for any other failure. */
const refusalOf = (error: unknown): PdfRefusal | undefined => {
  const fault = error instanceof ApiError ? error.errors.find(({ path }) => path === 'body.uploadId') : undefined
  return fault && (pdfRefusals.find(one => one === fault.kind) ?? 'unreadable')
}

/** Sends a PDF to be signed. */
export const SendDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [name, setName] = useState('')
  const [customer, setCustomer] = useState<{ value: number; text: string }>()
  const [signers, setSigners] = useState([aSigner(1)])
  const [days, setDays] = useState(String(usualDays))
  const [message, setMessage] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    ...send(client),
    onSuccess: sent => {
      const [first] = sent
      const name = first ? `${first.signer.firstName} ${first.signer.lastName}` : ''
      toast({ title: localized(t => t('staffSignatures.form.sent', { count: sent.length, name })) })
      void client.invalidateQueries({ queryKey: ['staff', 'signatures'] })
      onClose()
    },
  })

  const refused = refusalOf(sending.error)
  const faultOfSigner = (signer: Signer, field: SignerField): string | undefined => {
    const value = signer[field].trim()
    if (!value) return t('errors.fill_required_fields')
    if (field === 'email' && !mailAddress.test(value)) return t('staffSignatures.form.emailWrong')
    return field === 'phone' && !isPhone(value) ? t('staffSignatures.form.phoneWrong') : undefined
  }
  const areDaysRight = /^\d{1,3}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= signDaysMax
  const isReady =
    file !== undefined &&
    customer !== undefined &&
    areDaysRight &&
    signers.every(signer => signerFields.every(field => faultOfSigner(signer, field) === undefined))

  const submit = () => {
    setChecked(true)
    if (!isReady || sending.isPending) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('.field[data-invalid] :is(input, button)')?.focus(),
      )
      return
    }
    sending.mutate({
      file,
      contactId: customer.value,
      ...(name.trim() && { documentName: name.trim() }),
      signers: signers.map(({ key: _key, ...signer }) => signer),
      days: Number(days),
      message: message.trim() || null,
    })
  }

  return (
    <FormDialog open onClose={onClose} className="dialog dialog--send" title={t('staffSignatures.form.title')}>
      <form
        className="form"
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {sending.error && (
          <Alert tone="danger">
            {refused ? t(`staffSignatures.form.notSignable.${refused}`) : text(sending.error)}
          </Alert>
        )}
        <FileChoice
          label={t('staffSignatures.form.file')}
          choose={t('staffSignatures.form.choose')}
          another={t('staffSignatures.form.another')}
          accept="application/pdf,.pdf"
          file={file}
          error={isChecked && !file ? t('staffSignatures.form.noFile') : undefined}
          onFile={chosen => {
            setFile(chosen)
            setName(now => now || chosen.name.replace(/\.pdf$/i, ''))
          }}
        />
        <Field label={t('staffSignatures.form.name')} hint={t('staffSignatures.form.nameHint')}>
          <TextInput name="documentName" value={name} maxLength={200} onChange={event => setName(event.target.value)} />
        </Field>
        <Field
          as="group"
          label={t('staffSignatures.form.customer')}
          error={isChecked && !customer ? t('staffSignatures.form.noCustomer') : undefined}
        >
          <AsyncCombobox
            label={t('staffSignatures.form.customer')}
            value={customer ?? null}
            onChange={option => setCustomer(option ?? undefined)}
            load={async (term, signal) => ({
              items: (await findContacts(term, signal)).map(({ id, companyName }) => ({
                value: id,
                text: companyName,
              })),
            })}
            labels={{
              placeholder: t('staffSignatures.form.noCustomer'),
              search: t('staffQueue.filter.customerSearch'),
              clearSearch: t('pickers.clearSearch'),
              clear: t('staffQueue.filter.remove', { name: t('staffQueue.filter.customer') }),
              loading: t('pickers.assets.loading'),
              empty: t('staffQueue.filter.customerNone'),
              failed: t('staffQueue.filter.customerFailed'),
              retry: t('words.retry'),
              count: found => t('staffQueue.filter.customerCount', { count: found.length }),
            }}
          />
        </Field>
        <h3 className="signer-title">{t('staffSignatures.form.people')}</h3>
        {signers.map((signer, n) => (
          <SignerFields
            key={signer.key}
            signer={signer}
            number={n + 1}
            isAlone={signers.length === 1}
            faultOf={field => (isChecked ? faultOfSigner(signer, field) : undefined)}
            onChange={(field, value) =>
              setSigners(now => now.map(one => (one.key === signer.key ? { ...one, [field]: value } : one)))
            }
            onRemove={() => setSigners(now => now.filter(({ key }) => key !== signer.key))}
          />
        ))}
        {signers.length < signersMax && (
          <div>
            <Button
              tone="ghost"
              onClick={() => setSigners(now => [...now, aSigner(Math.max(...now.map(s => s.key)) + 1)])}
            >
              <Plus className="icon" aria-hidden="true" />
              {t('staffSignatures.form.add')}
            </Button>
          </div>
        )}
        <Field
          label={t('staffSignatures.form.days')}
          error={isChecked && !areDaysRight ? t('staffSignatures.form.daysWrong', { most: signDaysMax }) : undefined}
        >
          <TextInput
            name="days"
            inputMode="numeric"
            value={days}
            maxLength={3}
            onChange={event => setDays(event.target.value)}
          />
        </Field>
        <Field
          label={t('staffSignatures.form.message')}
          mark={t('staffSignatures.form.optional')}
          hint={t('staffSignatures.form.messageHint')}
        >
          <Textarea
            name="message"
            value={message}
            maxLength={signingTextMax}
            onChange={event => setMessage(event.target.value)}
          />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={sending.isPending}>
            {t('staffSignatures.form.send', { count: signers.length })}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
