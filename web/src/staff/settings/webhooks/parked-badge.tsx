import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { webhooks } from './data.ts'

/** How many deliveries were given up. */
export const ParkedBadge = () => {
  const { t } = useTranslation()
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
