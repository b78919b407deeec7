import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Calendar, CalendarPlus, ExternalLink, MapPin, Phone, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../session/use-format.ts'
import { useScreen } from '../session/use-screen.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Status } from '../ui/feedback/status.tsx'
import { task, taskCalendarUrl } from './data.ts'
import { EventPage } from './event-page.tsx'
import { TaskTicket } from './task-ticket.tsx'
import { useDuration } from './use-duration.ts'
import { useWhen } from './use-when.ts'

const statusKinds = { planned: 'open', done: 'closed', cancelled: 'cancelled' } as const
const minutesBetween = (start: string, end: string) => Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

/** The URL of an address on a map. */
const mapUrl = (address: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`

/** The screen of a planned activity: when, where, and who comes. */
export const TaskScreen = () => {
  const { t } = useTranslation()
  const { company, eventkey } = useParams({ from: '/tasks/$company/$eventkey' })
  const query = useQuery(task(eventkey))
  const found = query.data
  useScreen('task', found?.title ?? t('tasks.title'))
  // The portal comes with the activity.
  const portal = found?.portal.webPortalKey
  if (portal !== undefined && portal !== company)
    return <Navigate to="/tasks/$company/$eventkey" params={{ company: portal, eventkey }} replace />
  return (
    <EventPage company={company} query={query} failed={t('tasks.failed')}>
      {found && <TaskPage company={company} eventkey={eventkey} found={found} />}
    </EventPage>
  )
}

/** The same for a URL without a portal. */
export const TaskWithoutPortalScreen = () => {
  const { t } = useTranslation()
  const { eventkey } = useParams({ from: '/tasks/$eventkey' })
  const query = useQuery(task(eventkey))
  useScreen('task', t('tasks.title'))
  if (query.data)
    return (
      <Navigate to="/tasks/$company/$eventkey" params={{ company: query.data.portal.webPortalKey, eventkey }} replace />
    )
  return (
    <EventPage company={undefined} query={query} failed={t('tasks.failed')}>
      {null}
    </EventPage>
  )
}

type Found = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof task>['queryFn']>>>>

const TaskPage = ({ company, eventkey, found }: { company: string; eventkey: string; found: Found }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDuration()
  const { zone, otherZone, ownWhen } = useWhen()
  const { title, activityTypeName, status, start, end, address, assignedUser, companyName, appointment, portal } = found
  const past = Date.parse(end) < Date.now()
  const own = otherZone(start) && t('appointments.yourTime', { when: ownWhen(start) })
  const open = status === 'planned' && !past
  return (
    <>
      <div className="focus-head">
        <div>
          <div className="ticket-headline">
            {title !== activityTypeName && <span>{activityTypeName}</span>}
            <Status kind={statusKinds[status]} pill>
              {t(`tasks.${status}`)}
            </Status>
          </div>
          <h1>{title}</h1>
          <p className="page-sub">{t('tasks.company', { company: companyName })}</p>
        </div>
        {open && appointment?.uncancellable === null && (
          <div className="button-row">
            <Link
              className={buttonClass()}
              to="/appointments/$company/rescheduling/$eventkey"
              params={{ company, eventkey: appointment.eventKey }}
            >
              <Calendar className="icon" aria-hidden="true" />
              {t('tasks.move')}
            </Link>
            <Link
              className={buttonClass()}
              to="/appointments/$company/cancellation/$eventkey"
              params={{ company, eventkey: appointment.eventKey }}
            >
              {t('tasks.cancel')}
            </Link>
          </div>
        )}
      </div>
      <div className="focus-columns">
        <section className="card card-body">
          <h2>{t('tasks.title')}</h2>
          <ul className="fact-list">
            <li>
              <Calendar className="icon" aria-hidden="true" />
              <span>
                <b>
                  {format.ticketDay(start)}, {format.clock(start)} – {format.clock(end)}
                </b>
                {[
                  t('appointments.about', { duration: duration(minutesBetween(start, end)) }),
                  own && t('appointments.zone', { zone }),
                  own,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
            {address && (
              <li>
                <MapPin className="icon" aria-hidden="true" />
                <span>
                  <b>{address}</b>
                </span>
              </li>
            )}
            {assignedUser && (
              <li>
                <User className="icon" aria-hidden="true" />
                <span>
                  <b>
                    {assignedUser.firstName} {assignedUser.lastName}
                  </b>
                  {portal.webPortalName}
                </span>
              </li>
            )}
            {portal.supportPhone && (
              <li>
                <Phone className="icon" aria-hidden="true" />
                <span>
                  <b>
                    <a href={`tel:${portal.supportPhone.replace(/[^+\d]/g, '')}`}>{portal.supportPhone}</a>
                  </b>
                  {portal.supportHours}
                </span>
              </li>
            )}
          </ul>
          {open && appointment?.uncancellable === 'too_late' && <p className="page-sub">{t('tasks.tooLate')}</p>}
          <div className="button-row">
            {open && (
              <a className={buttonClass({ size: 'sm' })} href={taskCalendarUrl(eventkey)}>
                <CalendarPlus className="icon" aria-hidden="true" />
                {t('tasks.calendar')}
              </a>
            )}
            {address && (
              <a className={buttonClass({ size: 'sm' })} href={mapUrl(address)} target="_blank" rel="noreferrer">
                <ExternalLink className="icon" aria-hidden="true" />
                {t('tasks.map')}
              </a>
            )}
          </div>
        </section>
        <TaskTicket company={company} eventkey={eventkey} ticket={found.ticket} />
      </div>
    </>
  )
}
