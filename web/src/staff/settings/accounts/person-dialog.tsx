import type { StaffUser, StaffUserChange } from '@portico/contract/staff/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { changeUser } from './data.ts'
import { PhotoField } from './photo-field.tsx'

type Values = { firstName: string; lastName: string; email: string; photo: string | null }

/** What is another than before, as the call takes it. */
const changeOf = (before: StaffUser, { firstName, lastName, email, photo }: Values): StaffUserChange => ({
  ...(firstName.trim() !== before.firstName && { firstName: firstName.trim() }),
  ...(lastName.trim() !== before.lastName && { lastName: lastName.trim() }),
  ...(email.trim() !== (before.email ?? '') && { email: email.trim() || null }),
  ...(photo !== before.profileImage && {
    picture: photo === null ? null : { name: 'photo.jpg', content: photo.slice(photo.indexOf(',') + 1) },
  }),
})

/** The name, the photo and the address for notices of an employee, with or without an account. */
export const PersonDialog = ({ person, onClose }: { person: StaffUser; onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const changing = useMutation(changeUser(useQueryClient()))
  const form = useForm({
    initial: {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email ?? '',
      photo: person.profileImage,
    } as Values,
    validate: ({ firstName, lastName, email }) => ({
      firstName: !firstName.trim() && t('errors.fill_required_fields'),
      lastName: !lastName.trim() && t('errors.fill_required_fields'),
      email:
        email.trim() !== '' &&
        !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim()) &&
        t('staffSettings.accounts.emailWrong'),
      photo: undefined as string | undefined,
    }),
    onSubmit: typed => {
      if (changing.isPending) return
      changing.mutate(
        { userid: person.id, ...changeOf(person, typed) },
        {
          onSuccess: ({ displayName }) => {
            toast({ title: localized(t => t('staffSettings.users.saved', { name: displayName })) })
            onClose()
          },
          onError: error => {
            const { code, fields } = failureOf(error)
            if (fields.includes('body.email'))
              form.refuse({
                email: t(code === 'conflict' ? 'staffSettings.users.taken' : 'staffSettings.accounts.emailWrong'),
              })
            if (fields.includes('body.picture')) form.refuse({ photo: t('staffSettings.users.photoWrong') })
          },
        },
      )
    },
  })
  const { values, faults } = form
  return (
    <FormDialog
      open
      onClose={onClose}
      isChanged={Object.keys(changeOf(person, values)).length > 0}
      className="dialog dialog--invite"
      title={t('staffSettings.users.personTitle', { name: person.displayName })}
    >
      <form className="form" {...form.props}>
        {changing.error && !form.hasFaults && <Alert tone="danger">{text(changing.error)}</Alert>}
        <div className="check-grid">
          <Field label={t('staffSettings.accounts.firstName')} error={faults.firstName}>
            <TextInput {...form.text('firstName')} autoComplete="off" maxLength={200} data-autofocus="" />
          </Field>
          <Field label={t('staffSettings.accounts.lastName')} error={faults.lastName}>
            <TextInput {...form.text('lastName')} autoComplete="off" maxLength={200} />
          </Field>
        </div>
        <p className="field-hint">{t('staffSettings.users.nameHint')}</p>
        <PhotoField
          name={`${values.firstName} ${values.lastName}`}
          value={values.photo}
          error={faults.photo}
          onChange={photo => form.set('photo', photo)}
        />
        <Field
          label={t('staffSettings.users.notices')}
          mark={t('words.optional')}
          hint={t('staffSettings.users.emailHint')}
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
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={changing.isPending}>
            {t('staffSettings.accounts.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
