import { createRoute } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { publicFiles as publicFilesOf } from './data.ts'
import { readPublicFileSearch } from './public-file-search.ts'

const texts = {
  it: () => import('../text/it/public-files.ts'),
  en: () => import('../text/en/public-files.ts'),
  es: () => import('../text/es/public-files.ts'),
}

const publicFileListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/publicfiles',
  validateSearch: readPublicFileSearch,
  loader: ({ context: { queryClient }, params: { company } }) =>
    void queryClient.prefetchInfiniteQuery(publicFilesOf(company)),
  component: lazyScreen(
    withTexts(() => import('./public-file-list-screen.tsx'), listTexts, texts),
    'PublicFileListScreen',
  ),
})

export const publicFiles = {
  menu: [
    menuEntry({
      key: 'publicfiles',
      group: 'files',
      icon: Globe,
      isOpen: (_, hasPublicFiles) => hasPublicFiles,
      lastResort: true,
    }),
  ],
  texts: [texts],
  contactRoutes: [publicFileListRoute],
} as const satisfies Section
