import type { StaffMe } from '@portico/contract/staff/session'
import { createRoute, notFound } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { lazyScreen } from '../../page/lazy-screen.ts'
import { staffRoute } from '../../staff/session/routes.ts'
import { railEntry, type StaffSection } from '../../staff/session/staff-section.ts'
import { fileTexts, listTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'

const staffPublishTexts = {
  it: () => import('../../text/it/staff/publishing/publish.ts'),
  en: () => import('../../text/en/staff/publishing/publish.ts'),
  es: () => import('../../text/es/staff/publishing/publish.ts'),
}

const mayPublish = ({ role }: StaffMe) => role !== 'technician'

const publishRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/publish',
  beforeLoad: ({ context: { me } }) => {
    if (!mayPublish(me)) throw notFound()
  },
  loader: async ({ context: { queryClient } }) => {
    const { publishList } = await import('./data.ts')
    void queryClient.prefetchQuery(publishList)
  },
  component: lazyScreen(
    withTexts(() => import('./publish-screen.tsx'), staffPublishTexts, fileTexts, listTexts),
    'PublishScreen',
  ),
})

export const publishing = {
  rail: [railEntry({ key: 'publish', to: '/publish', icon: Upload, goKey: 'p', isOpen: mayPublish })],
  texts: [staffPublishTexts],
  signedInRoutes: [publishRoute],
} as const satisfies StaffSection
