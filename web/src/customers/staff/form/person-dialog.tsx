import { type Language, languages } from '@portico/contract/language'
import type { PersonChange, StaffPerson } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { languageNames } from '../../../text/languages.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { changePersonOf, customer } from '../data.ts'
import { isAddress } from './customer-details.ts'
import './form.css'

type Values = { referentName: string; email: string; phone: string; language: Language | '' }
type Faults = Partial<Record<keyof Values, string>>

type PersonDialogProps = { contactid: number; person: StaffPerson; onClose: () => void }

const valuesOf = ({ referentName, email, phone, language }: StaffPerson): Values => ({
  referentName,
  email: email ?? '',
  phone: phone ?? '',
  language: language ?? '',
})

/** What is typed in place of what the person had. */
const changesOf = (before: Values, typed: Values): PersonChange => ({
  ...(typed.referentName.trim() !== before.referentName && { referentName: typed.referentName.trim() }),
  ...(typed.email.trim() !== before.email && { email: typed.email.trim() }),
  ...(typed.phone.trim() !== before.phone && { phone: typed.phone.trim() || null }),
  ...(typed.language !== before.language && { language: typed.language || null }),
})

/** Changes name, address, number and language of a person. */
export const PersonDialog = ({ contactid, person, onClose }: PersonDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const changing = useMutation(changePersonOf(client, contactid))
  const known = useRef(person)
  const [isCrossed, setCrossed] = useState(false)
  const { referentName: name, isWithinReach } = person

  const onError = async (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (fields.includes('body.email'))
      return form.refuse({
        email: code === 'conflict' ? t('staffCustomers.personForm.emailTaken') : t('staffCustomers.form.emailWrong'),
      })
    if (code !== 'conflict') return
    const fresh = await client.fetchQuery({ ...customer(contactid), staleTime: 0 })
    known.current = fresh.people.find(({ id }) => id === person.id) ?? known.current
    setCrossed(true)
  }
  const form = useForm<Values, Faults>({
    initial: valuesOf(person),
    validate: typed => ({
      ...(!typed.referentName.trim() && { referentName: t('staffCustomers.form.missing') }),
      ...((typed.email.trim() || person.email !== null) &&
        !isAddress(typed.email) && { email: t('staffCustomers.form.emailWrong') }),
    }),
    onSubmit: typed => {
      setCrossed(false)
      // Against what the form began with: what somebody else has changed since stays, unless it was typed here too.
      const body = changesOf(valuesOf(person), typed)
      changing.mutate(
        { personid: person.id, version: known.current.version, body },
        {
          onSuccess: () => {
            toast({ title: localized(t => t('staffCustomers.form.saved')) })
            onClose()
          },
          onError: error => void onError(error),
        },
      )
    },
  })
  const { faults } = form
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--form"
      title={t('staffCustomers.personForm.title', { name })}
    >
      <form className="form" {...form.props}>
        {isCrossed && <Alert tone="warning">{t('staffCustomers.personForm.crossed')}</Alert>}
        {changing.error && !isCrossed && !form.hasFaults && <Alert tone="danger">{text(changing.error)}</Alert>}
        {!isWithinReach && <Alert tone="info">{t('staffCustomers.person.beyond', { name })}</Alert>}
        <Field label={t('staffCustomers.personForm.name')} error={faults.referentName}>
          <TextInput {...form.text('referentName')} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <Field
          label={t('staffCustomers.personForm.email')}
          hint={t('staffCustomers.personForm.emailHint')}
          error={faults.email}
        >
          <TextInput
            {...form.text('email')}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
            disabled={!isWithinReach}
          />
        </Field>
        <Field label={t('staffCustomers.personForm.phone')} hint={t('staffCustomers.personForm.phoneHint')}>
          <TextInput {...form.text('phone')} type="tel" autoComplete="off" maxLength={60} disabled={!isWithinReach} />
        </Field>
        {isWithinReach && (
          <Field as="group" label={t('staffCustomers.personForm.language')}>
            <Select
              label={t('staffCustomers.personForm.language')}
              openOn="click"
              options={[
                { value: '', text: t('staffCustomers.personForm.anyLanguage') },
                ...languages.map(language => ({ value: language, text: languageNames[language] })),
              ]}
              value={form.values.language}
              onChange={language => form.set('language', language as Language | '')}
            />
          </Field>
        )}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={changing.isPending}>
            {t('staffCustomers.form.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
