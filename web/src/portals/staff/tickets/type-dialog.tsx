import type { GroupWithMembers } from '@portico/contract/staff/groups'
import type { StaffTicketType } from '@portico/contract/staff/ticket-settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Select } from '../../../ui/select/select.tsx'
import { actOnType } from '../settings/data.ts'
import { DialogFailure } from './dialog-failure.tsx'

const hexIn = (color: string | null | undefined) => (color && /^#[0-9a-f]{6}$/i.test(color) ? color : '#15577e')

type TypeDialogProps = {
  portalid: number
  type: StaffTicketType | undefined
  groups: readonly GroupWithMembers[]
  onClose: () => void
}

/** Makes a kind of ticket, or changes one. */
export const TypeDialog = ({ portalid, type, groups, onClose }: TypeDialogProps) => {
  const { t } = useText()
  const act = useMutation({ ...actOnType(useQueryClient(), portalid), onSuccess: onClose })
  const attemptOf = useOnce()
  const form = useForm({
    initial: {
      name: type?.name ?? '',
      groupId: type?.groupId ?? null,
      dueHours: type?.dueHours === undefined || type.dueHours === null ? '' : String(type.dueHours),
      hasColor: type ? type.color !== null : true,
      color: hexIn(type?.color),
      isOffered: type?.isOffered ?? true,
      isDefault: type?.isDefault ?? false,
    },
    validate: ({ name, dueHours }) => ({
      name: name.trim() === '' && t('staffPortalSettings.tickets.nameMissing'),
      dueHours:
        dueHours.trim() !== '' &&
        !(/^\d{1,4}$/.test(dueHours.trim()) && Number(dueHours) >= 1 && Number(dueHours) <= 8760) &&
        t('staffPortalSettings.tickets.types.dueWrong'),
    }),
    onSubmit: ({ name, groupId, dueHours, hasColor, color, isOffered, isDefault }) => {
      const isSameColor = type && type.color !== null && hexIn(type.color) !== type.color && color === hexIn(undefined)
      const body = {
        name: name.trim(),
        groupId,
        dueHours: dueHours.trim() === '' ? null : Number(dueHours),
        ...(!(isSameColor && hasColor) && { color: hasColor ? color : null }),
        isOffered,
        isDefault: isDefault && isOffered,
      }
      const onError = (error: unknown) => {
        if (failureOf(error).fields.includes('body.name'))
          form.refuse({ name: t('staffPortalSettings.tickets.nameTaken') })
      }
      if (type) act.mutate({ act: 'change', id: type.id, version: type.version, body }, { onError })
      else act.mutate({ act: 'add', body, key: attemptOf(body).key }, { onError })
    },
  })
  const { values, faults } = form
  return (
    <FormDialog open onClose={onClose} title={type?.name ?? t('staffPortalSettings.tickets.types.addTitle')}>
      <form className="form" {...form.props}>
        <Field label={t('staffPortalSettings.tickets.nameField')} error={faults.name}>
          <TextInput {...form.text('name')} maxLength={200} autoComplete="off" data-autofocus="" />
        </Field>
        {groups.length > 0 && (
          <Field
            label={t('staffPortalSettings.tickets.types.group')}
            hint={t('staffPortalSettings.tickets.types.groupHint')}
          >
            <Select
              label={t('staffPortalSettings.tickets.types.group')}
              placeholder={t('staffPortalSettings.tickets.types.noGroup')}
              clearLabel={t('staffPortalSettings.tickets.types.noGroup')}
              nullable
              openOn="click"
              options={groups.map(({ id, name }) => ({ value: id, text: name }))}
              {...form.control('groupId')}
            />
          </Field>
        )}
        <Field
          label={t('staffPortalSettings.tickets.types.due')}
          hint={t('staffPortalSettings.tickets.types.dueHint')}
          error={faults.dueHours}
        >
          <TextInput {...form.text('dueHours')} inputMode="numeric" maxLength={4} autoComplete="off" />
        </Field>
        <div className="colour-line">
          <Checkbox
            name="hasColor"
            checked={values.hasColor}
            onChange={event => form.set('hasColor', event.target.checked)}
          >
            {t('staffPortalSettings.tickets.types.withColour')}
          </Checkbox>
          {values.hasColor && (
            <input
              type="color"
              name="color"
              aria-label={t('staffPortalSettings.tickets.types.colour')}
              value={values.color}
              onChange={event => form.set('color', event.target.value)}
            />
          )}
        </div>
        <Checkbox
          name="isOffered"
          checked={values.isOffered}
          onChange={event => form.set('isOffered', event.target.checked)}
        >
          {t('staffPortalSettings.tickets.types.offered')}
        </Checkbox>
        {values.isOffered && (
          <Checkbox
            name="isDefault"
            checked={values.isDefault}
            onChange={event => form.set('isDefault', event.target.checked)}
          >
            {t('staffPortalSettings.tickets.types.default')}
          </Checkbox>
        )}
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
