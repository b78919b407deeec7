import { createRoute } from '@tanstack/react-router'
import { BookText } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { listTexts, staffRecordsTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { readAssetsSearch } from './assets-search.ts'

const staffAssetsTexts = {
  it: () => import('../../text/it/staff/records/assets.ts'),
  en: () => import('../../text/en/staff/records/assets.ts'),
  es: () => import('../../text/es/staff/records/assets.ts'),
}

/** What the customers' own parts say. */
const wikiTexts = {
  it: () => import('../../text/it/wiki.ts'),
  en: () => import('../../text/en/wiki.ts'),
  es: () => import('../../text/es/wiki.ts'),
}

const listRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/assets',
  validateSearch: readAssetsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { assets } = await import('./data.ts')
    void queryClient.prefetchInfiniteQuery(assets(deps))
  },
  component: lazyScreen(
    withTexts(() => import('./list/assets-screen.tsx'), staffAssetsTexts, staffRecordsTexts, listTexts),
    'AssetsScreen',
  ),
})

const templatesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/assets/templates',
  loader: async ({ context: { queryClient } }) => {
    const { templates } = await import('./data.ts')
    void queryClient.prefetchQuery(templates)
  },
  component: lazyScreen(
    withTexts(() => import('./templates/templates-screen.tsx'), staffAssetsTexts, staffRecordsTexts),
    'TemplatesScreen',
  ),
})

const assetRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/assets/$assetid',
  params: {
    parse: ({ assetid }) => (/^[1-9]\d{0,15}$/.test(assetid) ? { assetid: Number(assetid) } : false),
    stringify: ({ assetid }) => ({ assetid: String(assetid) }),
  },
  loader: async ({ context: { queryClient }, params: { assetid } }) => {
    const { asset } = await import('./data.ts')
    void queryClient.prefetchQuery(asset(assetid))
  },
  component: lazyScreen(
    withTexts(() => import('./page/asset-screen.tsx'), staffAssetsTexts, staffRecordsTexts, wikiTexts, listTexts),
    'AssetScreen',
  ),
})

export const staffAssetsSection = {
  rail: [railEntry({ key: 'assets', to: '/assets', icon: BookText, goKey: 'w' })],
  texts: [staffAssetsTexts, staffRecordsTexts, wikiTexts],
  signedInRoutes: [listRoute, templatesRoute, assetRoute],
} as const satisfies StaffSection
