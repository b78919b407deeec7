import type { Me } from '@portico/contract/auth'
import type { Comment, Ticket } from '@portico/contract/tickets'
import { CalendarCheck, CircleCheck, RotateCcw } from 'lucide-react'
import type { Format } from '../../session/use-format.ts'
import { RichText } from '../../text/rich-text.ts'
import { useText } from '../../text/use-text.ts'
import { findSide } from '../rules.ts'

const bold = { b: <b /> }

/** The line for a closing or reopening, and by whom. */
export const EventLine = ({ comment, me, format }: { comment: Comment; me: Me; format: Format }) => {
  const { t } = useText()
  const { event, creationDate, senderUser, senderContactWebUser } = comment
  const name = senderUser?.displayName ?? senderContactWebUser?.referentName ?? t('ticket.page.staff')
  const byMe = findSide(comment, me) === 'mine'
  const Icon = event === 'closed' ? CircleCheck : RotateCcw
  return (
    <p className="event-line">
      <Icon className="icon" aria-hidden="true" />
      <span>
        {event === 'closed' ? (
          <RichText
            i18nKey={byMe ? 'ticket.page.closedByYou' : 'ticket.page.closedBy'}
            values={{ name }}
            components={bold}
          />
        ) : (
          <RichText
            i18nKey={byMe ? 'ticket.page.reopenedByYou' : 'ticket.page.reopenedBy'}
            values={{ name }}
            components={bold}
          />
        )}{' '}
        <time dateTime={creationDate}>{format.clock(creationDate)}</time>
      </span>
    </p>
  )
}

type PlannedLineProps = { planned: NonNullable<Ticket['nextPlannedActivityInfo']>; format: Format }

/** The line for the next planned visit or call. */
export const PlannedLine = ({ planned: { start, activityTypeName: activity }, format }: PlannedLineProps) => {
  const when = `${format.ticketDay(start)}, ${format.clock(start)}`
  return (
    <p className="event-line">
      <CalendarCheck className="icon" aria-hidden="true" />
      <span>
        <RichText i18nKey="ticket.page.planned" values={{ activity, when }} components={bold} />
      </span>
    </p>
  )
}
