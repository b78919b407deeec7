import type { Task } from '@portico/contract/appointments'
import { Link } from '@tanstack/react-router'
import { currentToken } from '../../api/session-token.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { Status } from '../../ui/feedback/status.tsx'

const statusKinds = ['open', 'pending', 'closed'] as const

/** The ticket of a planned activity, if the reader may see it; otherwise a link to sign in. */
export const TaskTicket = ({
  company,
  eventkey,
  ticket,
}: {
  company: string
  eventkey: string
  ticket: Task['ticket']
}) => {
  const { t } = useText()
  if (!ticket && currentToken()) return null
  return (
    <section className="card card-body">
      <h2>{t('tasks.ticket')}</h2>
      {ticket ? (
        <>
          <div className="ticket-headline">
            <span className="num">#{ticket.ticketNumber}</span>
            <Status kind={statusKinds[ticket.taskStatus.step.taskStatus] ?? 'open'} pill>
              {ticket.taskStatus.step.name}
            </Status>
          </div>
          <p>{ticket.title}</p>
          <div className="button-row">
            <Link
              className={buttonClass({ tone: 'primary' })}
              to="/$company/$contactid/tickets/$ticketid"
              params={{ company, contactid: ticket.contactId, ticketid: ticket.id }}
            >
              {t('tasks.openTicket')}
            </Link>
          </div>
        </>
      ) : (
        <>
          <p className="page-sub">{t('tasks.ticketHint')}</p>
          <div className="button-row">
            <Link
              className={buttonClass({ tone: 'primary' })}
              to="/$company/Login"
              params={{ company }}
              search={{ back: `/tasks/${company}/${eventkey}` }}
            >
              {t('tasks.login')}
            </Link>
          </div>
        </>
      )}
    </section>
  )
}
