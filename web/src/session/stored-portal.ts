import { stored } from '../api/local-storage.ts'
import { isPortalKey } from './addresses.ts'

/**
 * An address under `/appointments` that leaves its portal out, in the portal that was open here last. Undefined where none was,
 * and for an address that names it already.
 */
export const inStoredPortal = (pathname: string): string | undefined => {
  const company = stored('portal')
  const [first, ...rest] = pathname.split('/').filter(Boolean)
  if (!company || !isPortalKey(company) || rest[0]?.toLowerCase() === company) return undefined
  return ['', first, company, ...rest].join('/')
}
