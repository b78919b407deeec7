import type { Contact, Me } from '@portico/contract/auth'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { type Here, isContactId, isPortalKey } from './addresses.ts'

/** The signed-in user, the membership that the address names, and the token of the session that both were read in. */
export type Entered = { me: Me; contact: Contact; token: string | undefined }

/** An address as the guard reads it. */
export type Address = { pathname: string; href: string }

/** What the app hands to every route. */
export type RouterContext = {
  queryClient: QueryClient
  /** The guard: resolves to what the address names, or throws a redirect to the login or to a complete address. */
  enterContact: (here: Here, address: Address) => Promise<Entered>
}

// Sections hang their routes below these three; the app sets the components, which the sections must not import.

export const rootRoute = createRootRouteWithContext<RouterContext>()()

/** The portal of an address: any letter case, undefined for what cannot be a portal's key. */
export const portalKeyIn = (company: string) => (isPortalKey(company) ? company.toLowerCase() : undefined)

/** The pages of a portal that need no sign-in. */
export const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$company',
  params: {
    parse: params => {
      const company = portalKeyIn(params.company)
      return company === undefined ? false : { company }
    },
    stringify: ({ company }) => ({ company }),
  },
})

/** The screens of a contact in a portal, behind the guard. */
export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$company/$contactid',
  params: {
    parse: params => {
      const company = portalKeyIn(params.company)
      return company !== undefined && isContactId(params.contactid)
        ? { company, contactid: Number(params.contactid) }
        : false
    },
    stringify: ({ company, contactid }) => ({ company, contactid: String(contactid) }),
  },
  beforeLoad: ({ context, params, location }) => context.enterContact(params, location),
})
