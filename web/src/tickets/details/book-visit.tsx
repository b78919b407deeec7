import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { isViewing } from '../../api/viewing-tab.ts'
import { usePortal } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'

/** The link from a ticket to the bookable services of its portal, if there are any. */
export const BookVisit = () => {
  const { t } = useText()
  const portal = usePortal()
  if (!portal?.takesBookings) return null
  return (
    <Link
      className={buttonClass({ tone: 'ghost' })}
      to="/appointments/$company"
      params={{ company: portal.webPortalKey }}
      disabled={isViewing}
    >
      <CalendarPlus className="icon" aria-hidden="true" />
      {t('shell.menu.booking')}
    </Link>
  )
}
