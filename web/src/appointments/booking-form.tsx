import type { Opened } from '@portico/contract/appointments'
import { Phone } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api.ts'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useLanguage } from '../text/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Textarea } from '../ui/fields/textarea.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import type { BookingFields } from './data.ts'

type Fault = 'start' | 'companyName' | 'phone' | 'email'

type BookingFormProps = {
  opened: Opened
  /** Whether a time is chosen. */
  chosen: boolean
  error: unknown
  busy: boolean
  onSend: (fields: Omit<BookingFields, 'start'>) => void
}

/** Who books, and how to be reached. What the invitation knows is there already. */
export const BookingForm = ({ opened, chosen, error, busy, onSend }: BookingFormProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const failure = useFailureText()
  const [lacked, setLacked] = useState<readonly Fault[]>([])
  // A time is chosen outside of the form.
  const missing = lacked.filter(name => name !== 'start' || !chosen)
  const summary = useRef<HTMLDivElement>(null)
  const { code, fields: refused } = failureOf(error)
  const holdsMany = error instanceof ApiError && error.detail === 'open_bookings'

  useEffect(() => {
    if (error) summary.current?.focus()
  }, [error])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const data = new FormData(form)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const companyName = opened.companyName ?? text('companyName')
    const fields = { companyName, phone: text('phone'), email: text('email'), notes: text('notes'), language }
    const lacking: Fault[] = [
      ...(chosen ? [] : (['start'] as const)),
      ...(companyName ? [] : (['companyName'] as const)),
      ...(fields.phone ? [] : (['phone'] as const)),
    ]
    setLacked(lacking)
    const first = lacking.find(name => name !== 'start')
    if (lacking.includes('start')) document.querySelector<HTMLElement>('.slot[tabindex="0"]')?.focus()
    else if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    if (lacking.length === 0) onSend(fields)
  }

  const lacks = (name: 'companyName' | 'phone') => missing.includes(name) && t(`appointments.lacks.${name}`)
  const isRefused = (name: Fault) => error !== null && refused.includes(`body.${name}`)
  return (
    <form className="form" noValidate onSubmit={submit}>
      {missing.length > 0 && (
        <Alert tone="danger" title={t('errors.fill_required_fields')}>
          {missing.includes('start') && <p>{t('appointments.chooseFirst')}</p>}
        </Alert>
      )}
      {error !== null && missing.length === 0 && (
        <Alert tone="danger" title={holdsMany ? t('appointments.tooMany') : failure(error)} ref={summary}>
          {code === 'error_creating_appointment' && <p>{t('appointments.taken')}</p>}
        </Alert>
      )}
      {opened.companyName === null && (
        <Field label={t('appointments.company')} error={lacks('companyName')}>
          <TextInput name="companyName" autoComplete="organization" maxLength={200} />
        </Field>
      )}
      <div className="field-row">
        <Field
          label={t('appointments.phone')}
          hint={t('appointments.phoneHint')}
          error={lacks('phone') || (isRefused('phone') && t('appointments.phoneWrong'))}
        >
          <TextInput
            name="phone"
            type="tel"
            className="num"
            autoComplete="tel"
            maxLength={40}
            defaultValue={opened.phone ?? ''}
            icon={<Phone className="icon" aria-hidden="true" />}
          />
        </Field>
        <Field
          label={t('appointments.email')}
          mark={t('words.optional')}
          hint={t('appointments.emailHint')}
          error={isRefused('email') && t('appointments.emailWrong')}
        >
          <TextInput
            name="email"
            type="email"
            autoComplete="email"
            maxLength={320}
            spellCheck={false}
            defaultValue={opened.email ?? ''}
          />
        </Field>
      </div>
      <Field label={t('appointments.notes')} mark={t('words.optional')}>
        <Textarea name="notes" maxLength={2000} />
      </Field>
      <div className="button-row button-row--end">
        <Button type="submit" tone="primary" busy={busy}>
          {t('appointments.confirm')}
        </Button>
      </div>
    </form>
  )
}
