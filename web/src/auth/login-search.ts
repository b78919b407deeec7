import { safeReturn } from '../session/addresses.ts'

/** The search parameters of the login page: where to go after it, the failure that led a signed-in user here, and whether the password is forgotten, or a
 * link to sign in is asked for instead. */
export type LoginSearch = { back?: string; failed?: string; forgot?: true; link?: true }

/** Reads the search parameters. Every key is present: the router keeps the raw value of a missing key. */
export const readLoginSearch = ({ back, failed, forgot, link }: Record<string, unknown>): LoginSearch => ({
  back: safeReturn(back),
  failed: typeof failed === 'string' && /^[a-z_]{1,40}$/.test(failed) ? failed : undefined,
  forgot: forgot ? true : undefined,
  link: link ? true : undefined,
})
