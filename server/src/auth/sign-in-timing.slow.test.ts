import { login, requestRecovery } from '@portico/contract/auth'
import { requestSignInLink } from '@portico/contract/sign-in/links'
import { startPasskeySignIn } from '@portico/contract/sign-in/passkeys'
import { staffLogin } from '@portico/contract/staff/session'
import { expect, test } from 'vitest'
import { anAddress, testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from '../../test/fixtures/factories.ts'
import { aStaffAccount } from '../../test/fixtures/staff.ts'

// Whether names that exist can be told from others by what each way in answers, or by how long it takes. SIGN_IN_TRIES=2000 tries so
// often that the figure lies between 0.47 and 0.53.

const TRIES = Number(process.env.SIGN_IN_TRIES ?? 150)
/** Each name is tried fewer times than its limit allows. */
const TRIES_A_NAME = 20
/** The standard deviation of the figure where nothing can be told (Mann and Whitney 1947). */
const deviation = Math.sqrt((2 * TRIES + 1) / (12 * TRIES * TRIES))

const app = await testApp()
const { database, call } = app

type Way = (name: string) => Promise<{ status: number; text: string }>

/** How often a try of the first takes longer than one of the second: 0.5 where time tells nothing. */
const areaUnderCurve = (first: readonly number[], second: readonly number[]): number => {
  const all = [...first.map(time => ({ time, own: true })), ...second.map(time => ({ time, own: false }))]
  all.sort((a, b) => a.time - b.time)
  const ranks = all.reduce((sum, { own }, at) => sum + (own ? at + 1 : 0), 0)
  return (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

/** The answer without what differs from request to request. */
const comparable = ({ status, text }: { status: number; text: string }) =>
  `${status} ${text.replace(/"(requestId|challenge)":"[^"]*"/g, '')}`

/** Tries names that exist and names that do not by turns, in random order within each pair. */
const compare = async (way: Way, names: { there: readonly string[]; missing: readonly string[] }) => {
  const times = { there: [] as number[], missing: [] as number[] }
  const answers = new Set<string>()
  const tryOne = async (kind: 'there' | 'missing', at: number) => {
    const name = names[kind][at % names[kind].length] ?? ''
    const began = performance.now()
    const answer = await way(name)
    times[kind].push(performance.now() - began)
    answers.add(comparable(answer))
  }
  for (let warm = 0; warm < 10; warm += 1) await way(names.missing[0] ?? '')
  for (let at = 0; at < TRIES; at += 1) {
    const order = Math.random() < 0.5 ? (['there', 'missing'] as const) : (['missing', 'there'] as const)
    for (const kind of order) await tryOne(kind, at)
  }
  return { answers: [...answers], area: areaUnderCurve(times.there, times.missing) }
}

const counted = Array.from({ length: Math.ceil(TRIES / TRIES_A_NAME) + 1 }, (_, at) => at)
const portal = await aPortal(database)
const contact = await aContact(database, portal)
const people: Person[] = []
for (const _ of counted) people.push(await aUser(database, { contact }))
const staff: string[] = []
for (const _ of counted) staff.push((await aStaffAccount(app, { hasPassword: true })).email)

const customers = {
  there: people.map(({ userName }) => userName),
  missing: people.map(({ userName }) => [...userName].reverse().join('')),
}
const employees = { there: staff, missing: staff.map(email => `no-${email}`) }
const { company } = portal

const ways: [string, typeof customers, Way][] = [
  ['password', customers, name => call(login, { body: { userName: name, password: 'not the password', company } })],
  ['password without a portal', customers, name => call(login, { body: { userName: name, password: 'not it' } })],
  ['link', customers, name => call(requestSignInLink, { body: { userName: name, company } })],
  ['recovery', customers, name => call(requestRecovery, { body: { userName: name, company } })],
  ['passkey', customers, name => call(startPasskeySignIn, { body: { userName: name, company } })],
  ['password of the staff', employees, name => call(staffLogin, { body: { email: name, password: 'not it' } })],
]

test.for(ways)('a name cannot be told by %s', { timeout: 300_000 * 60_000 }, async ([name, names, way]) => {
  const { answers, area } = await compare(way, names)
  console.info(`${name}: ${TRIES} tries each, area under the curve ${area.toFixed(3)}`)
  expect(answers).toHaveLength(1)
  expect(Math.abs(area - 0.5)).toBeLessThan(3.3 * deviation)
})

test('the figure tells a way that takes longer for names that exist', async () => {
  const there = new Set(customers.there)
  const leaks: Way = async name => {
    const end = performance.now() + (there.has(name) ? 2 : 1)
    while (performance.now() < end);
    return call(startPasskeySignIn, { address: anAddress() })
  }
  expect((await compare(leaks, customers)).area).toBeGreaterThan(0.5 + 3.3 * deviation)
})
