import type { StaffWebhook } from '@portico/contract/staff/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { SecretDialog } from '../parts/copy-dialog.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'
import { webhooks } from './data.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { healthOf, useWebhookWords, WebhookState } from './webhook-state.tsx'

/** The addresses of the company's programs that receive events. */
export const WebhooksScreen = () => {
  const { t } = useText()
  const query = useQuery(webhooks)
  const wordsOf = useWebhookWords()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ webhook: StaffWebhook; secret: string }>()
  useStaffScreen('staff-webhooks', t('staffSettings.nav.webhooks'))
  return (
    <SettingsSection
      title={t('staffSettings.nav.webhooks')}
      count={query.data?.length}
      lead={t('staffConnections.webhooks.lead')}
      query={query}
      action={
        <Button onClick={() => setMaking(true)}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffConnections.webhooks.new')}
        </Button>
      }
    >
      {query.data?.length === 0 ? (
        <EmptyState icon={<Webhook className="icon" />} title={t('staffConnections.webhooks.none')} heading="h3">
          {t('staffConnections.webhooks.noneText')}
        </EmptyState>
      ) : (
        <ul className="setting-list">
          {query.data?.map(webhook => (
            <li key={webhook.id}>
              <span>
                <b className="mono">
                  <Link to="/settings/webhooks/$webhookid" params={{ webhookid: webhook.id }}>
                    {webhook.url}
                  </Link>
                </b>
                <small className={healthOf(webhook) === 'failing' ? 'danger-text' : undefined}>
                  {wordsOf(webhook)}
                </small>
              </span>
              <WebhookState webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
      {isMaking && (
        <WebhookDialog
          onClose={() => setMaking(false)}
          onMade={now => {
            setMaking(false)
            setMade(now)
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={t('staffConnections.webhooks.madeTitle')}
          text={t('staffConnections.webhooks.madeText')}
          label={t('staffConnections.webhooks.secret')}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
    </SettingsSection>
  )
}
