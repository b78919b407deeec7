import { useIsMutating } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { requireReload, retryNow, useConnection, waitUntilReachable } from '../api/connection.ts'
import { localized } from '../text/localized.tsx'
import { useText } from '../text/use-text.ts'
import { toast } from '../ui/overlay/toasts.tsx'
import { isOutdated } from './new-version.ts'

const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()

const stateOf = ({ reachable, mustReload }: ReturnType<typeof useConnection>) => {
  if (!reachable) return navigator.onLine ? 'away' : 'offline'
  return mustReload ? 'outdated' : undefined
}

/** Above the page, and covering nothing of it: that the portal cannot be reached, or that the page should be loaded anew. */
export const ConnectionNotice = () => {
  const { t } = useText()
  const connection = useConnection()
  const state = stateOf(connection)
  const bar = useRef<HTMLDivElement>(null)
  useEndOfOutage(connection.reachable)
  useReloadAtNextPage(connection.mustReload)

  // What sticks to the top of the window sticks below the bar.
  useLayoutEffect(() => {
    if (!bar.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--connection-h', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--connection-h')
    }
  }, [])

  const isAway = state === 'offline' || state === 'away'
  // A reload would end at the browser's own page, and the way back would be lost.
  useEffect(() => {
    if (!isAway) return
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [isAway])

  const Icon = isAway ? CloudOff : RefreshCw
  return (
    <div className="connection-notice" data-state={state} ref={bar}>
      {state && <Icon className="icon" aria-hidden="true" />}
      <p role="status">
        {state && (
          <>
            <b>{t(`connection.${state}`)}</b> {t(`connection.${state}Text`)}
          </>
        )}
      </p>
      {state && (
        <button type="button" className="link-button" onClick={isAway ? retryNow : () => location.reload()}>
          {isAway ? t('words.retry') : t('connection.reload')}
        </button>
      )}
    </div>
  )
}

/** Says that the portal is back, and finds out whether it came back with a newer program. */
const useEndOfOutage = (reachable: boolean) => {
  const wasReachable = useRef(reachable)
  useEffect(() => {
    if (reachable && !wasReachable.current) {
      toast({ title: localized(t => t('connection.back')) })
      void isOutdated().then(outdated => outdated && requireReload())
    }
    wasReachable.current = reachable
  }, [reachable])
}

/** Takes the newer program when the reader goes to another page: what was typed is kept or given up by then. */
const useReloadAtNextPage = (mustReload: boolean) => {
  const router = useRouter()
  const isBusy = useIsMutating() > 0
  useEffect(() => {
    if (!mustReload || isBusy) return
    return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (!pathChanged) return
      // Only a portal that answers right now.
      void waitUntilReachable().then(wasAway => {
        if (!wasAway) location.reload()
      })
    })
  }, [mustReload, isBusy, router])
}
