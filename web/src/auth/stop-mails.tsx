import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { AuthPage } from './auth-page.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { notification, stopMails } from './data.ts'

/** What an unsubscribe link stops, and the button that does. */
export const StopMails = () => {
  const { t } = useText()
  const text = useFailureText()
  const queryClient = useQueryClient()
  const { company, key } = useParams({ from: '/$company/notifications/$key' })
  const { data, error, refetch, isFetching } = useQuery(notification(key))
  const stop = useMutation({
    ...stopMails,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notification(key).queryKey }),
  })
  useScreen('notifications', t('access.notifications.title'))
  const unknown = error && failureOf(error).code === 'invalid_code'
  return (
    <AuthPage company={company}>
      <div className="auth-form">
        {data ? (
          <>
            <div role="status">
              <h1 className="page-title">{t(`access.notifications.${data.stopped ? 'stopped' : 'title'}`)}</h1>
              <p>
                {data.stopped
                  ? t(`access.notifications.${data.kind === 'ticketCopy' ? 'stoppedCopy' : 'stoppedText'}`)
                  : t(`access.notifications.${data.kind}`)}
              </p>
            </div>
            {stop.error && <Alert tone="danger" title={text(stop.error)} />}
            {!data.stopped && (
              <Button tone="primary" size="lg" block busy={stop.isPending} onClick={() => stop.mutate(key)}>
                {t('access.notifications.stop')}
              </Button>
            )}
          </>
        ) : unknown ? (
          <div>
            <h1 className="page-title">{t('access.notifications.unknown')}</h1>
            <p>{t('access.notifications.unknownText')}</p>
          </div>
        ) : error ? (
          <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
            {text(error)}
          </RetryPanel>
        ) : (
          <AuthSkeleton />
        )}
        {(data?.kind !== 'ticketCopy' || unknown) && (
          <p>
            <Link to="/$company" params={{ company }}>
              {t('access.notifications.open')}
            </Link>
          </p>
        )}
      </div>
    </AuthPage>
  )
}
