import { useIsMutating } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../api/api.ts'
import { useConnection, waitUntilReachable } from '../api/connection.ts'
import { useFailureText } from '../api/failures.ts'
import { NotOpen } from '../session/require-flag.ts'
import { useText } from '../text/use-text.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { ForbiddenScreen } from './forbidden-screen.tsx'
import { NotLoaded } from './lazy-screen.ts'
import { reloadOnce } from './reload.ts'

/** What stands in place of a screen that could not be shown. */
export const ScreenFailed = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useText()
  const text = useFailureText()
  const router = useRouter()
  const { reachable } = useConnection()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  useRecovery(error, retry)
  if (error instanceof NotOpen) return <ForbiddenScreen />
  return (
    <RetryPanel title={t('shell.screenFailed')} retry={t('words.retry')} onRetry={() => void retry()}>
      {reachable ? text(error) : t('shell.screenAwaited')}
    </RetryPanel>
  )
}

// The router shows an error once more while it tries again.
const triedAgain = new WeakSet<Error>()

/**
 * Goes on by itself when the portal is back. Where it has answered all along, a file of the screen is gone, as it is when a
 * newer version was put in: nothing is typed in a page that does not show, so the newer one may be taken at once.
 */
const useRecovery = (thrown: unknown, retry: () => Promise<void>) => {
  const isBusy = useIsMutating() > 0
  const error = thrown instanceof ApiError && thrown.code === 'network' ? thrown : undefined
  const goOn = useEffectEvent((wasAway: boolean) => {
    if (!error) return
    if (wasAway) {
      triedAgain.add(error)
      void retry()
    } else if (error instanceof NotLoaded && !triedAgain.has(error)) reloadOnce()
  })
  useEffect(() => {
    if (!error || isBusy) return
    let over = false
    void waitUntilReachable().then(wasAway => over || goOn(wasAway))
    return () => {
      over = true
    }
  }, [error, isBusy])
}
