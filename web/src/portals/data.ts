import { type PortalSettings, readPortalSettings, readPrivacy } from '@portico/contract/portals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

const readBoot = (): PortalSettings | null => {
  const boot = document.getElementById('portico-boot')?.textContent
  if (!boot) return null
  try {
    const { portal }: { portal: PortalSettings | null } = JSON.parse(boot)
    return portal
  } catch {
    return null
  }
}

/** The settings that came with the page, so that the first paint bears the portal's colour. */
const boot = readBoot()

/** The name, branding and support details of a portal. */
export const portalSettings = (company: string) =>
  queryOptions({
    queryKey: ['portal', company],
    queryFn: ({ signal }) => call(readPortalSettings, { params: { company }, signal }),
    initialData: boot?.webPortalKey === company ? boot : undefined,
    staleTime: 10 * 60_000,
  })

/** The privacy terms of a portal. */
export const privacyTerms = (company: string) =>
  queryOptions({
    queryKey: ['privacy', company],
    queryFn: ({ signal }) => call(readPrivacy, { params: { company }, signal }),
    staleTime: 10 * 60_000,
  })
