import type { StaffAccount } from '@portico/contract/staff/accounts'
import type { StaffUser } from '@portico/contract/staff/users'
import type { StaffRole } from '@portico/contract/staff-roles'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { changedFields } from '../parts/changed-fields.ts'
import { CheckGroup } from '../parts/check-group.tsx'
import { changeAccount, invite, staffGroups } from './data.ts'
import { RoleField } from './role-field.tsx'

type Values = {
  firstName: string
  lastName: string
  email: string
  role: StaffRole
  allPortals: boolean
  portalIds: number[]
  groupIds: number[]
  isInstallationOperator: boolean
}
type Faults = Partial<Record<keyof Values, string>>

type AccountDialogProps = {
  /** The account that is changed; undefined: somebody is invited. */
  account: StaffAccount | undefined
  /** Whom an invitation is for, where that is known. */
  person?: StaffUser | undefined
  /** Whether all portals, also those to come, can be given. */
  mayGiveAll: boolean
  onClose: () => void
  onInvited: (invited: { account: StaffAccount; link: string | null }) => void
  onChanged: () => void
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Invites somebody, or changes what an account may do. */
export const AccountDialog = ({ account, person, mayGiveAll, onClose, onInvited, onChanged }: AccountDialogProps) => {
  const { t } = useText()
  const me = useMe()
  const text = useFailureText()
  const groups = useQuery(staffGroups).data ?? account?.groups ?? []
  const inviting = useMutation({ ...invite, onSuccess: onInvited })
  const changing = useMutation({
    ...changeAccount,
    onSuccess: ({ displayName }) => {
      toast({ title: localized(t => t('staffSettings.accounts.changed', { name: displayName })) })
      onChanged()
    },
  })
  const onError = (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (code === 'conflict' && (!account || fields.includes('body.email')))
      form.refuse({ email: t('staffSettings.accounts.taken') })
    else if (code === 'conflict') form.refuse({ role: t('staffSettings.accounts.about.last') })
    else if (fields.includes('body.email')) form.refuse({ email: t('staffSettings.accounts.emailWrong') })
  }
  // What the form began with: only what differs from it is sent.
  const [before] = useState<Values>(() => ({
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
    email: account?.email ?? person?.email ?? '',
    role: account?.role ?? 'technician',
    allPortals: account ? account.portals === null : mayGiveAll,
    portalIds: ids(account?.portals ?? me.portals),
    groupIds: ids(account?.groups ?? []),
    isInstallationOperator: account?.isInstallationOperator ?? false,
  }))
  const givenBy = ({ email, role, allPortals, portalIds, groupIds, isInstallationOperator }: Values) => ({
    email: email.trim(),
    role,
    portalIds: allPortals ? null : portalIds,
    groupIds,
    ...(me.isInstallationOperator && {
      isInstallationOperator: role === 'administrator' && isInstallationOperator,
    }),
  })
  const form = useForm<Values, Faults>({
    initial: before,
    validate: typed => ({
      ...(!account && !typed.firstName.trim() && { firstName: t('errors.fill_required_fields') }),
      ...(!account && !typed.lastName.trim() && { lastName: t('errors.fill_required_fields') }),
      ...(!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed.email.trim()) && {
        email: t('staffSettings.accounts.emailWrong'),
      }),
      ...(!typed.allPortals && typed.portalIds.length === 0 && { portalIds: t('staffSettings.accounts.noPortal') }),
    }),
    onSubmit: typed => {
      if (inviting.isPending || changing.isPending) return
      const given = givenBy(typed)
      if (!account) {
        const names = { firstName: typed.firstName.trim(), lastName: typed.lastName.trim() }
        return inviting.mutate({ ...names, ...given }, { onError })
      }
      const changed = changedFields(givenBy(before), given)
      if (Object.keys(changed).length === 0) return onClose()
      changing.mutate({ accountid: account.id, ...changed }, { onError })
    },
  })
  const { values, faults } = form
  const error = inviting.error ?? changing.error
  const hasSeveral = me.portals.length > 1
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--invite"
      title={account ? account.displayName : t('staffSettings.accounts.invite')}
    >
      <form className="form" {...form.props}>
        {error && !form.hasFaults && <Alert tone="danger">{text(error)}</Alert>}
        {!account && (
          <div className="check-grid">
            <Field label={t('staffSettings.accounts.firstName')} error={faults.firstName}>
              <TextInput {...form.text('firstName')} autoComplete="off" maxLength={200} data-autofocus="" />
            </Field>
            <Field label={t('staffSettings.accounts.lastName')} error={faults.lastName}>
              <TextInput {...form.text('lastName')} autoComplete="off" maxLength={200} />
            </Field>
          </div>
        )}
        <Field
          label={t('staffSettings.accounts.email')}
          hint={account && t('staffSettings.accounts.emailHint')}
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
        <RoleField {...form.control('role')} error={faults.role} />
        {hasSeveral && mayGiveAll && (
          <Checkbox
            name="allPortals"
            checked={values.allPortals}
            onChange={event => form.set('allPortals', event.target.checked)}
          >
            {t('staffSettings.accounts.everyPortal')}
          </Checkbox>
        )}
        {hasSeveral && !values.allPortals && (
          <CheckGroup
            label={t('staffSettings.accounts.column.portals')}
            error={faults.portalIds}
            rows={me.portals.map(({ id, webPortalName: name }) => ({ id, name }))}
            {...form.control('portalIds')}
          />
        )}
        {groups.length > 0 && values.role === 'technician' && (
          <CheckGroup
            label={t('staffSettings.accounts.column.groups')}
            hint={t('staffSettings.accounts.groupsHint')}
            rows={groups}
            {...form.control('groupIds')}
          />
        )}
        {me.isInstallationOperator && values.role === 'administrator' && (
          <Checkbox
            name="isInstallationOperator"
            checked={values.isInstallationOperator}
            onChange={event => form.set('isInstallationOperator', event.target.checked)}
          >
            {t('staffSettings.accounts.makeOperator')}
          </Checkbox>
        )}
        {!account && <p className="field-hint">{t('staffSettings.accounts.inviteHint')}</p>}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={inviting.isPending || changing.isPending}>
            {account ? t('staffSettings.accounts.save') : t('staffSettings.accounts.send')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
