import type { StaffMe } from '@portico/contract/staff/session'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound } from '@tanstack/react-router'

/** What the app hands to every route. */
export type StaffRouterContext = {
  queryClient: QueryClient
  /** The guard: resolves to who is signed in, or throws a redirect to the sign-in. */
  requireStaffSession: (address: { href: string }) => Promise<{ me: StaffMe }>
}

// Sections hang their routes below these three; the app sets the components, which the sections must not import. All addresses are below `/staff`.

export const staffRootRoute = createRootRouteWithContext<StaffRouterContext>()()

/** The screens behind the sign-in. */
export const staffRoute = createRoute({
  getParentRoute: () => staffRootRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => context.requireStaffSession(location),
})

/** The settings, beside their menu; who may see which is said by each. */
export const settingsRoute = createRoute({ getParentRoute: () => staffRoute, path: '/settings' })

/** Closes an address to those whom it does not concern: for them it is not there. */
export const onlyFor =
  (isOpen: (me: StaffMe) => boolean) =>
  ({ context: { me } }: { context: { me: StaffMe } }) => {
    if (!isOpen(me)) throw notFound()
  }

export const isAdministrator = ({ role }: StaffMe) => role === 'administrator'

/** Whether somebody looks after the installation, whatever the role. */
export const isOperator = ({ isInstallationOperator }: StaffMe) => isInstallationOperator

/** Whether somebody does what the office does. */
export const isOffice = ({ role }: StaffMe) => role !== 'technician'
