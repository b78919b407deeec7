import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import { Link } from '@tanstack/react-router'
import { Clock, Eye, Pencil, User } from 'lucide-react'
import { memo } from 'react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { ticketStatus } from '../../../staff/parts/ticket-status.ts'
import { usePresence } from '../../../staff/session/presence.ts'
import { useText } from '../../../text/use-text.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { useQueueWords } from './use-queue-words.ts'

/** Who else is on a ticket, at the corner of its row: a pen if anybody writes. */
const Corner = ({ ticketid }: { ticketid: number }) => {
  const { t } = useText()
  const people = usePresence(ticketid)
  const one = people.find(({ state }) => state === 'writing') ?? people[0]
  if (!one) return null
  const text = t(`staffQueue.${one.state}`, { name: one.displayName })
  return (
    <span className="corner" data-presence={one.state === 'writing' ? 'replying' : 'viewing'} title={text}>
      {one.state === 'writing' ? (
        <Pencil className="icon" aria-hidden="true" />
      ) : (
        <Eye className="icon" aria-hidden="true" />
      )}
      <span className="sr-only">{text}</span>
    </span>
  )
}

const Assignee = ({ assignee }: Pick<StaffTicketListed, 'assignee'>) => {
  const { t } = useText()
  if (!assignee)
    return (
      <span className="avatar avatar--none" title={t('staffQueue.unassigned')}>
        <User className="icon" aria-hidden="true" />
        <span className="sr-only">{t('staffQueue.unassigned')}</span>
      </span>
    )
  const { displayName, profileImage } = assignee
  return (
    <span className="queue-assignee" title={displayName}>
      <Avatar name={displayName} src={profileImage} />
      <span className="sr-only">{t('staffQueue.assignedTo', { name: displayName })}</span>
    </span>
  )
}

type QueueRowProps = {
  ticket: StaffTicketListed
  now: number
  isOpen: boolean
  isSelected: boolean
  hasPortals: boolean
  onSelect: (ticketid: number, isRange: boolean) => void
}

/** A ticket in the queue. Its title is the link, which covers the row. */
export const QueueRow = memo(({ ticket, now, isOpen, isSelected, hasPortals, onSelect }: QueueRowProps) => {
  const { t } = useText()
  const words = useQueueWords()
  const due = words.due(ticket, now)
  const age = words.age(ticket, now)
  const number = `#${ticket.ticketNumber}`
  return (
    <li
      className="queue-item"
      data-ticket={ticket.id}
      data-unread={ticket.unread || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
    >
      <Corner ticketid={ticket.id} />
      <label className="queue-check">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('staffQueue.select.one', { number })}
          onClick={event => onSelect(ticket.id, event.shiftKey)}
          onChange={() => undefined}
        />
      </label>
      <span className="queue-from" data-marked={hasPortals || undefined}>
        {hasPortals && <PortalMark portal={ticket.portal} />}
        <span className="queue-customer">
          {[ticket.contact.companyName, ticket.raiser?.referentName].filter(Boolean).join(', ')}
        </span>
        <span className="num">{number}</span>
      </span>
      <span className="queue-age">
        <span aria-hidden="true">{age}</span>
        <span className="sr-only">{t('staffQueue.age', { span: age })}</span>
      </span>
      <Link to="/tickets/$ticketid" params={{ ticketid: ticket.id }} search={true} className="queue-title">
        {ticket.unread && <span className="sr-only">{t('staffQueue.unread')}: </span>}
        {ticket.title}
      </Link>
      <span className="queue-meta">
        {due && (
          <span className="due" data-due={due.level === 'later' ? undefined : due.level}>
            <Clock className="icon" aria-hidden="true" />
            {due.text}
          </span>
        )}
        <Status kind={ticketStatus(ticket)}>
          <span className="ellipsis">{ticket.step.name}</span>
        </Status>
        {ticket.hasDraft && (
          <span className="queue-draft" title={t('staffQueue.draftLabel')}>
            <Pencil className="icon" aria-hidden="true" />
            {t('staffQueue.draft')}
          </span>
        )}
      </span>
      <Assignee assignee={ticket.assignee} />
    </li>
  )
})
