import { seeAsMinutes } from '@portico/contract/staff/customers/see-as'
import { beginSession, currentToken, onSessionChange } from '../api/session-token.ts'
import { endToken } from './data.ts'
import type { Handed } from './receive-token.ts'

const LONGEST = seeAsMinutes * 60_000

let endsAt = 0

/** When the sight ends, in milliseconds of this machine's clock. */
export const endOfSight = () => endsAt

/** The screen that says so is what this tab shows when it is loaded anew: of what was seen nothing is left. */
const showEnd = () => location.reload()

/** Acts with the token from now on, until it ends. */
export const beginSight = ({ token, expiresAt }: Handed) => {
  const left = Date.parse(expiresAt) - Date.now()
  // The clock of this machine may be wrong.
  const lasts = left > 0 && left < LONGEST ? left : LONGEST
  endsAt = Date.now() + lasts
  beginSession(token)
  setTimeout(showEnd, lasts)
  onSessionChange(showEnd)
  window.addEventListener('pagehide', () => void endToken(token))
  // The way back to a page that the browser has kept.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) showEnd()
  })
}

/** Ends the sight on the server and closes the tab. */
export const endSight = async () => {
  const token = currentToken()
  // The server may be away; the tab closes nevertheless.
  if (token) await Promise.race([endToken(token), new Promise(resolve => setTimeout(resolve, 2000))])
  window.close()
  showEnd()
}
