import type { Me } from '@portico/contract/auth'
import type { Ticket } from '@portico/contract/tickets'
import { Link } from '@tanstack/react-router'
import { Calendar, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Format } from '../../session/use-format.ts'
import { useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { assetName } from '../../wiki/asset-name.ts'
import { annualNumber, fullName, isRaisedBy, statusKind } from '../rules.ts'
import { TicketType } from '../ticket-type.tsx'

type PlannedProps = { ticket: Ticket; format: Format }

const PlannedText = ({ ticket: { nextPlannedActivityInfo: planned }, format }: PlannedProps) => {
  const { t } = useText()
  if (!planned) return null
  const { start, end, activityTypeName: activity, assignedUser } = planned
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  const duration = [Math.floor(minutes / 60) && `${Math.floor(minutes / 60)} h`, minutes % 60 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <b>{`${format.ticketDay(start)}, ${format.clock(start)}`}</b>
      <span>{duration ? t('ticket.page.duration', { activity, duration }) : activity}</span>
      {assignedUser && <span>{fullName(assignedUser)}</span>}
    </>
  )
}

/** The next planned visit or call. */
export const NextActivity = (props: PlannedProps) =>
  props.ticket.nextPlannedActivityInfo && (
    <div className="next-visit">
      <Calendar className="icon" aria-hidden="true" />
      <PlannedText {...props} />
    </div>
  )

type TicketDetailsProps = { ticket: Ticket; me: Me; format: Format }

/** The details of a ticket beside its conversation. */
export const TicketDetails = ({ ticket, me, format }: TicketDetailsProps) => {
  const { t } = useText()
  const here = useHere()
  const { taskType, taskStatus, createdOn, creatorContactWebUser: raiser, assignedGroup, assignedUser } = ticket
  const annual = annualNumber(ticket)
  return (
    <dl className="details">
      <div>
        <dt>{t('ticket.page.number')}</dt>
        <dd className="num">{ticket.ticketNumber}</dd>
      </div>
      {annual && (
        <div>
          <dt>{t('ticket.page.annualNumber')}</dt>
          <dd className="num">{annual}</dd>
        </div>
      )}
      {taskType && (
        <div>
          <dt>{t('ticket.page.type')}</dt>
          <dd>
            <TicketType type={taskType} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('ticket.page.status')}</dt>
        <dd>
          <Status kind={statusKind(ticket)}>{taskStatus.step.name}</Status>
        </dd>
      </div>
      <div>
        <dt>{t('ticket.page.created')}</dt>
        <dd>
          <time dateTime={createdOn}>
            {format.ticketDay(createdOn)}
            <small>{format.clock(createdOn)}</small>
          </time>
        </dd>
      </div>
      {raiser && (
        <div>
          <dt>{t('ticket.page.raisedBy')}</dt>
          <dd>{isRaisedBy(ticket, me) ? t('ticket.page.you') : raiser.referentName}</dd>
        </div>
      )}
      {assignedGroup && (
        <div>
          <dt>{t('ticket.page.group')}</dt>
          <dd>{assignedGroup.name}</dd>
        </div>
      )}
      <div>
        <dt>{t('ticket.page.assignedTo')}</dt>
        <dd>
          {assignedUser ? (
            <span className="avatar-name">
              <Avatar name={fullName(assignedUser)} src={assignedUser.profileImage} />
              {fullName(assignedUser)}
            </span>
          ) : (
            <span className="details-none">{t('ticket.page.unassigned')}</span>
          )}
        </dd>
      </div>
      {ticket.wikiElement && (
        <div>
          <dt>{t('ticket.page.asset')}</dt>
          <dd>
            <Link to="/$company/$contactid/wiki" params={here} search={{ open: ticket.wikiElement.id }}>
              {assetName(ticket.wikiElement)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The details of a ticket on a narrow screen: the next activity, and the rest when it is expanded. */
export const TicketSummary = (props: TicketDetailsProps & { children?: ReactNode }) => {
  const { t } = useText()
  const { ticket, format, children } = props
  return (
    <details className="ticket-summary">
      <summary className="next-visit">
        <Calendar className="icon" aria-hidden="true" />
        {ticket.nextPlannedActivityInfo ? (
          <PlannedText ticket={ticket} format={format} />
        ) : (
          <>
            <b>{t('ticket.page.showDetails')}</b>
            <span>{t('ticket.page.noVisit')}</span>
          </>
        )}
        <ChevronDown className="icon chevron" aria-hidden="true" />
      </summary>
      <TicketDetails {...props} />
      {children}
    </details>
  )
}
