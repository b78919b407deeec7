import type { TicketClosing } from '@portico/contract/ticket-closings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../api/api.ts'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { AuthPage } from './auth-page.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { closeByMail, ticketClosing } from './data.ts'

/** Whether a link does not close its ticket, or not any more. */
const isEnded = (error: unknown) => failureOf(error).code === 'invalid_code'

/** The ticket that a link closes, and the button that does. */
export const CloseTicket = () => {
  const { t } = useText()
  const text = useFailureText()
  const { company, key } = useParams({ from: '/$company/notifications/$key' })
  const { data, error, refetch, isFetching } = useQuery(ticketClosing(key))
  useScreen('closing', t('access.closing.title'))
  const end = error instanceof ApiError && error.status === 410 ? 'ended' : 'unknown'
  return (
    <AuthPage company={company}>
      <div className="auth-form">
        {/* A link may end while its page is open. */}
        {error && isEnded(error) ? (
          <div>
            <h1 className="page-title">{t(`access.closing.${end}`)}</h1>
            <p>{t(`access.closing.${end}Text`)}</p>
          </div>
        ) : data ? (
          <TicketToClose closing={data} linkKey={key} onEnded={refetch} />
        ) : error ? (
          <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
            {text(error)}
          </RetryPanel>
        ) : (
          <AuthSkeleton />
        )}
        {(data || error) && (
          <p>
            {data?.page ? (
              <Link
                to="/$company/$contactid/tickets/$ticketid"
                params={{ company, contactid: data.page.contactid, ticketid: data.page.ticketid }}
              >
                {t('access.closing.open')}
              </Link>
            ) : (
              <Link to="/$company" params={{ company }}>
                {t('access.closing.openPortal')}
              </Link>
            )}
          </p>
        )}
      </div>
    </AuthPage>
  )
}

type TicketToCloseProps = { closing: TicketClosing; linkKey: string; onEnded: () => void }

const TicketToClose = ({ closing, linkKey, onEnded }: TicketToCloseProps) => {
  const { t } = useText()
  const text = useFailureText()
  const queryClient = useQueryClient()
  const { state, mergedInto, answersByMail } = closing
  const close = useMutation({
    ...closeByMail,
    onSuccess: closed => queryClient.setQueryData(ticketClosing(linkKey).queryKey, closed),
    onError: error => isEnded(error) && onEnded(),
  })
  const heading =
    state === 'open' ? 'title' : state === 'merged' ? 'merged' : close.isSuccess ? 'closed' : 'closedBefore'
  return (
    <>
      <div role="status">
        <h1 className="page-title">{t(`access.closing.${heading}`)}</h1>
        <p>
          <strong>
            #{closing.ticketNumber} {closing.title}
          </strong>
        </p>
        <p>
          {state === 'open'
            ? t('access.closing.text')
            : state === 'merged'
              ? t('access.closing.mergedText', { number: mergedInto })
              : t(`access.closing.${answersByMail ? 'reopensByMail' : 'reopens'}`)}
        </p>
      </div>
      {close.error && !isEnded(close.error) && <Alert tone="danger" title={text(close.error)} />}
      {state === 'open' && (
        <Button tone="primary" size="lg" block busy={close.isPending} onClick={() => close.mutate(linkKey)}>
          {t('access.closing.close')}
        </Button>
      )}
    </>
  )
}
