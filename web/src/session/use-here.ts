import { useQuery } from '@tanstack/react-query'
import { useParams, useRouteContext } from '@tanstack/react-router'
import { createContext, use, useMemo } from 'react'
import { failureOf } from '../api/failures.ts'
import type { Here } from './addresses.ts'
import { portalSettings } from './data.ts'

/** The portal and contact of the address. */
export const useHere = (): Here => {
  const { company, contactid } = useParams({ from: '/$company/$contactid' })
  return useMemo(() => ({ company, contactid }), [company, contactid])
}

/** The signed-in user, the membership that the address names, and the token of the session that both were read in. */
export const useEntered = () => {
  const { me, contact, token } = useRouteContext({ from: '/$company/$contactid' })
  return { me, contact, token }
}

/** The portal of a page whose address names none. */
export const PortalContext = createContext<string | undefined>(undefined)

const usePortalQuery = () => {
  const named = use(PortalContext)
  const { company = named } = useParams({ strict: false })
  return useQuery({
    ...portalSettings(company ?? ''),
    enabled: company !== undefined,
    // The screen that says so reads the settings too: asked anew, they would be missing for ever.
    retryOnMount: ({ state }) => failureOf(state.error).code !== 'not_found',
  })
}

/** The settings of the portal that the address names, undefined until they are there. */
export const usePortal = () => usePortalQuery().data

/** Whether the settings are there, or will not come: no portal is named, or it could not be read. */
export const usePortalSettled = () => {
  const { isLoading } = usePortalQuery()
  return !isLoading
}

/** Whether the address names a portal that does not exist. */
export const usePortalMissing = () => {
  const { data, error } = usePortalQuery()
  return data === undefined && error !== null && failureOf(error).code === 'not_found'
}
