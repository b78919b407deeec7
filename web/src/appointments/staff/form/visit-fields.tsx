import { titleMaxLength } from '@portico/contract/tickets'
import { useId } from 'react'
import { useText } from '../../../text/use-text.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import type { useForm } from '../../../ui/fields/use-form.ts'
import type { VisitValues } from './visit-values.ts'

type VisitFieldsProps = {
  form: ReturnType<typeof useForm<VisitValues, Partial<Record<keyof VisitValues, string>>>>
  /** Kinds of work to choose from; any other may be typed. */
  types: readonly string[]
}

/** What is done on a visit, where, and who is mailed. */
export const VisitFields = ({ form, types }: VisitFieldsProps) => {
  const { t } = useText()
  const list = useId()
  const { faults } = form
  return (
    <>
      <div className="field-row">
        <Field label={t('staffVisits.form.title')} mark={t('words.optional')}>
          <TextInput {...form.text('title')} maxLength={titleMaxLength} autoComplete="off" />
        </Field>
        <Field label={t('staffVisits.form.type')} error={faults.activityTypeName}>
          <TextInput {...form.text('activityTypeName')} maxLength={200} autoComplete="off" list={list} />
        </Field>
        <datalist id={list}>
          {types.map(type => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </div>
      <Field label={t('staffVisits.form.address')} mark={t('words.optional')} hint={t('staffVisits.form.addressHint')}>
        <TextInput {...form.text('address')} maxLength={500} autoComplete="off" />
      </Field>
      <Field
        label={t('staffVisits.form.email')}
        mark={t('words.optional')}
        hint={t('staffVisits.form.emailHint')}
        error={faults.email}
      >
        <TextInput
          {...form.text('email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
      </Field>
      <Field label={t('staffVisits.form.notes')} mark={t('words.optional')} hint={t('staffVisits.form.notesHint')}>
        <Textarea {...form.text('notes')} maxLength={4000} rows={3} />
      </Field>
    </>
  )
}
