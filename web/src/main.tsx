import './api/early-requests.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/styles.css'
import './app/app.css'
import { requireReload, waitUntilReachable, watchConnection } from './api/connection.ts'
import { customerSession } from './api/customer-session.ts'
import { firstLanguage } from './api/local-storage.ts'
import { makeQueryClient } from './api/query-client.ts'
import { setRequestSession } from './api/request-session.ts'
import { isViewing } from './api/viewing-tab.ts'
import { followSession } from './app/follow-session.ts'
import { followUser } from './app/follow-user.ts'
import { makeRouter } from './app/router.tsx'
import { NotLoaded } from './page/lazy-screen.ts'
import { applyAppearance } from './session/appearance.ts'
import { NotOpen } from './session/require-flag.ts'
import { customerTexts } from './text/customer-texts.ts'
import { startTexts } from './text/texts.ts'
import { loadPart, waitBeforeNextTry } from './ui/loading/load-part.ts'

// A closed section is an answer, not a fault, and so is a screen that has not arrived: the page says so.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof NotOpen || error instanceof NotLoaded)) console.error(error)
}

// The overlay stands until then: a first frame with its rows is there sooner than one without and then another.
const SKELETON_AFTER = 150

/** When all reads under way have ended, or after `patience` milliseconds. */
const settled = (queryClient: QueryClient, patience: number) =>
  new Promise<void>(resolve => {
    const check = () => {
      if (queryClient.isFetching()) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(check)
    setTimeout(resolve, patience)
    check()
  })

const start = async (root: HTMLElement) => {
  setRequestSession(customerSession)
  applyAppearance()
  if (isViewing && !(await (await loadPart(() => import('./viewing/viewing.tsx'))).beginViewing(root))) return
  watchConnection()
  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient)
  followSession(router, queryClient)
  followUser(router, queryClient)
  // Code, texts and what the guard reads are fetched side by side, not one after the other.
  const texts = startTexts(firstLanguage(), customerTexts)
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById))
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes.get(routeId)
    if (route) void router.loadRouteChunk(route)
  }
  await Promise.all([texts, router.load()])
  await settled(queryClient, SKELETON_AFTER)
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// A file that does not arrive although the portal answers is gone: a newer version was put in.
waitBeforeNextTry(async tries => {
  if (await waitUntilReachable()) return
  if (tries > 1) requireReload()
  await new Promise(resolve => setTimeout(resolve, Math.min(tries * 2000, 30_000)))
})

const root = document.getElementById('root')
if (root) void start(root)
