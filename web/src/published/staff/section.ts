import { publishedKinds } from '@portico/contract/staff/published'
import { seesRecords } from '@portico/contract/staff-roles'
import { createRoute, notFound } from '@tanstack/react-router'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import type { StaffSection } from '../../staff/session/staff-section.ts'
import { listTexts, publishNavTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readOpen, readPublishedSearch } from './published-search.ts'

const publishedTexts = {
  it: () => import('../../text/it/staff/publishing/published.ts'),
  en: () => import('../../text/en/staff/publishing/published.ts'),
  es: () => import('../../text/es/staff/publishing/published.ts'),
}

const publishedRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/publish/published',
  validateSearch: readPublishedSearch,
  beforeLoad: ({ context: { me } }) => {
    if (!seesRecords(me, ...publishedKinds)) throw notFound()
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { publishedFile, publishedFiles } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(publishedFiles(deps))
    const open = readOpen(deps.open)
    if (open) void queryClient.prefetchQuery(publishedFile(open))
  },
  component: lazyScreen(
    withTexts(() => import('./published-screen.tsx'), publishedTexts, publishNavTexts, listTexts),
    'PublishedScreen',
  ),
})

export const published = {
  texts: [publishedTexts, publishNavTexts],
  signedInRoutes: [publishedRoute],
} as const satisfies StaffSection
