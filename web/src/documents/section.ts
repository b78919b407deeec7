import { createRoute } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import { listRouteOptions } from '../list/list-route.ts'
import { lazyScreen } from '../page/lazy-screen.ts'
import { contactRoute } from '../session/routes.ts'
import { menuEntry, type Section } from '../session/section.ts'
import { fileTexts, listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { readDocumentSearch } from './document-search.ts'

const texts = {
  it: () => import('../text/it/documents.ts'),
  en: () => import('../text/en/documents.ts'),
  es: () => import('../text/es/documents.ts'),
}

const documentListRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/documents',
  validateSearch: readDocumentSearch,
  ...listRouteOptions({
    flag: 'viewContactDocuments',
    loadQuery: async () => {
      const data = await import('./data.ts')
      return data.documentList
    },
    component: lazyScreen(
      withTexts(() => import('./document-list-screen.tsx'), listTexts, fileTexts, texts),
      'DocumentListScreen',
    ),
  }),
})

export const documents = {
  menu: [
    menuEntry({
      key: 'documents',
      group: 'files',
      icon: Folder,
      isOpen: contact => contact.viewContactDocuments,
    }),
  ],
  texts: [texts],
  liveRecords: { purpose: 'document', queryKey: 'documents' },
  contactRoutes: [documentListRoute],
} as const satisfies Section
