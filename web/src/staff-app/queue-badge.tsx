import { useQuery } from '@tanstack/react-query'
import { useText } from '../text/use-text.ts'
import { queueCounts } from '../tickets/staff/data.ts'

/** More would not fit on the rail. */
const shownMost = 999

/** How many tickets wait for an answer, or mails for somebody who sorts them. */
export const QueueBadge = ({ of }: { of: 'tickets' | 'mail' }) => {
  const { t } = useText()
  const { data } = useQuery(queueCounts)
  const count = of === 'tickets' ? data?.toAnswer : data?.waitingMail
  if (!count) return null
  return (
    <span className="rail-badge">
      <span className="sr-only">{t(of === 'tickets' ? 'staffShell.toAnswer' : 'staffShell.toSort')}: </span>
      {count > shownMost ? `${shownMost}+` : count}
    </span>
  )
}
