import { useText } from '../../text/use-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import type { TextProps } from './password-fields.tsx'

/** Name and address of an account. */
export type Person = { firstName: string; lastName: string; email: string }

/** The faults of a person, as texts. */
export type PersonFaults = Partial<Record<keyof Person, string>>

const emailForm = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string) => emailForm.test(text.trim())

/** Finds what is wrong with a person before it is sent. */
export const useFindPersonFaults = () => {
  const { t } = useText()
  return ({ firstName, lastName, email }: Person): PersonFaults => ({
    ...(!firstName.trim() && { firstName: t('staffSetup.required') }),
    ...(!lastName.trim() && { lastName: t('staffSetup.required') }),
    ...(!isEmail(email) && { email: email.trim() ? t('staffSetup.emailWrong') : t('staffSetup.required') }),
  })
}

type PersonForm = { faults: PersonFaults; text: (name: keyof Person) => TextProps }

/** First name, last name and address of an account that is made. */
export const PersonFields = ({ form }: { form: PersonForm }) => {
  const { t } = useText()
  return (
    <>
      <div className="setup-pair">
        <Field label={t('staffSetup.firstName')} error={form.faults.firstName}>
          <TextInput {...form.text('firstName')} autoComplete="given-name" maxLength={200} />
        </Field>
        <Field label={t('staffSetup.lastName')} error={form.faults.lastName}>
          <TextInput {...form.text('lastName')} autoComplete="family-name" maxLength={200} />
        </Field>
      </div>
      <Field label={t('staffSetup.email')} error={form.faults.email}>
        <TextInput
          {...form.text('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
      </Field>
    </>
  )
}
