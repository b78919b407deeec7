import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../api/api.ts'
import { useConnection, waitUntilReachable } from '../api/connection.ts'
import { useFailureText } from '../api/failures.ts'
import { useText } from '../text/use-text.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'

/** What stands in place of a screen that could not be shown; it goes on by itself when the server is back. */
export const ScreenFailed = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useText()
  const text = useFailureText()
  const router = useRouter()
  const { reachable } = useConnection()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  const isOffline = error instanceof ApiError && error.code === 'network'
  const goOn = useEffectEvent((wasAway: boolean) => {
    if (wasAway) void retry()
  })
  useEffect(() => {
    if (!isOffline) return
    let over = false
    void waitUntilReachable().then(wasAway => over || goOn(wasAway))
    return () => {
      over = true
    }
  }, [isOffline])
  return (
    <main id="main" tabIndex={-1}>
      <RetryPanel title={t('staffShell.screenFailed')} retry={t('words.retry')} onRetry={() => void retry()}>
        {reachable ? text(error) : t('staffShell.screenAwaited')}
      </RetryPanel>
    </main>
  )
}
