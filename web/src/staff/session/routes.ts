import type { StaffMe } from '@portico/contract/staff/session'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'

/** What the app hands to every route. */
export type StaffRouterContext = {
  queryClient: QueryClient
  /** The guard: resolves to who is signed in, or throws a redirect to the sign-in. */
  enterStaffRoom: (address: { href: string }) => Promise<{ me: StaffMe }>
}

// Sections hang their routes below these two; the app sets the components, which the sections must not import. All addresses are below `/staff`.

export const staffRootRoute = createRootRouteWithContext<StaffRouterContext>()()

/** The screens behind the sign-in. */
export const staffRoute = createRoute({
  getParentRoute: () => staffRootRoute,
  id: 'room',
  beforeLoad: ({ context, location }) => context.enterStaffRoom(location),
})
