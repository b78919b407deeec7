import { useText } from '../../text/use-text.ts'
import { useUnread } from './use-unread.ts'

/** How many of the reader's tickets have something new, beside the menu entry. */
export const UnreadCount = () => {
  const { t } = useText()
  const count = useUnread()
  if (count === 0) return null
  return (
    <span className="unread-count">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('shell.unreadTickets', { count })}</span>
    </span>
  )
}
