import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../text/use-text.ts'
import { webhooks } from './data.ts'

/** How many deliveries were given up. */
export const ParkedBadge = () => {
  const { t } = useText()
  const { data } = useQuery(webhooks)
  const parked = data?.reduce((sum, one) => sum + one.parked, 0)
  if (!parked) return null
  return (
    <span className="menu-badge">
      {parked}
      <span className="sr-only"> {t('staffSettings.parked')}</span>
    </span>
  )
}
