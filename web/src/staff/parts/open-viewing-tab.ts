import type { SeeAs } from '@portico/contract/staff/customers/see-as'
import { newTabKey, readSeeAsMessage, saySeeAs } from '../../api/see-as-messages.ts'
import { viewingTabName } from '../../api/viewing-tab.ts'

/** How long the tab may take to ask for its token. */
const patience = 60_000

/**
 * Opens the customers' portal in a new tab, which asks for its token once its program is there: it gets it once, and nobody else does.
 * Undefined if the browser opens none. To be called while the press is being handled, or the browser takes the tab for an advertisement.
 */
export const openViewingTab = (path: string) => {
  const key = newTabKey()
  // Without `noopener`: the two pages have to talk. They have the same origin, and the tab lets go of this page once it has its token.
  const tab = window.open(path, viewingTabName(key))
  if (!tab) return undefined
  let token: SeeAs | undefined
  let isReady = false
  const stop = () => {
    window.removeEventListener('message', hear)
    clearTimeout(timer)
  }
  const give = () => {
    if (!token || !isReady) return
    stop()
    saySeeAs(tab, { about: 'portico-see-as', key, says: 'token', token: token.token, expiresAt: token.expiresAt })
  }
  const hear = (event: MessageEvent) => {
    if (readSeeAsMessage(event, { window: tab, key })?.says !== 'ready') return
    isReady = true
    give()
  }
  const timer = setTimeout(stop, patience)
  window.addEventListener('message', hear)
  return {
    hand: (begun: SeeAs) => {
      token = begun
      give()
    },
    close: () => {
      stop()
      tab.close()
    },
  }
}
