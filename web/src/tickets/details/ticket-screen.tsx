import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { failureCode } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { useHere } from '../../session/use-here.ts'
import { useScreen } from '../../session/use-screen.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { BackLink, useListAddress } from '../back-link.tsx'
import { ticket } from '../data.ts'
import { ticketNumber } from '../rules.ts'
import { TicketPage } from './ticket-page.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import '../conversation/conversation.css'
import './ticket.css'

/** The screen of a ticket: conversation, reply form and details. */
export const TicketScreen = () => {
  const { t } = useText()
  const here = useHere()
  const { ticketid } = useParams({ from: '/$company/$contactid/tickets/$ticketid' })
  const failureText = useFailureText()
  const { address } = useListAddress()
  const { data, error, isFetching, refetch } = useQuery(ticket(here, ticketid))
  useScreen('ticket', data && `${ticketNumber(data)} ${data.title}`)
  if (data) return <TicketPage key={data.id} ticket={data} onRefresh={refetch} />
  if (!error) return <TicketSkeleton />
  if (failureCode(error) === 'not_found')
    return (
      <EmptyState
        icon={<FileQuestion className="icon" />}
        heading="h1"
        title={t('ticket.page.goneTitle')}
        action={
          <Link {...address} className={buttonClass({ tone: 'primary' })}>
            {t('shell.menu.tickets')}
          </Link>
        }
      >
        {t('ticket.page.goneText')}
      </EmptyState>
    )
  return (
    <>
      <div className="page-head">
        <BackLink />
      </div>
      <RetryPanel title={t('ticket.page.failed')} retry={t('words.retry')} onRetry={() => refetch()} busy={isFetching}>
        {failureText(error)}
      </RetryPanel>
    </>
  )
}
