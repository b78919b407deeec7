import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useArrival } from '../page/use-arrival.ts'
import { connectionTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { whenIdle } from '../ui/loading/fetch-ahead.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { SessionOver } from './session-over.tsx'

// Nobody needs it at the start; once the connection is gone it could not be fetched any more.
const loadNotice = withTexts(() => import('../page/connection-notice.tsx'), connectionTexts)
const ConnectionNotice = lazy(async () => ({ default: (await loadPart(loadNotice)).ConnectionNotice }))

/** What is there at every address: the screen, the messages above it, and a notice when the server cannot be reached. */
export const PageRoot = () => {
  const { t } = useText()
  const [showsNotice, setShowsNotice] = useState(false)
  useEffect(() => whenIdle(() => setShowsNotice(true)), [])
  useArrival()
  return (
    <>
      {showsNotice && (
        <Suspense>
          <ConnectionNotice />
        </Suspense>
      )}
      <Outlet />
      <SessionOver />
      <Toasts labels={{ region: t('staffShell.notifications'), dismiss: t('words.dismiss') }} />
    </>
  )
}
