import type { ImportRun } from '@portico/contract/staff/imports'
import type { StaffDay } from '@portico/contract/staff/planning/day'
import type { TimeWeek } from '@portico/contract/staff/planning/time'
import type { StaffVisit, VisitBoard } from '@portico/contract/staff/planning/visits'
import type { StaffContractListed } from '@portico/contract/staff/records/contracts'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { sql } from '../src/kernel/database/db.ts'
import { testApp } from './fixtures/app.ts'
import { aContact, aPortal } from './fixtures/factories.ts'
import { secretKey } from './fixtures/messages.ts'
import { aStaffAccount, staffPassword } from './fixtures/staff.ts'
import { urlOf } from './servers/database.ts'
import { startedServer } from './servers/running-server.ts'

// The built product as a process whose clock is far from those of its portals, on the days on which these change.

vi.setConfig({ testTimeout: 60_000 })
const app = await testApp()
const { database } = app

const json = { 'content-type': 'application/json' }

/** Calls the staff API of a server as this account. */
const signedIn = async (url: string, email: string) => {
  const at = `${url}/api/staff`
  const body = JSON.stringify({ email, password: staffPassword })
  const login = await fetch(`${at}/auth/login`, { method: 'POST', body, headers: json })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const me = (await (await fetch(`${at}/me`, { headers: { cookie } })).json()) as { csrfToken: string }
  return async <T>(path: string, sent?: object): Promise<T> => {
    const isForm = sent instanceof FormData
    const answer = await fetch(`${at}${path}`, {
      headers: { cookie, 'x-csrf-token': me.csrfToken, ...(sent && !isForm && json) },
      ...(sent && { method: 'POST', body: isForm ? sent : JSON.stringify(sent) }),
    })
    const text = await answer.text()
    expect(answer.status, `${path} ${text}`).toBeLessThan(300)
    return JSON.parse(text || 'null')
  }
}

const zones = process.env.FULL === '1' ? ['Pacific/Auckland', 'America/New_York'] : ['Pacific/Auckland']

test.each(zones)('a server in %s has the days of its portals', async zone => {
  const portal = await aPortal(database)
  const { contactId } = await aContact(database, portal)
  const { serviceCompanyId } = portal
  const { email, staffUserId } = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  const server = await startedServer({
    ...{ DATABASE_URL: urlOf(database), DATA_DIR: await temporaryFolder(), SECRET_KEY: secretKey, DEMO: '0' },
    STAFF_SECOND_FACTOR: 'offered',
    TZ: zone,
  })
  const call = await signedIn(server.url, email)

  const spring = { startsOn: '2026-03-28T23:00:00Z', endsOn: '2026-03-29T22:00:00Z' }
  const autumn = { startsOn: '2026-10-24T22:00:00Z', endsOn: '2026-10-25T23:00:00Z' }
  for (const [day, span] of Object.entries({ '2026-03-29': spring, '2026-10-25': autumn }))
    expect((await call<VisitBoard>(`/visits/board?from=${day}`)).days).toMatchObject([{ date: day, ...span }])

  // The hour before and the hour after midnight.
  const plan = (startsOn: string, endsOn: string) =>
    call<StaffVisit>('/visits', { contactId, staffId: staffUserId, startsOn, endsOn, activityTypeName: 'Notte' })
  await plan('2026-10-24T21:00:00Z', '2026-10-24T22:00:00Z')
  const { id } = await plan('2026-10-24T22:00:00Z', '2026-10-24T23:00:00Z')
  const { entries } = await call<StaffDay>('/day?day=2026-10-25')
  expect(entries.map(({ start }) => start)).toEqual(['2026-10-24T22:00:00Z'])
  await call(`/visits/${id}/done`, { minutes: 60, activityTypeName: 'Notte' })
  const { days } = await call<TimeWeek>('/time/week?day=2026-10-25')
  expect(days.at(-1)).toMatchObject({ day: '2026-10-25', minutes: 60 })
  const away = { staffUserId, from: '2026-03-29', to: '2026-03-29', kind: 'holiday' }
  expect(await call('/absences', away)).toMatchObject({ start: spring.startsOn, end: spring.endsOn })

  // The cells are read in a worker.
  const form = new FormData()
  const { name } = await database.one<{ name: string }>(
    sql`select company_name as name from contact where id = ${contactId}`,
  )
  const cells = `Cliente;Contratto;Inizio;Fine;Ore\n${name};Ora legale;29/03/2026;25/10/2026;10\n`
  form.append('file', new Blob([cells]), 'contratti.csv')
  const run = await call<ImportRun>(`/imports?kind=activityContract&portal=${portal.portalId}`, form)
  const reach = (state: string) =>
    expect
      .poll(() => call<ImportRun>(`/imports/${run.id}`), { timeout: 60_000, interval: 50 })
      .toMatchObject({ state, refused: 0 })
  await call(`/imports/${run.id}/check`, {})
  await reach('checked')
  await call(`/imports/${run.id}/start`, {})
  await reach('done')
  expect(await call<StaffContractListed[]>('/contracts?q=legale')).toMatchObject([
    { startsOn: spring.startsOn, endsOn: '2026-10-25T22:59:59Z' },
  ])
})
