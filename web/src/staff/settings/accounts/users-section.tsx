import type { StaffUser } from '@portico/contract/staff/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'
import { addUser, staffUsers } from './data.ts'

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const attemptOf = useOnce()
  const adding = useMutation({
    ...addUser,
    onSuccess: ({ displayName }) => {
      void client.invalidateQueries(staffUsers)
      toast({ title: localized(t => t('staffSettings.users.added', { name: displayName })) })
      onClose()
    },
  })
  const form = useForm({
    initial: { firstName: '', lastName: '', email: '' },
    validate: ({ firstName, lastName, email }) => ({
      firstName: !firstName.trim() && t('errors.fill_required_fields'),
      lastName: !lastName.trim() && t('errors.fill_required_fields'),
      email:
        email.trim() !== '' &&
        !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim()) &&
        t('staffSettings.accounts.emailWrong'),
    }),
    onSubmit: ({ firstName, lastName, email }) => {
      if (adding.isPending) return
      const body = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() || null }
      adding.mutate(
        { body, key: attemptOf(body).key },
        {
          onError: error => {
            const { code, fields } = failureOf(error)
            if (!fields.includes('body.email')) return
            form.refuse({
              email: t(code === 'conflict' ? 'staffSettings.users.taken' : 'staffSettings.accounts.emailWrong'),
            })
          },
        },
      )
    },
  })
  const { faults } = form
  return (
    <FormDialog open onClose={onClose} className="dialog dialog--invite" title={t('staffSettings.users.addTitle')}>
      <form className="form" {...form.props}>
        {adding.error && !form.hasFaults && <Alert tone="danger">{text(adding.error)}</Alert>}
        <div className="check-grid">
          <Field label={t('staffSettings.accounts.firstName')} error={faults.firstName}>
            <TextInput {...form.text('firstName')} autoComplete="off" maxLength={200} data-autofocus="" />
          </Field>
          <Field label={t('staffSettings.accounts.lastName')} error={faults.lastName}>
            <TextInput {...form.text('lastName')} autoComplete="off" maxLength={200} />
          </Field>
        </div>
        <Field
          label={t('staffSettings.accounts.email')}
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
          <Button type="submit" tone="primary" busy={adding.isPending}>
            {t('staffSettings.users.add')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** The employees who have no account; `onInvite` gives one an account, `onChange` changes name, photo and address. */
export const UsersSection = ({
  onInvite,
  onChange,
}: {
  onInvite: (person: StaffUser) => void
  onChange: (person: StaffUser) => void
}) => {
  const { t } = useText()
  const query = useQuery(staffUsers)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <SettingsSection
        title={t('staffSettings.users.title')}
        count={query.data?.length}
        lead={t('staffSettings.users.lead')}
        query={query}
        action={
          <Button onClick={() => setAdding(true)}>
            <UserPlus className="icon" aria-hidden="true" />
            {t('staffSettings.users.add')}
          </Button>
        }
      >
        {query.data?.length === 0 && <p className="quiet">{t('staffSettings.users.none')}</p>}
        <ul className="setting-list">
          {query.data?.map(person => (
            <li key={person.id}>
              <span className="person">
                <Avatar name={person.displayName} src={person.profileImage} size="md" />
                <span>
                  <b>{person.displayName}</b>
                  <small>{person.email ?? t('staffSettings.users.noAddress')}</small>
                </span>
              </span>
              <span className="button-pair">
                <Button
                  tone="ghost"
                  aria-label={t('staffSettings.users.changeOne', { name: person.displayName })}
                  onClick={() => onChange(person)}
                >
                  {t('staffSettings.users.change')}
                </Button>
                <Button
                  tone="ghost"
                  aria-label={t('staffSettings.users.inviteOne', { name: person.displayName })}
                  onClick={() => onInvite(person)}
                >
                  {t('staffSettings.users.invite')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </SettingsSection>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}
