import { readSeeAsMessage, saySeeAs } from '../api/see-as-messages.ts'

const patience = 20_000

/** What the employee's page hands over. */
export type Handed = { token: string; expiresAt: string }

/** Asks the page that opened this tab for its token. Undefined in a frame, without such a page, and where none comes. */
export const receiveToken = (key: string): Promise<Handed | undefined> =>
  new Promise(resolve => {
    const opener: Window | null = window.opener
    if (!opener || window.top !== window.self) return resolve(undefined)
    const settle = (handed: Handed | undefined) => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      // Nobody who is led to from here needs the way back to the staff's page.
      window.opener = null
      resolve(handed)
    }
    const hear = (event: MessageEvent) => {
      const message = readSeeAsMessage(event, { window: opener, key })
      if (message?.says === 'token') settle(message)
    }
    const timer = setTimeout(() => settle(undefined), patience)
    window.addEventListener('message', hear)
    saySeeAs(opener, { about: 'portico-see-as', key, says: 'ready' })
  })
