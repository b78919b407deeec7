import type { StaffTicketContext, TicketReference } from '@portico/contract/staff/ticket-actions'
import { closedStatus } from '@portico/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Box, Building2, Calendar, Circle, CircleCheck, Folder, Mail, MapPin, Phone, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { BouncedMark } from '../../../../staff/parts/mail/bounced-mark.tsx'
import { PortalMark } from '../../../../staff/parts/portal-mark.tsx'
import { SeeAsButton } from '../../../../staff/parts/see-as-button.tsx'
import { SideBlock } from '../../../../staff/parts/side-block.tsx'
import { spokenMinutes } from '../../../../staff/parts/spoken-minutes.ts'
import { useStaffFormat } from '../../../../staff/session/use-staff-format.ts'
import { useText } from '../../../../text/use-text.ts'
import { Avatar } from '../../../../ui/feedback/avatar.tsx'
import { Meter } from '../../../../ui/feedback/meter.tsx'
import { RetryPanel } from '../../../../ui/feedback/retry-panel.tsx'
import type { OpenTicket } from '../../data.ts'
import { useMoment } from '../use-moment.ts'
import { CopyLines } from './copy-lines.tsx'
import { ticketContext } from './data.ts'
import './desk-side.css'

type DeskSideProps = { ticket: OpenTicket; onCopies: () => void }

/** What stands beside a ticket: who it is from, what they have bought, and what happened before. */
export const DeskSide = ({ ticket, onCopies }: DeskSideProps) => {
  const { t } = useText()
  const { data, error, isFetching, refetch } = useQuery(ticketContext(ticket.id))
  if (!data)
    return error ? (
      <RetryPanel
        title={t('staffTicket.side.failed')}
        retry={t('words.retry')}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    ) : (
      <div className="side-block" aria-busy="true">
        {['60%', '80%', '48%', '70%'].map(width => (
          <span key={width} className="skeleton" style={{ '--w': width }} />
        ))}
      </div>
    )
  return (
    <>
      <Customer context={data} portal={ticket.portal} />
      {ticket.raiser?.bounced && <BouncedMark bounced={ticket.raiser.bounced} address={ticket.raiser.email ?? ''} />}
      {data.hours.length > 0 && <Hours hours={data.hours} />}
      {data.asset && <Asset asset={data.asset} />}
      <Visits context={data} ticket={ticket} />
      <Tickets context={data} />
      <SideBlock
        title={t('staffTicket.side.copies')}
        action={
          <button type="button" className="side-action" onClick={onCopies}>
            <Plus className="icon" aria-hidden="true" />
            {t('staffTicket.side.addCopy')}
          </button>
        }
      >
        {data.copyAddresses.length > 0 ? (
          <CopyLines ticketid={ticket.id} addresses={data.copyAddresses} />
        ) : (
          <p className="quiet">{t('staffTicket.side.nobody')}</p>
        )}
      </SideBlock>
    </>
  )
}

type CustomerProps = { context: StaffTicketContext; portal: OpenTicket['portal'] }

const Customer = ({ context: { person, customer }, portal }: CustomerProps) => {
  const { t } = useText()
  const { moment } = useMoment()
  const phone = person?.phone ?? customer.phone
  const email = person?.email ?? customer.email
  const role = person?.administrator && t('staffTicket.side.administrator')
  return (
    <SideBlock
      title={t('staffTicket.side.customer')}
      action={
        <Link to="/customers/$contactid" params={{ contactid: customer.id }} className="side-action">
          {t('staffTicket.side.openRecord')}
        </Link>
      }
    >
      <div className="side-person">
        <Avatar name={person?.referentName ?? customer.companyName} size="md" />
        <span>
          <b>{person?.referentName ?? customer.companyName}</b>
          <small>
            {person ? [customer.companyName, role].filter(Boolean).join(', ') : t('staffTicket.side.noPerson')}
          </small>
        </span>
      </div>
      {person?.active && (
        <SeeAsButton
          size="sm"
          className="side-see-as"
          contact={customer}
          person={{ webUserId: person.webUserId, name: person.referentName }}
        />
      )}
      <ul className="side-lines">
        <li>
          <PortalMark portal={portal} />
          <span>{customer.portalName}</span>
          {person && (
            <span className="num">
              {!person.active
                ? t('staffTicket.side.noAccess')
                : person.lastVisitOn && t('staffTicket.side.seen', { when: moment(person.lastVisitOn) })}
            </span>
          )}
        </li>
        {phone && (
          <li>
            <Phone className="icon" aria-hidden="true" />
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          </li>
        )}
        {email && (
          <li>
            <Mail className="icon" aria-hidden="true" />
            <a href={`mailto:${email}`} title={email}>
              {email}
            </a>
          </li>
        )}
        {person && customer.phone && customer.phone !== phone && (
          <li>
            <Building2 className="icon" aria-hidden="true" />
            <a href={`tel:${customer.phone.replace(/[^+\d]/g, '')}`}>{customer.phone}</a>
          </li>
        )}
        {customer.address && (
          <li>
            <MapPin className="icon" aria-hidden="true" />
            <span title={customer.address}>{customer.address}</span>
          </li>
        )}
      </ul>
    </SideBlock>
  )
}

const Hours = ({ hours }: Pick<StaffTicketContext, 'hours'>) => {
  const { t } = useText()
  const { numericDay } = useMoment()
  return (
    <SideBlock title={t('staffTicket.side.contract', { count: hours.length })}>
      {hours.map(({ activityContractId, contractPackageId, name, totalMinutes, residualMinutes, endsOn }) => {
        const left = t('staffTicket.side.left', { left: spokenMinutes(residualMinutes) })
        const total = t('staffTicket.side.of', { total: spokenMinutes(totalMinutes) })
        const text = endsOn ? t('staffTicket.side.until', { name, day: numericDay(endsOn) }) : name
        return (
          <div key={`${activityContractId} ${contractPackageId}`} className="side-hours">
            <Meter
              share={totalMinutes > 0 ? residualMinutes / totalMinutes : 0}
              value={left}
              total={total}
              label={`${name}: ${left} ${total}`}
            />
            <p className="quiet">
              {activityContractId === null ? (
                text
              ) : (
                <Link to="/contracts/$kind/$contractid" params={{ kind: 'activity', contractid: activityContractId }}>
                  {text}
                </Link>
              )}
            </p>
          </div>
        )
      })}
    </SideBlock>
  )
}

const Asset = ({
  asset: { id, name, folderName, ticketCount },
}: {
  asset: NonNullable<StaffTicketContext['asset']>
}) => {
  const { t } = useText()
  return (
    <SideBlock title={t('staffTicket.prop.wikiElementId')}>
      <ul className="side-lines">
        <li>
          <Box className="icon" aria-hidden="true" />
          <Link to="/assets/$assetid" params={{ assetid: id }} title={name}>
            {name}
          </Link>
          <span className="num">{t('staffTicket.side.tickets', { count: ticketCount })}</span>
        </li>
        <li>
          <Folder className="icon" aria-hidden="true" />
          <span>{folderName}</span>
        </li>
      </ul>
    </SideBlock>
  )
}

type VisitsProps = { context: StaffTicketContext; ticket: OpenTicket }

const Visits = ({ context: { upcomingVisits, lastVisits }, ticket }: VisitsProps) => {
  const { t } = useText()
  const { dayOf } = useStaffFormat()
  const { moment, numericDay } = useMoment()
  const isOpen = ticket.step.taskStatus !== closedStatus
  if (upcomingVisits.length + lastVisits.length === 0 && !isOpen) return null
  return (
    <SideBlock
      title={t('staffTicket.side.visits')}
      action={
        isOpen && (
          <Link to="/visits" search={{ plan: ticket.id }} className="side-action">
            <Plus className="icon" aria-hidden="true" />
            {t('staffTicket.side.planVisit')}
          </Link>
        )
      }
    >
      {upcomingVisits.length + lastVisits.length === 0 && <p className="quiet">{t('staffTicket.side.noVisits')}</p>}
      <ul className="side-lines">
        {upcomingVisits.map(({ id, bookingId, title, activityTypeName, startsOn, staffName }) => (
          <li key={id}>
            <Calendar className="icon" aria-hidden="true" />
            <Link
              to="/visits"
              search={{
                day: dayOf(new Date(startsOn)),
                open: bookingId === null ? `visit-${id}` : `booking-${bookingId}`,
              }}
              title={[title ?? activityTypeName, staffName].filter(Boolean).join(', ')}
            >
              {title ?? activityTypeName}
            </Link>
            <time dateTime={startsOn}>{moment(startsOn)}</time>
          </li>
        ))}
        {lastVisits.map(({ id, title, activityTypeName, startsOn, staffName }) => (
          <li key={id}>
            <CircleCheck className="icon" aria-hidden="true" />
            <span title={[title ?? activityTypeName, staffName].filter(Boolean).join(', ')}>
              {title ?? activityTypeName}
            </span>
            <time dateTime={startsOn}>{numericDay(startsOn)}</time>
          </li>
        ))}
      </ul>
    </SideBlock>
  )
}

const TicketLine = ({ ticket, end }: { ticket: TicketReference; end: ReactNode }) => {
  const Icon = ticket.step.taskStatus === closedStatus ? CircleCheck : Circle
  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <Link
        to="/tickets/$ticketid"
        params={{ ticketid: ticket.id }}
        search={true}
        title={`#${ticket.ticketNumber} ${ticket.title}`}
      >
        <span className="sr-only">{ticket.step.name}: </span>
        {ticket.title}
      </Link>
      {end}
    </li>
  )
}

const Tickets = ({
  context: { customer, earlierTickets, earlierTicketCount, links },
}: {
  context: StaffTicketContext
}) => {
  const { t } = useText()
  const { numericDay } = useMoment()
  return (
    <>
      {links.length > 0 && (
        <SideBlock title={t('staffTicket.side.links')}>
          <ul className="side-lines">
            {links.map(({ kind, ticket }) => (
              <TicketLine
                key={`${kind} ${ticket.id}`}
                ticket={ticket}
                end={<span className="num">{t(`staffTicket.side.link.${kind}`)}</span>}
              />
            ))}
          </ul>
        </SideBlock>
      )}
      {earlierTickets.length > 0 && (
        <SideBlock
          title={t('staffTicket.side.earlier')}
          action={
            <Link to="/tickets" search={{ view: 'all', contact: customer.id }} className="side-action">
              {t('staffTicket.side.allTickets', { number: earlierTicketCount + 1 })}
            </Link>
          }
        >
          <ul className="side-lines">
            {earlierTickets.map(ticket => (
              <TicketLine
                key={ticket.id}
                ticket={ticket}
                end={<time dateTime={ticket.createdOn}>{numericDay(ticket.createdOn)}</time>}
              />
            ))}
          </ul>
        </SideBlock>
      )}
    </>
  )
}
