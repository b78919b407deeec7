import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Me } from '@portico/contract/auth'
import type { Ticket } from '@portico/contract/tickets'
import { type Faults, watch } from './faults.ts'
import { type Person, password } from './people.ts'

/** A session opened through the API. */
export type Session = { token: string; me: Me; company: string; contactid: number; url: string }

const read = async (response: Response) => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const origin = () => process.env.PORTICO_URL ?? ''

/** Calls the API with a session. */
export const call = async <Reply>(token: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  read(
    await fetch(origin() + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )

/** Signs in through the API. */
export const signIn = async ({ userName, company }: Person): Promise<Session> => {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ userName, password, company })
  const { token } = await read(await fetch(`${origin()}/api/auth/login`, { method: 'POST', headers, body }))
  const me = await call<Me>(token, 'GET', '/api/users/me')
  const contactid = me.contacts.find(({ portalSettings }) => portalSettings.webPortalKey === company)?.contactId ?? 0
  return { token, me, company, contactid, url: `/${company}/${contactid}` }
}

type Raised = { title: string; description?: string }

/** Creates a ticket through the API. */
export const raise = async ({ token, company, contactid }: Session, { title, description = '<p>…</p>' }: Raised) => {
  const [type] = await call<{ id: number }[]>(token, 'GET', `/api/settings/${company}/tickets/types`)
  const body = { title, description, taskTypeId: type?.id }
  return call<Ticket>(token, 'POST', `/api/${company}/${contactid}/tickets`, body)
}

/** Adds a message to a ticket through the API, with a copy to these addresses. */
export const comment = ({ token, company, contactid }: Session, taskId: number, message: string, copies = '') =>
  call(token, 'POST', `/api/${company}/${contactid}/comments`, { taskId, message, ticketEmailReply_CCList: copies })

/** The main menu in Italian. */
export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Menu principale' }).first()

/** The labels of the menu, without counts. */
export const menuEntries = (page: Page) => mainMenu(page).locator('.menu-item > span:first-of-type').allTextContents()

/** Fills local storage as if from an earlier visit. Playwright's `storageState` would open an extra page for it. */
const remember = (context: BrowserContext, kept: Record<string, string>) =>
  context.addInitScript(
    ({ home, kept }) => {
      // Sandboxed frames of the PDF viewer have no access to local storage.
      if (window !== window.top || window.origin !== home || localStorage.getItem('visited')) return
      for (const [name, value] of Object.entries({ ...kept, visited: 'before' })) localStorage.setItem(name, value)
    },
    { home: origin(), kept },
  )

type TestFixtures = {
  /** The signed-in user; undefined: nobody. Set it with `test.use({ as: giulia })`. */
  as: Person | undefined
  /** Other initial values in local storage. */
  kept: Record<string, string>
  /** The session of the user `as`. */
  session: Session
  /** Faults in this test's pages. A fault that the test does not expect fails it at the end. */
  faults: Faults
  /** Opens another browser context with another user. */
  openAs: (person: Person | undefined) => Promise<Page>
}
type WorkerFixtures = { sessionOf: (person: Person) => Promise<Session> }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  as: [undefined, { option: true }],
  kept: [{}, { option: true }],
  sessionOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a function needs from this pattern
    async ({}, use) => {
      const sessions = new Map<string, Promise<Session>>()
      await use(person => {
        const known = sessions.get(person.userName) ?? signIn(person)
        sessions.set(person.userName, known)
        return known
      })
    },
    { scope: 'worker' },
  ],
  session: async ({ as, sessionOf }, use) => {
    if (!as) throw new Error('nobody is signed in: test.use({ as: … })')
    await use(await sessionOf(as))
  },
  context: async ({ context, as, kept, sessionOf }, use) => {
    await remember(context, { ...kept, ...(as && { token: (await sessionOf(as)).token }) })
    await use(context)
  },
  faults: [
    async ({ context }, use, { retry }) => {
      const faults = watch(context)
      // The trace that a retry records runs a script in every frame, which those without scripts report.
      if (retry) faults.expect(/Blocked script execution in 'about:srcdoc'/)
      await use(faults)
      expect(faults.unexpected(), 'faults in the browser').toEqual([])
    },
    { auto: true },
  ],
  openAs: async ({ browser, contextOptions, faults, sessionOf }, use) => {
    const opened: BrowserContext[] = []
    await use(async person => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: origin(),
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
      })
      await remember(context, person ? { token: (await sessionOf(person)).token } : {})
      opened.push(context)
      faults.follow(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

export { expect }
