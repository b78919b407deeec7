import { createRoute } from '@tanstack/react-router'
import { BookText } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { wikiList } from './data.ts'
import { readWikiSearch } from './wiki-search.ts'

const texts = {
  it: () => import('../text/it/wiki.ts'),
  en: () => import('../text/en/wiki.ts'),
  es: () => import('../text/es/wiki.ts'),
}

const wikiRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/wiki',
  validateSearch: readWikiSearch,
  ...listRouteOptions({
    flag: 'viewContactWiki',
    loadQuery: async () => wikiList,
    component: lazyScreen(
      withTexts(() => import('./wiki-screen.tsx'), listTexts, texts),
      'WikiScreen',
    ),
  }),
})

export const wiki = {
  menu: [
    menuEntry({
      key: 'wiki',
      group: 'work',
      icon: BookText,
      isOpen: contact => contact.viewContactWiki,
    }),
  ],
  texts: [texts],
  liveRecords: { purpose: 'wiki', queryKey: 'wiki' },
  contactRoutes: [wikiRoute],
} as const satisfies Section
