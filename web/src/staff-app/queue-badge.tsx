import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queueCounts } from '../tickets/staff/data.ts'

/** How many tickets wait for an answer. */
export const QueueBadge = () => {
  const { t } = useTranslation()
  const { data } = useQuery(queueCounts)
  if (!data?.toAnswer) return null
  return (
    <span className="rail-badge">
      <span className="sr-only">{t('staffShell.toAnswer')}: </span>
      {data.toAnswer}
    </span>
  )
}
