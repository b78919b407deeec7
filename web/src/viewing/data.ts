import { endSeeAs } from '@portico/contract/staff/customers/see-as'
import { call } from '../api/api.ts'

/** Ends the token on the server, also while the page is being left. */
export const endToken = (token: string) => call(endSeeAs, { body: { token }, keepalive: true }).catch(() => undefined)
