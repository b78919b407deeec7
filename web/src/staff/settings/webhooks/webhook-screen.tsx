import type { StaffWebhook } from '@portico/contract/staff/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, Send } from 'lucide-react'
import { useState } from 'react'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { toastFailure } from '../../parts/toast-failure.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { SecretDialog } from '../parts/copy-dialog.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'
import { changeWebhook, removeWebhook, rotateSecret, tryWebhook, webhooks } from './data.ts'
import { DeliveryList } from './delivery-list.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { useWebhookWords, WebhookState } from './webhook-state.tsx'

const WebhookHead = ({ webhook }: { webhook: StaffWebhook }) => {
  const { t } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const wordsOf = useWebhookWords()
  const [asked, setAsked] = useState<'rotate' | 'remove'>()
  const [isChanging, setChanging] = useState(false)
  const [secret, setSecret] = useState<string>()
  const send = useMutation({
    ...tryWebhook(client),
    onError: toastFailure,
  })
  const change = useMutation({ ...changeWebhook(client), onError: toastFailure })
  const rotate = useMutation(rotateSecret(client))
  const remove = useMutation(removeWebhook(client))
  const confirm = () => {
    const onSettled = () => setAsked(undefined)
    if (asked === 'rotate')
      rotate.mutate(webhook.id, { onSuccess: made => setSecret(made.secret), onError: toastFailure, onSettled })
    else
      remove.mutate(webhook.id, {
        onSuccess: () => void navigate({ to: '/settings/webhooks', replace: true }),
        onError: toastFailure,
        onSettled,
      })
  }
  return (
    <>
      <p className="settings-lead">{wordsOf(webhook)}</p>
      <div className="button-row">
        <Button
          disabled={!webhook.enabled}
          busy={send.isPending}
          onClick={() =>
            send.mutate(webhook.id, {
              onSuccess: () => toast({ title: localized(t => t('staffConnections.webhooks.testSent')) }),
            })
          }
        >
          <Send className="icon" aria-hidden="true" />
          {t('staffConnections.webhooks.test')}
        </Button>
        <Button
          busy={change.isPending}
          onClick={() => change.mutate({ webhookid: webhook.id, enabled: !webhook.enabled })}
        >
          {webhook.enabled ? t('staffConnections.webhooks.pause') : t('staffConnections.webhooks.resume')}
        </Button>
        <Button onClick={() => setChanging(true)}>{t('staffConnections.webhooks.edit')}</Button>
        <Button onClick={() => setAsked('rotate')}>{t('staffConnections.webhooks.rotate')}</Button>
        <Button tone="ghost" className="button--danger" onClick={() => setAsked('remove')}>
          {t('staffConnections.webhooks.remove')}
        </Button>
      </div>
      {isChanging && <WebhookDialog webhook={webhook} onClose={() => setChanging(false)} />}
      {asked && (
        <ConfirmDialog
          open
          danger={asked === 'remove'}
          title={t(`staffConnections.webhooks.ask.${asked}`)}
          confirm={t(`staffConnections.webhooks.confirm.${asked}`)}
          cancel={t('words.cancel')}
          busy={rotate.isPending || remove.isPending}
          onConfirm={confirm}
          onCancel={() => setAsked(undefined)}
        >
          {t(`staffConnections.webhooks.about.${asked}`)}
        </ConfirmDialog>
      )}
      {secret && (
        <SecretDialog
          title={t('staffConnections.webhooks.rotatedTitle')}
          text={t('staffConnections.webhooks.rotatedText')}
          label={t('staffConnections.webhooks.secret')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

/** One webhook: how it does, and its deliveries. */
export const WebhookScreen = () => {
  const { t } = useText()
  const { webhookid } = useParams({ from: '/signed-in/settings/webhooks/$webhookid' })
  const query = useQuery(webhooks)
  const webhook = query.data?.find(({ id }) => id === webhookid)
  useStaffScreen('staff-webhook', webhook?.url ?? t('staffSettings.nav.webhooks'))
  return (
    <>
      <SettingsSection
        title={webhook?.url ?? t('staffSettings.nav.webhooks')}
        query={query}
        action={
          <>
            {webhook && <WebhookState webhook={webhook} />}
            <Link to="/settings/webhooks" className="button button--ghost">
              <ArrowLeft className="icon" aria-hidden="true" />
              {t('staffConnections.webhooks.back')}
            </Link>
          </>
        }
      >
        {webhook ? (
          <WebhookHead webhook={webhook} />
        ) : (
          <EmptyState icon={<ArrowLeft className="icon" />} title={t('errors.not_found')} heading="h3" />
        )}
      </SettingsSection>
      {webhook && <DeliveryList webhook={webhook} />}
    </>
  )
}
