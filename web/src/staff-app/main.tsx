import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeEarlyAnswer } from './early-requests.ts'
import './styles.css'
import { requireReload, waitUntilReachable, watchConnection } from '../api/connection.ts'
import { firstLanguage } from '../api/local-storage.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { setRequestSession } from '../api/request-session.ts'
import { NotLoaded } from '../page/lazy-screen.ts'
import { applyAppearance } from '../session/appearance.ts'
import { staffSession } from '../staff/session/session.ts'
import { staffTexts } from '../text/staff-texts.ts'
import { startTexts } from '../text/texts.ts'
import { waitBeforeNextTry } from '../ui/loading/load-part.ts'
import { followSession } from './follow-session.ts'
import { makeRouter } from './router.tsx'

// A screen that has not arrived is an answer, not a fault: the page says so.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof NotLoaded)) console.error(error)
}

const start = async (root: HTMLElement) => {
  setRequestSession(method => ({ ...staffSession(method), ...(method === 'GET' && { takeEarlyAnswer }) }))
  applyAppearance()
  watchConnection()
  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient)
  followSession(router, queryClient)
  await Promise.all([startTexts(firstLanguage(), staffTexts), router.load()])
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// A file that does not arrive although the server answers is gone: a newer version was put in.
waitBeforeNextTry(async tries => {
  if (await waitUntilReachable()) return
  if (tries > 1) requireReload()
  await new Promise(resolve => setTimeout(resolve, Math.min(tries * 2000, 30_000)))
})

const root = document.getElementById('root')
if (root) void start(root)
