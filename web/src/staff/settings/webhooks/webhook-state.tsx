import type { StaffWebhook } from '@portico/contract/staff/webhooks'
import { CircleCheck, CirclePause, CircleX, TriangleAlert } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'

/** How a webhook does. `parked`: it works, but some deliveries were given up. */
export const healthOf = ({ enabled, disabledReason, failing, parked }: StaffWebhook) =>
  !enabled ? (disabledReason ? 'off' : 'paused') : failing > 0 ? 'failing' : parked > 0 ? 'parked' : 'works'

const looks = {
  off: { tone: 'danger', icon: CircleX },
  paused: { tone: undefined, icon: CirclePause },
  failing: { tone: 'danger', icon: CircleX },
  parked: { tone: 'warning', icon: TriangleAlert },
  works: { tone: 'success', icon: CircleCheck },
} as const

/** The health of a webhook as a word. */
export const WebhookState = ({ webhook }: { webhook: StaffWebhook }) => {
  const { t } = useText()
  const health = healthOf(webhook)
  const { tone, icon: Icon } = looks[health]
  return (
    <span className="state-word" data-tone={tone}>
      <Icon className="icon" aria-hidden="true" />
      {t(`staffConnections.webhooks.health.${health}`)}
    </span>
  )
}

/** What a webhook is sent, and what went wrong, in one line. */
export const useWebhookWords = () => {
  const { t } = useText()
  const { clock, numericDay, number } = useStaffFormat()
  return (webhook: StaffWebhook) => {
    const { types, portals, delivered, failing, parked, lastError, nextTryAt, disabledReason } = webhook
    return [
      types?.join(', ') ?? t('staffConnections.webhooks.allTypes'),
      portals?.map(({ webPortalName }) => webPortalName).join(', '),
      disabledReason,
      failing > 0 &&
        t('staffConnections.webhooks.failing', {
          count: failing,
          error: lastError ?? '',
          day: nextTryAt ? numericDay(nextTryAt) : '–',
          time: nextTryAt ? clock(nextTryAt) : '',
        }),
      parked > 0 && t('staffConnections.webhooks.parked', { count: parked, error: lastError ?? '' }),
      t('staffConnections.webhooks.delivered', { count: delivered, shown: number(delivered) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
