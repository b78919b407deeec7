import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { StaffTicket } from '@portico/contract/staff/tickets'
import type { Faults } from './faults.ts'
import { password } from './people.ts'

/** A member of the demo's staff. */
export type Member = { email: string; name: string }

export const elenaConti: Member = { email: 'elena.conti@brentaservizi.example', name: 'Elena Conti' }
/** A technician. */
export const marcoFerraris: Member = { email: 'marco.ferraris@brentaservizi.example', name: 'Marco Ferraris' }
export const saraBellini: Member = { email: 'sara.bellini@brentaservizi.example', name: 'Sara Bellini' }
/** The administrator of a company with one portal. */
export const ivanTomaselli: Member = { email: 'ivan.tomaselli@lagorai.example', name: 'Ivan Tomaselli' }

/** Signs the page's browser in as one of the staff. */
export const signInStaff = async (page: Page, { email }: Member) => {
  const answer = await page.request.post('/api/staff/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`the sign-in of ${email} answered ${answer.status()}`)
}

/** Opens another browser, in which one of the staff is signed in; it is closed with the test's browser. */
export const openStaff = async (
  browser: Browser,
  faults: Faults,
  member: Member,
  more: Pick<BrowserContextOptions, 'hasTouch' | 'viewport'> = {},
) => {
  const context = await browser.newContext({
    baseURL: process.env.PORTICO_URL ?? '',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    ...more,
  })
  faults.follow(context)
  const page = await context.newPage()
  await signInStaff(page, member)
  return page
}

/** A ticket as the staff's API has it. */
export const readStaffTicket = async (page: Page, id: number): Promise<StaffTicket> =>
  (await page.request.get(`/api/staff/tickets/${id}`)).json()
