import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../page/lazy-screen.ts'
import { requireFlag } from '../session/require-flag.ts'
import { contactRoute } from '../session/routes.ts'
import type { Section } from '../session/section.ts'
import { readLogSearch } from './log-search.ts'

const logRoute = createRoute({
  getParentRoute: () => contactRoute,
  path: '/people/log',
  validateSearch: readLogSearch,
  beforeLoad: requireFlag('administrator'),
  // Few open it: its texts are named in a chunk of its own, so that the start does not grow.
  component: lazyScreen(() => import('./log-page.tsx'), 'LogPage'),
})

export const people = { contactRoutes: [logRoute] } as const satisfies Section
