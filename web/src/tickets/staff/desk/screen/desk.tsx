import { useQuery } from '@tanstack/react-query'
import { Link, useMatches, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { failureCode } from '../../../../api/api.ts'
import { useFailureText } from '../../../../api/failures.ts'
import { useStaffScreen } from '../../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../../text/use-text.ts'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../../ui/feedback/retry-panel.tsx'
import { staffTicket } from '../../data.ts'
import { DeskPage } from './desk-page.tsx'
import { DeskSkeleton } from './desk-skeleton.tsx'
import '../../../conversation/conversation.css'
import '../actions/dialogs.css'
import '../composer/composer.css'
import './desk.css'

/** The chosen ticket, beside the queue or over the whole width. */
export const Desk = () => {
  const { t } = useText()
  const { ticketid } = useParams({ from: '/signed-in/tickets/$ticketid' })
  const isFull = useMatches({ select: matches => matches.at(-1)?.routeId === '/signed-in/tickets/$ticketid/full' })
  const failureText = useFailureText()
  const { data: ticket, error, isFetching, refetch } = useQuery(staffTicket(ticketid))
  useStaffScreen('staff-ticket', ticket && `#${ticket.ticketNumber} ${ticket.title}`)
  const isGone = error !== null && failureCode(error) === 'not_found'
  return (
    <section
      className={isFull ? 'desk desk--full' : 'desk'}
      aria-label={ticket ? t('staffTicket.label', { number: ticket.ticketNumber }) : t('staffTicket.labelOfAny')}
    >
      {isGone ? (
        <EmptyState
          icon={<FileQuestion className="icon" />}
          title={t('staffTicket.gone.title')}
          action={
            <Link to="/tickets" search={true} className={buttonClass({ tone: 'primary' })}>
              {t('staffTicket.back')}
            </Link>
          }
        >
          {t('staffTicket.gone.text')}
        </EmptyState>
      ) : ticket ? (
        <DeskPage key={ticket.id} ticket={ticket} isFull={isFull} />
      ) : error ? (
        <RetryPanel
          title={t('staffTicket.failed')}
          retry={t('words.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {failureText(error)}
        </RetryPanel>
      ) : (
        <DeskSkeleton />
      )}
    </section>
  )
}
