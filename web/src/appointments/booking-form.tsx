import type { Opened } from '@portico/contract/appointments'
import { Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api.ts'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Textarea } from '../ui/fields/textarea.tsx'
import { useForm } from '../ui/fields/use-form.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import type { BookingFields } from './data.ts'

type BookingFormProps = {
  opened: Opened
  /** Whether a time is selected. */
  chosen: boolean
  error: unknown
  busy: boolean
  onSend: (fields: Omit<BookingFields, 'start' | 'attempt'>) => void
}

/** Who books, and how to reach them. What the invitation knows is filled in. */
export const BookingForm = ({ opened, chosen, error, busy, onSend }: BookingFormProps) => {
  const { t } = useText()
  const language = useLanguage()
  const failure = useFailureText()
  const summary = useRef<HTMLDivElement>(null)
  /** How often the form was submitted with faults. */
  const [refusals, setRefusals] = useState(0)
  const { code, fields: refused } = failureOf(error)
  const holdsMany = error instanceof ApiError && error.detail === 'open_bookings'

  useEffect(() => {
    if (error) summary.current?.focus()
  }, [error])

  const form = useForm({
    initial: {
      companyName: opened.companyName ?? '',
      phone: opened.phone ?? '',
      email: opened.email ?? '',
      notes: '',
    },
    validate: ({ companyName, phone }) => ({
      // The time is chosen outside of the form.
      start: !chosen,
      companyName: !companyName.trim(),
      phone: !phone.trim(),
    }),
    onSubmit: ({ companyName, phone, email, notes }) => {
      if (busy) return
      onSend({
        companyName: companyName.trim(),
        phone: phone.trim(),
        email: email.trim(),
        notes: notes.trim(),
        language,
      })
    },
    onInvalid: () => setRefusals(refusals + 1),
  })
  const { start, companyName, phone } = form.faults
  // Not a field of the form, so useForm cannot focus it.
  useEffect(() => {
    if (start && refusals > 0) document.querySelector<HTMLElement>('.slot[tabindex="0"]')?.focus()
  }, [start, refusals])

  const isRefused = (name: 'phone' | 'email') => error !== null && refused.includes(`body.${name}`)
  return (
    <form className="form" {...form.props}>
      {form.hasFaults && (
        <Alert tone="danger" title={t('errors.fill_required_fields')}>
          {start && <p>{t('appointments.chooseFirst')}</p>}
        </Alert>
      )}
      {error !== null && !form.hasFaults && (
        <Alert tone="danger" title={holdsMany ? t('appointments.tooMany') : failure(error)} ref={summary}>
          {code === 'error_creating_appointment' && <p>{t('appointments.taken')}</p>}
        </Alert>
      )}
      {opened.companyName === null && (
        <Field label={t('appointments.company')} error={companyName && t('appointments.lacks.companyName')}>
          <TextInput {...form.text('companyName')} autoComplete="organization" maxLength={200} />
        </Field>
      )}
      <div className="field-row">
        <Field
          label={t('appointments.phone')}
          hint={t('appointments.phoneHint')}
          error={(phone && t('appointments.lacks.phone')) || (isRefused('phone') && t('appointments.phoneWrong'))}
        >
          <TextInput
            {...form.text('phone')}
            type="tel"
            className="num"
            autoComplete="tel"
            maxLength={40}
            icon={<Phone className="icon" aria-hidden="true" />}
          />
        </Field>
        <Field
          label={t('appointments.email')}
          mark={t('words.optional')}
          hint={t('appointments.emailHint')}
          error={isRefused('email') && t('appointments.emailWrong')}
        >
          <TextInput {...form.text('email')} type="email" autoComplete="email" maxLength={320} spellCheck={false} />
        </Field>
      </div>
      <Field label={t('appointments.notes')} mark={t('words.optional')}>
        <Textarea {...form.text('notes')} maxLength={2000} />
      </Field>
      <div className="button-row button-row--end">
        <Button type="submit" tone="primary" busy={busy}>
          {t('appointments.confirm')}
        </Button>
      </div>
    </form>
  )
}
