import type { Me } from '@portico/contract/auth'
import type { Ticket } from '@portico/contract/tickets'
import type { Format } from '../../session/use-format.ts'
import { useText } from '../../text/use-text.ts'
import { Status } from '../../ui/feedback/status.tsx'
import { BackLink } from '../back-link.tsx'
import { annualNumber, isRaisedBy, statusKind, ticketNumber } from '../rules.ts'

type TicketHeadProps = { ticket: Ticket; me: Me; format: Format }

/** Title, number and status of a ticket, and who opened it when. */
export const TicketHead = ({ ticket, me, format }: TicketHeadProps) => {
  const { t } = useText()
  const { createdOn, creatorContactWebUser: raiser, taskStatus } = ticket
  const mine = isRaisedBy(ticket, me)
  const when = `${format.ticketDay(createdOn)}, ${format.clock(createdOn)}`
  const annual = annualNumber(ticket)
  return (
    <div className="ticket-head">
      <BackLink otherwise={mine ? 'mine' : 'all'} />
      <h1 className="ticket-title" tabIndex={-1}>
        {ticket.title}
      </h1>
      <div className="ticket-headline">
        <span className="num">
          {ticketNumber(ticket)}
          {annual && (
            <>
              {' · '}
              <span title={t('ticket.page.annualNumber')}>{annual}</span>
            </>
          )}
        </span>
        <Status kind={statusKind(ticket)} pill>
          {taskStatus.step.name}
        </Status>
        <span>
          {mine
            ? t('ticket.page.openedByYou', { when })
            : raiser
              ? t('ticket.page.openedBy', { name: raiser.referentName, when })
              : t('ticket.page.opened', { when })}
        </span>
      </div>
    </div>
  )
}
