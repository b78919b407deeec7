import type { GroupWithMembers } from '@portico/contract/staff/groups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { failureOf } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { toastFailure } from '../../../staff/parts/toast-failure.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { staffAccounts } from '../../../staff/settings/accounts/data.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { isAddress } from '../settings/address.ts'
import { actOnGroup, companyGroups } from '../settings/data.ts'
import { Part } from '../settings/part.tsx'
import { DialogFailure } from './dialog-failure.tsx'
import { toastRemoved } from './outcome-toasts.ts'
import { SettingRow } from './setting-row.tsx'

const GroupDialog = ({ group, onClose }: { group: GroupWithMembers | undefined; onClose: () => void }) => {
  const { t } = useText()
  const act = useMutation({ ...actOnGroup(useQueryClient()), onSuccess: onClose })
  const accounts = useQuery(staffAccounts).data?.filter(({ state }) => state !== 'ended') ?? []
  const attemptOf = useOnce()
  const form = useForm({
    initial: {
      name: group?.name ?? '',
      email: group?.email ?? '',
      memberIds: group?.members.map(({ id }) => id) ?? [],
    },
    validate: ({ name, email }) => ({
      name: name.trim() === '' && t('staffPortalSettings.tickets.nameMissing'),
      email: email.trim() !== '' && !isAddress(email) && t('staffPortalSettings.contact.emailWrong'),
    }),
    onSubmit: ({ name, email, memberIds }) => {
      const body = { name: name.trim(), email: email.trim() || null, memberIds }
      const onError = (error: unknown) => {
        const { fields } = failureOf(error)
        if (fields.includes('body.name')) form.refuse({ name: t('staffPortalSettings.tickets.nameTaken') })
        if (fields.includes('body.email')) form.refuse({ email: t('staffPortalSettings.contact.emailWrong') })
      }
      if (group) act.mutate({ act: 'change', id: group.id, version: group.version, body }, { onError })
      else act.mutate({ act: 'add', body, key: attemptOf(body).key }, { onError })
    },
  })
  const { values, faults } = form
  const label = t('staffPortalSettings.tickets.groups.members')
  const toggle = (id: number, isIn: boolean) =>
    form.set('memberIds', isIn ? [...values.memberIds, id] : values.memberIds.filter(one => one !== id))
  return (
    <FormDialog open onClose={onClose} title={group?.name ?? t('staffPortalSettings.tickets.groups.addTitle')}>
      <form className="form" {...form.props}>
        <Field label={t('staffPortalSettings.tickets.nameField')} error={faults.name}>
          <TextInput {...form.text('name')} maxLength={200} autoComplete="off" data-autofocus="" />
        </Field>
        <Field
          label={t('staffPortalSettings.tickets.groups.email')}
          hint={t('staffPortalSettings.tickets.groups.emailHint')}
          error={faults.email}
        >
          <TextInput
            {...form.text('email')}
            type="email"
            maxLength={320}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field as="group" label={label}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame within that of the field */}
          <div className="member-list" role="group" aria-label={label}>
            {accounts.map(({ id, displayName }) => (
              <Checkbox
                key={id}
                name="member"
                checked={values.memberIds.includes(id)}
                onChange={event => toggle(id, event.target.checked)}
              >
                {displayName}
              </Checkbox>
            ))}
          </div>
        </Field>
        {!form.hasFaults && <DialogFailure error={act.error} />}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={act.isPending}>
            {t('staffPortalSettings.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** The groups of the company: who belongs to them, and where their mail goes. */
export const Groups = () => {
  const { t } = useText()
  const me = useMe()
  const groups = useQuery(companyGroups)
  const { mutate, isPending } = useMutation(actOnGroup(useQueryClient()))
  const [edited, setEdited] = useState<GroupWithMembers | 'new'>()
  const [asked, setAsked] = useState<GroupWithMembers>()
  const remove = ({ id, name }: GroupWithMembers) => {
    setAsked(undefined)
    mutate(
      { act: 'remove', id },
      {
        onSuccess: () => toastRemoved(name, 'removed'),
        onError: error => {
          if (failureCode(error) !== 'conflict') return toastFailure(error)
          toast({ title: localized(t => t('staffPortalSettings.tickets.groups.used')), tone: 'warning' })
        },
      },
    )
  }
  const aboutOf = ({ email, members }: GroupWithMembers) =>
    [
      email ?? t('staffPortalSettings.tickets.groups.noEmail'),
      members.length > 0
        ? members.map(({ displayName }) => displayName).join(', ')
        : t('staffPortalSettings.tickets.groups.noMembers'),
    ].join(' · ')
  const lead = t('staffPortalSettings.tickets.groups.lead')
  return (
    <Part
      title={t('staffPortalSettings.tickets.groups.title')}
      lead={me.portals.length > 1 ? `${lead} ${t('staffPortalSettings.tickets.groups.leadAll')}` : lead}
      action={
        <Button onClick={() => setEdited('new')} aria-label={t('staffPortalSettings.tickets.groups.addTitle')}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffPortalSettings.tickets.groups.add')}
        </Button>
      }
    >
      <Loaded query={groups}>
        {all =>
          all.length === 0 ? (
            <p>{t('staffPortalSettings.tickets.groups.empty')}</p>
          ) : (
            <ul className="setting-rows">
              {all.map(group => (
                <SettingRow
                  key={group.id}
                  name={group.name}
                  about={aboutOf(group)}
                  isBusy={isPending}
                  onChange={() => setEdited(group)}
                  onRemove={() => setAsked(group)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && <GroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('staffPortalSettings.tickets.groups.ask', { name: asked?.name ?? '' })}
        confirm={t('staffPortalSettings.tickets.groups.confirm')}
        cancel={t('words.cancel')}
        danger
        onConfirm={() => asked && remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {t('staffPortalSettings.tickets.groups.about')}
      </ConfirmDialog>
    </Part>
  )
}
