import type { StaffMailbox } from '@portico/contract/staff/mail'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordInput } from '../../../ui/fields/password-input.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { changedFields } from '../parts/changed-fields.ts'
import { addMailbox, changeMailbox, tryOne } from './data.ts'
import { readImapUrl, writeImapUrl } from './imap-url.ts'
import { MailboxPlace } from './mailbox-place.tsx'
import { TrialResult } from './trial-result.tsx'

type Values = {
  address: string
  server: string
  user: string
  password: string
  folder: string
  portalId: number | null
  groupId: number | null
  authservId: string
}
type Faults = Partial<Record<keyof Values, string>>

type MailboxDialogProps = {
  /** The mailbox that is changed; undefined: one is added. */
  mailbox?: StaffMailbox | undefined
  onClose: () => void
}

const none = { server: '', user: '', folder: 'INBOX' }

/** What of a mailbox is not how it opens, as it is sent. */
const givenBy = ({ portalId, groupId, authservId, address }: Values) => ({
  ...{ groupId, authservId: authservId.trim() || null, address: address.trim() },
  ...(portalId !== null && { portalId }),
})

/** Adds a mailbox or changes it. It is tried first, and what the trial has found is shown. */
export const MailboxDialog = ({ mailbox, onClose }: MailboxDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const { portals } = useMe()
  const adding = useMutation(addMailbox(client))
  const changing = useMutation(changeMailbox(client))
  const trying = useMutation(tryOne)
  // What a mailbox opens by is not changed here, where mail is delivered to it or a consent opens it.
  const isDelivered = mailbox !== undefined && (mailbox.imapUrl === null || mailbox.provider !== null)
  const before = mailbox?.imapUrl ? readImapUrl(mailbox.imapUrl) : none
  // What the form began with: only what differs from it is sent.
  const [begun] = useState<Values>(() => ({
    address: mailbox?.address ?? '',
    ...before,
    password: '',
    portalId: mailbox?.portal.id ?? (portals.length === 1 ? (portals[0]?.id ?? null) : null),
    groupId: mailbox?.group?.id ?? null,
    authservId: mailbox?.authservId ?? '',
  }))

  const onError = (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (code === 'conflict') form.refuse({ address: t('staffMailboxes.addressTaken') })
    else if (fields.includes('body.address')) form.refuse({ address: t('staffMailboxes.addressWrong') })
    else if (fields.includes('body.password')) form.refuse({ password: t('staffMailboxes.passwordAgain') })
    else if (fields.includes('body.imapUrl')) form.refuse({ server: t('staffMailboxes.serverWrong') })
  }
  const locationOf = ({ password, ...typed }: Values) => ({
    imapUrl: writeImapUrl(typed) ?? '',
    ...(password && { password }),
  })
  const isElsewhere = ({ server, user }: Values) => server.trim() !== before.server || user.trim() !== before.user
  const isOpenedAnew = (typed: Values) =>
    !isDelivered && (isElsewhere(typed) || typed.folder.trim() !== before.folder || typed.password !== '')

  const save = (typed: Values) => {
    const { portalId } = typed
    if (portalId === null) return
    const given = givenBy(typed)
    const { address } = given
    if (!mailbox)
      return adding.mutate(
        { ...given, portalId, imapUrl: writeImapUrl(typed) ?? '', password: typed.password },
        {
          onSuccess: () => {
            toast({ title: localized(t => t('staffMailboxes.added', { address })) })
            onClose()
          },
          onError,
        },
      )
    changing.mutate(
      {
        mailboxid: mailbox.id,
        ...changedFields(givenBy(begun), given),
        ...(isOpenedAnew(typed) && locationOf(typed)),
      },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffMailboxes.saved', { address })) })
          onClose()
        },
        onError,
      },
    )
  }
  const form = useForm<Values, Faults>({
    initial: begun,
    validate: typed => ({
      ...(!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed.address.trim()) && {
        address: t('staffMailboxes.addressWrong'),
      }),
      ...(!isDelivered && !writeImapUrl(typed) && { server: t('staffMailboxes.serverWrong') }),
      ...(!isDelivered && !typed.user.trim() && { user: t('staffMailboxes.userWrong') }),
      ...(!isDelivered &&
        !typed.password &&
        (!mailbox || isElsewhere(typed)) && {
          password: mailbox ? t('staffMailboxes.passwordAgain') : t('staffMailboxes.passwordMissing'),
        }),
      ...(typed.portalId === null && { portalId: t('errors.fill_required_fields') }),
      ...(/\s/.test(typed.authservId.trim()) && { authservId: t('staffMailboxes.authservIdWrong') }),
    }),
    onSubmit: typed => {
      if (trying.isPending || adding.isPending || changing.isPending) return
      if (!isOpenedAnew(typed)) return save(typed)
      // If the mailbox does not open, the dialog shows at which step, before anything is stored.
      trying.mutate(
        { ...locationOf(typed), ...(mailbox && { mailboxId: mailbox.id }) },
        { onSuccess: ({ opens }) => opens && save(typed), onError },
      )
    },
  })
  const { values, faults } = form
  const tryNow = () => {
    if (!writeImapUrl(values)) return form.refuse({ server: t('staffMailboxes.serverWrong') })
    if (!values.user.trim()) return form.refuse({ user: t('staffMailboxes.userWrong') })
    if (!values.password && (!mailbox || isElsewhere(values)))
      return form.refuse({
        password: mailbox ? t('staffMailboxes.passwordAgain') : t('staffMailboxes.passwordMissing'),
      })
    trying.mutate({ ...locationOf(values), ...(mailbox && { mailboxId: mailbox.id }) }, { onError })
  }
  const error = trying.error ?? adding.error ?? changing.error
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--invite"
      title={mailbox ? t('staffMailboxes.change') : t('staffMailboxes.new')}
    >
      <form className="form" {...form.props}>
        {error && !form.hasFaults && <Alert tone="danger">{text(error)}</Alert>}
        <Field label={t('staffMailboxes.address')} error={faults.address}>
          <TextInput {...form.text('address')} {...plain} type="email" maxLength={320} data-autofocus="" />
        </Field>
        {!isDelivered && (
          <>
            <Field label={t('staffMailboxes.server')} hint={t('staffMailboxes.serverHint')} error={faults.server}>
              <TextInput {...form.text('server')} {...plain} maxLength={250} />
            </Field>
            <div className="check-grid">
              <Field label={t('staffMailboxes.user')} hint={t('staffMailboxes.userHint')} error={faults.user}>
                <TextInput {...form.text('user')} {...plain} maxLength={150} />
              </Field>
              <Field label={t('staffMailboxes.folder')} hint={t('staffMailboxes.folderHint')}>
                <TextInput {...form.text('folder')} {...plain} maxLength={100} />
              </Field>
            </div>
            <Field
              label={t('staffMailboxes.password')}
              hint={mailbox ? t('staffMailboxes.passwordKept') : t('staffMailboxes.passwordHint')}
              error={faults.password}
            >
              <PasswordInput
                {...form.text('password')}
                autoComplete="new-password"
                maxLength={500}
                labels={{ show: t('staffMailboxes.show'), hide: t('staffMailboxes.hide') }}
              />
            </Field>
          </>
        )}
        <MailboxPlace portal={form.control('portalId')} portalFault={faults.portalId} group={form.control('groupId')} />
        <Field
          label={t('staffMailboxes.authservId')}
          mark={t('words.optional')}
          hint={t('staffMailboxes.authservIdHint')}
          error={faults.authservId}
        >
          <TextInput {...form.text('authservId')} {...plain} maxLength={255} />
        </Field>
        {trying.data && <TrialResult trial={trying.data} />}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          {!isDelivered && (
            <Button busy={trying.isPending} onClick={tryNow}>
              {t('staffMailboxes.try')}
            </Button>
          )}
          <Button type="submit" tone="primary" busy={trying.isPending || adding.isPending || changing.isPending}>
            {mailbox ? t('staffMailboxes.save') : t('staffMailboxes.add')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
