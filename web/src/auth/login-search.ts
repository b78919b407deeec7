import { safeReturn } from '../session/addresses.ts'

/** Of the login's address: where one wanted to go, the failure that led here although one is signed in, a forgotten password. */
export type LoginSearch = { back?: string; failed?: string; forgot?: true }

/** Every key is named: one that is left out keeps what somebody put into the address. */
export const readLoginSearch = ({ back, failed, forgot }: Record<string, unknown>): LoginSearch => ({
  back: safeReturn(back),
  failed: typeof failed === 'string' && /^[a-z_]{1,40}$/.test(failed) ? failed : undefined,
  forgot: forgot ? true : undefined,
})
