import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../api/api.ts'
import { waitUntilReachable } from '../api/connection.ts'
import { failureOf, isFailureCode, useFailureText } from '../api/failures.ts'
import { currentToken } from '../api/session-token.ts'
import { clock } from '../text/format.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Alert } from '../ui/overlay/alert.tsx'

// In the reader's time zone, not the portal's.
const readersTime = (inSeconds: number) =>
  clock(new Date(Date.now() + inSeconds * 1000).toISOString(), {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })

type LoginAlertProps = { error: unknown; failed: string | undefined; onRetry: () => void }

/** Why signing in failed, or why a signed-in user was sent to the login page, with a retry. */
export const LoginAlert = ({ error, failed, onRetry }: LoginAlertProps) => {
  const { t } = useText()
  const text = useFailureText()
  const goOn = useEffectEvent((wasAway: boolean) => {
    if (wasAway) onRetry()
  })
  useEffect(() => {
    if (failed !== 'network' && failed !== 'unavailable') return
    let over = false
    void waitUntilReachable().then(wasAway => over || goOn(wasAway))
    return () => {
      over = true
    }
  }, [failed])
  if (error) {
    const { code, retryAfter } = failureOf(error)
    const tooMany = code === 'too_many_requests' && retryAfter !== undefined
    const isLinkMailed = error instanceof ApiError && error.detail === 'link_mailed'
    return (
      <Alert
        tone="danger"
        title={tooMany ? t('auth.login.tryAgainAt', { time: readersTime(retryAfter) }) : text(error)}
      >
        {isLinkMailed && t('auth.login.linkMailed')}
      </Alert>
    )
  }
  if (failed === 'unauthenticated') return <Alert tone="warning" title={t('errors.unauthenticated')} />
  if (!isFailureCode(failed) || !currentToken()) return null
  return (
    <Alert
      tone="warning"
      title={t('auth.login.guardFailed')}
      action={
        <Button size="sm" onClick={onRetry}>
          {t('words.retry')}
        </Button>
      }
    >
      {t(`errors.${failed}`)}
    </Alert>
  )
}
