import type { MailProvider, StaffMailbox } from '@portico/contract/staff/mail'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Mailbox as MailboxIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { toastFailure } from '../../parts/toast-failure.ts'
import { useMe } from '../../session/use-me.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { changeMailbox, mailboxes, mailProviders, removeMailbox } from './data.ts'
import { KeepingSection } from './keeping-section.tsx'
import { MailboxDialog } from './mailbox-dialog.tsx'
import { MailboxState, useMailboxWords } from './mailbox-state.tsx'
import './mailboxes.css'

type RowProps = { mailbox: StaffMailbox; onChange: () => void; onRenew: () => void; onRemove: () => void }

const MailboxRow = ({ mailbox, onChange, onRenew, onRemove }: RowProps) => {
  const { t } = useText()
  const { portals } = useMe()
  const { placeOf, faultOf, newsOf } = useMailboxWords(portals.length > 1)
  const changing = useMutation({ ...changeMailbox(useQueryClient()), onError: toastFailure })
  const { id, address, imapUrl, provider, isPaused } = mailbox
  const fault = faultOf(mailbox)
  const news = newsOf(mailbox)
  const pause = () =>
    changing.mutate(
      { mailboxid: id, isPaused: !isPaused },
      {
        onSuccess: () =>
          toast({
            title: localized(t =>
              isPaused ? t('staffMailboxes.resumed', { address }) : t('staffMailboxes.paused', { address }),
            ),
          }),
      },
    )
  return (
    <li className="mailbox-row">
      <div>
        <div className="mailbox-head">
          <b>{address}</b>
          <MailboxState mailbox={mailbox} />
        </div>
        <small>{placeOf(mailbox)}</small>
        {news && <small>{news}</small>}
        {fault && (
          <>
            <small className="danger-text">
              {fault.what} ({fault.since})
            </small>
            {fault.said && <small>{fault.said}</small>}
          </>
        )}
      </div>
      <div className="button-pair">
        {provider !== null && (
          <Button size="sm" tone={fault && 'primary'} onClick={onRenew}>
            {t('staffMailboxes.consent.renew')}
            <span className="sr-only"> {address}</span>
          </Button>
        )}
        <Button size="sm" onClick={onChange}>
          {t('staffMailboxes.edit')}
          <span className="sr-only"> {address}</span>
        </Button>
        {imapUrl !== null && (
          <Button size="sm" busy={changing.isPending} onClick={pause}>
            {isPaused ? t('staffMailboxes.resume') : t('staffMailboxes.pause')}
            <span className="sr-only"> {address}</span>
          </Button>
        )}
        <Button size="sm" tone="ghost" className="button--danger" onClick={onRemove}>
          {t('staffMailboxes.remove')}
          <span className="sr-only"> {address}</span>
        </Button>
      </div>
    </li>
  )
}

/** The mailboxes that customers write to, and how long their mail is kept. */
export const MailboxesScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const query = useQuery(mailboxes)
  const [changed, setChanged] = useState<StaffMailbox | 'new'>()
  const providers = useQuery(mailProviders).data ?? []
  const [consent, setConsent] = useState<{ provider: MailProvider; mailbox?: StaffMailbox }>()
  const [asked, setAsked] = useState<StaffMailbox>()
  const removing = useMutation(removeMailbox(client))
  useStaffScreen('staff-mailboxes', t('staffSettings.nav.mailboxes'))
  const remove = ({ id, address }: StaffMailbox) =>
    removing.mutate(id, {
      onSuccess: () => toast({ title: localized(t => t('staffMailboxes.removed', { address })) }),
      onError: toastFailure,
      onSettled: () => setAsked(undefined),
    })
  return (
    <>
      <SettingsSection
        title={t('staffSettings.nav.mailboxes')}
        count={query.data?.length}
        lead={t('staffMailboxes.lead')}
        query={query}
        action={
          <div className="button-row">
            {providers.map(provider => (
              <Button key={provider} onClick={() => setConsent({ provider })}>
                <Plus className="icon" aria-hidden="true" />
                {t(`staffMailboxes.consent.provider.${provider}`)}
              </Button>
            ))}
            <Button onClick={() => setChanged('new')}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffMailboxes.new')}
            </Button>
          </div>
        }
      >
        {query.data?.length === 0 ? (
          <EmptyState icon={<MailboxIcon className="icon" />} title={t('staffMailboxes.none')} heading="h3">
            {t('staffMailboxes.noneText')}
          </EmptyState>
        ) : (
          <ul className="setting-list">
            {query.data?.map(mailbox => (
              <MailboxRow
                key={mailbox.id}
                mailbox={mailbox}
                onChange={() => setChanged(mailbox)}
                onRenew={() => mailbox.provider && setConsent({ provider: mailbox.provider, mailbox })}
                onRemove={() => setAsked(mailbox)}
              />
            ))}
          </ul>
        )}
      </SettingsSection>
      <KeepingSection />
      {changed && (
        <MailboxDialog mailbox={changed === 'new' ? undefined : changed} onClose={() => setChanged(undefined)} />
      )}
      {consent && <ConsentDialog {...consent} onClose={() => setConsent(undefined)} />}
      {asked && (
        <ConfirmDialog
          open
          danger
          title={t('staffMailboxes.askRemove', { address: asked.address })}
          confirm={t('staffMailboxes.remove')}
          cancel={t('words.cancel')}
          busy={removing.isPending}
          onConfirm={() => remove(asked)}
          onCancel={() => setAsked(undefined)}
        >
          {t('staffMailboxes.aboutRemove')}
        </ConfirmDialog>
      )}
    </>
  )
}
