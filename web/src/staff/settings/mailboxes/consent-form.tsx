import type { MailProvider } from '@portico/contract/staff/mail'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { DismissButton } from '../../parts/form-dialog.tsx'
import { writeImapUrl } from './imap-url.ts'
import { MailboxPlace } from './mailbox-place.tsx'

/** What is typed of a mailbox at a provider. */
export type GrantedValues = {
  address: string
  server: string
  folder: string
  portalId: number | null
  groupId: number | null
}
type Faults = Partial<Record<keyof GrantedValues, string>>

/** Where the mailboxes of a provider are. */
export const usualServers: Record<MailProvider, string> = {
  microsoft: 'outlook.office365.com',
  google: 'imap.gmail.com',
}

type ConsentFormProps = {
  initial: GrantedValues
  /** The address has a mailbox already. */
  isTaken: boolean
  busy: boolean
  onSubmit: (values: GrantedValues) => void
}

/** Asks which mailbox it is, before its owner is asked for a consent. */
export const ConsentForm = ({ initial, isTaken, busy, onSubmit }: ConsentFormProps) => {
  const { t } = useText()
  const form = useForm<GrantedValues, Faults>({
    initial,
    validate: ({ address, server, portalId }) => ({
      ...(!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address.trim()) && { address: t('staffMailboxes.addressWrong') }),
      ...(!writeImapUrl({ server, user: address, folder: '' }) && { server: t('staffMailboxes.serverWrong') }),
      ...(portalId === null && { portalId: t('errors.fill_required_fields') }),
    }),
    onSubmit: typed => !busy && onSubmit({ ...typed, address: typed.address.trim() }),
  })
  const { values, faults } = form
  const taken = isTaken && values.address.trim() === initial.address ? t('staffMailboxes.addressTaken') : undefined
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <form className="form" {...form.props}>
      <Field label={t('staffMailboxes.address')} error={faults.address ?? taken}>
        <TextInput {...form.text('address')} {...plain} type="email" maxLength={150} data-autofocus="" />
      </Field>
      <div className="check-grid">
        <Field label={t('staffMailboxes.server')} error={faults.server}>
          <TextInput {...form.text('server')} {...plain} maxLength={250} />
        </Field>
        <Field label={t('staffMailboxes.folder')} hint={t('staffMailboxes.folderHint')}>
          <TextInput {...form.text('folder')} {...plain} maxLength={100} />
        </Field>
      </div>
      <MailboxPlace portal={form.control('portalId')} portalFault={faults.portalId} group={form.control('groupId')} />
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button type="submit" tone="primary" busy={busy}>
          {t('staffMailboxes.consent.ask')}
        </Button>
      </div>
    </form>
  )
}
