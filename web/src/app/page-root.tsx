import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isViewing } from '../api/viewing-tab.ts'
import { useArrival } from '../page/use-arrival.ts'
import { connectionTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { whenIdle } from '../ui/loading/fetch-ahead.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { viewingTexts } from '../viewing/texts.ts'

// Nobody needs it at the start; once the connection is gone it could not be fetched any more.
const loadNotice = withTexts(() => import('../page/connection-notice.tsx'), connectionTexts)
const ConnectionNotice = lazy(async () => ({ default: (await loadPart(loadNotice)).ConnectionNotice }))

// The tab of an employee who sees as a customer.
const loadBar = withTexts(() => import('../viewing/viewing-bar.tsx'), viewingTexts)
const ViewingBar = lazy(async () => ({ default: (await loadPart(loadBar)).ViewingBar }))

/** What is there at every address: the screen, the messages above it, and a notice when the portal cannot be reached. */
export const PageRoot = () => {
  const { t } = useText()
  const [showsNotice, setShowsNotice] = useState(false)
  useEffect(() => whenIdle(() => setShowsNotice(true)), [])
  useArrival()
  return (
    <>
      {isViewing && (
        <Suspense>
          <ViewingBar />
        </Suspense>
      )}
      {showsNotice && (
        <Suspense>
          <ConnectionNotice />
        </Suspense>
      )}
      <Outlet />
      <Toasts labels={{ region: t('shell.notifications'), dismiss: t('words.dismiss') }} />
    </>
  )
}
