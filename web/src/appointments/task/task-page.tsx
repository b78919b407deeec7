import { Link } from '@tanstack/react-router'
import { Calendar, CalendarPlus, ExternalLink } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { Status } from '../../ui/feedback/status.tsx'
import { type Task, taskCalendarUrl } from '../data.ts'
import { mapUrl } from '../map-url.ts'
import { TaskFacts } from './task-facts.tsx'
import { TaskTicket } from './task-ticket.tsx'

const statusKinds = { planned: 'open', done: 'closed', cancelled: 'cancelled' } as const

/** The URL of an address on a map. */

type BookingActionsProps = { company: string; eventkey: string }

const BookingActions = ({ company, eventkey }: BookingActionsProps) => {
  const { t } = useText()
  return (
    <div className="button-row">
      <Link className={buttonClass()} to="/appointments/$company/rescheduling/$eventkey" params={{ company, eventkey }}>
        <Calendar className="icon" aria-hidden="true" />
        {t('tasks.move')}
      </Link>
      <Link className={buttonClass()} to="/appointments/$company/cancellation/$eventkey" params={{ company, eventkey }}>
        {t('tasks.cancel')}
      </Link>
    </div>
  )
}

/** A planned activity: what it is, when and where, and its ticket. */
export const TaskPage = ({ company, eventkey, found }: { company: string; eventkey: string; found: Task }) => {
  const { t } = useText()
  const { title, activityTypeName, status, end, address, companyName, appointment } = found
  const past = Date.parse(end) < Date.now()
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
          <BookingActions company={company} eventkey={appointment.eventKey} />
        )}
      </div>
      <div className="focus-columns">
        <section className="card card-body">
          <h2>{t('tasks.title')}</h2>
          <TaskFacts found={found} />
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
