import type { Endpoint } from '@portico/contract/endpoint'
import { describe, expect, test, vi } from 'vitest'
import { apis } from '../src/apis.ts'
import { join, raw, sql } from '../src/kernel/database/db.ts'
import { testApp } from './fixtures/app.ts'
import { aStaffGroup } from './fixtures/factories.ts'
import { mailGrantDeps } from './fixtures/mail-grant-samples.ts'
import { aStaffAccount, asStaff } from './fixtures/staff.ts'
import { namedBy, staffSamples } from './fixtures/staff-samples.ts'
import { aStaffWorld, type StaffWorld } from './fixtures/staff-world.ts'

// Every call of the staff with the ids of another company, of portals that the account does not work for, and of tickets of other groups:
// first by those whom they are not for, who find and change nothing, and then by an administrator, for whom the same call succeeds.
// Who may call what at all is tested in staff-access.test.ts.

// Files are read in processes of their own.
vi.setConfig({ testTimeout: 60_000 })

const app = await testApp(await mailGrantDeps())
const { database } = app

/** Calls that look after the whole installation, the stream of events and what makes a second factor, which have tests of their own. */
const others = [
  ...['openStaffPortal', 'leaveDemo', 'streamStaffEvents', 'giveStaffSecondFactor', 'confirmStaffTotp'],
  ...['addStaffPasskey', 'renewStaffRecoveryCodes'],
]
const endpoints = apis.staff.endpoints.filter(
  ({ access, operator, name }) => access === 'staff' && !operator && !others.includes(name),
)

test('no call is forgotten', () => {
  expect(endpoints.map(({ name }) => name).filter(name => !staffSamples[name])).toEqual([])
})

/** Calls that name nothing of the company, or what need not be there; the answer has nothing of another one. */
const harmless = [
  ...['readStaffSecondFactor', 'beginStaffTotp', 'removeStaffTotp', 'startStaffPasskey', 'listStaffPasskeys'],
  ...['staffLogout', 'readStaffMe', 'changeStaffPreferences', 'changeStaffPassword', 'listStaffSessions'],
  ...['endOtherStaffSessions', 'listStaffSecurityEvents', 'exportStaffSecurityEvents', 'listWorkingHours'],
  ...[
    'setWorkingHours',
    'listStaffAccounts',
    'listStaffUsers',
    'addStaffUser',
    'listStaffGroups',
    'createStaffGroup',
    'listStaffCustomers',
  ],
  ...['countStaffCustomers', 'listStaffTickets', 'countStaffTickets', 'readStaffChoices', 'searchStaffContacts'],
  ...['searchStaff', 'listCannedAnswers', 'uploadCannedAnswerFile', 'listPublishedFiles', 'uploadPublishedFile'],
  ...['listStaffPortals', 'readPublishList', 'uploadPublishFile', 'listApiKeys', 'listStaffWebhooks'],
  ...['listQuarantine', 'listBouncedAddresses', 'listStaffMailboxes', 'readMailKeeping', 'setMailKeeping'],
  ...['readMoneyRule', 'setMoneyRule'],
  ...['readStorageUse', 'listSignatures', 'removePublishItems', 'changeStaffTickets'],
  ...[
    'readVisitBoard',
    'listTicketsToPlan',
    'readStaffDay',
    'listStaffBookings',
    'listStaffServices',
    'listServiceStaff',
  ],
  'inviteWaiting',
  ...['listAbsences', 'readTimeWeek', 'exportTimeWeek', 'readTeamWeek', 'exportTeamWeek', 'listMailProviders'],
  'askMailGrant',
  ...[
    'listStaffContracts',
    'listStaffSubscriptions',
    'listStaffAssets',
    'listAssetTemplates',
    'makeAssetTemplate',
    'listImports',
  ],
]
/** What belongs to the whole company, and who works for some portals may do to it: only strangers are refused. */
const ofWholeCompany = [...['createAbsence', 'checkAbsence', 'changeAbsence', 'removeAbsence']]
/** Of these the whole company's are refused to who works for some portals. */
const ofAllPortals = [
  ...['listStaffSecurityEvents', 'exportStaffSecurityEvents', 'setWorkingHours', 'removeWorkingHours'],
  ...['setMailKeeping', 'setMoneyRule'],
  ...['createStaffGroup', 'changeStaffGroup', 'removeStaffGroup', 'readStorageUse'],
  ...['listStaffUsers', 'addStaffUser', 'changeStaffUser'],
  ...['makeAssetTemplate', 'changeAssetTemplate', 'removeAssetTemplate'],
]

/** An administrator of another company, whose ids are tried. */
const other = await aStaffWorld(app)

const own = ['staff_session', 'staff_account', 'staff_account_portal', 'security_event']
const tables = await database.many<{ name: string }>(sql`select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relname::text = any(${own}::text[])
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'service_company_id' and not a.attisdropped)`)

/** What every table holds of a company. */
const snapshot = ({ person }: StaffWorld) =>
  database.many(
    join(
      tables.map(
        ({
          name,
        }) => sql`select ${name} as name, md5(string_agg(t::text, ',' order by t::text)) as rows from ${raw(name)} t
          where service_company_id = ${person.serviceCompanyId}`,
      ),
      ' union all ',
    ),
  )

const sampleOf = async ({ name }: Endpoint, world: StaffWorld) =>
  (staffSamples[name] ?? expect.fail(`${name} has no sample: give it one in staff-samples.ts`))(world)

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
const isNumber = ({ type, anyOf, items }: Schema): boolean =>
  [type].flat().includes('integer') || Boolean(anyOf?.some(isNumber)) || (items !== undefined && isNumber(items))

/** The paths of all whole numbers and lists of them in a body; each is an id, or listed below. */
const numbersIn = (schema: Schema | undefined, at: string[] = []): string[][] =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, one]) => [
    ...(isNumber(one) ? [[...at, name]] : []),
    ...numbersIn(one, [...at, name]),
  ])
const amounts = [
  ...['minutes', 'taskStatus', 'dueHours', 'revision', 'signDays', 'days', 'months', 'quarantineDays'],
  ...['durationMinutes', 'bufferMinutes', 'noticeHours', 'horizonDays', 'status', 'headerLine', 'recurrenceType'],
  ...['frequencyWeek', 'recurrenceDayOfWeek', 'frequencyMonth', 'recurrenceDay', 'recurrenceMonth'],
]

const isGiven = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0)

/** Whatever stands in these names nothing that could be read: what was seen last, what a list has to hold as a whole, what is gone already. */
const answersTo: Record<string, object> = {
  'createStaffComment seen': { status: 201 },
  'publishPrivacy after': { status: 409, code: 'conflict' },
  'orderTicketTypes ids': { status: 409, code: 'conflict' },
  'orderTicketSteps ids': { status: 409, code: 'conflict' },
  'removePublishItems itemIds': { status: 204 },
  // Only the absence's own time is left out.
  'checkAbsence absenceId': { status: 200 },
  // One of the two is named, whatever it is.
  'planVisit ticketId': { status: 400, code: 'invalid_request' },
  'noteActivity contractPackageId': { status: 400, code: 'invalid_request' },
}

const notFound = { status: 404, code: 'not_found' }
/** Says of each ticket what became of it. */
const isFoundByNone = (text: string) => !text.includes('"changed":true') && text.includes('"error":"not_found"')
const okOf = ({ status, reply, raw }: Endpoint) => status ?? (reply || raw ? 200 : 204)

describe.each(endpoints.map(endpoint => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  test('of another company, of other portals, and one’s own', async () => {
    const [world, stranger] = [await aStaffWorld(app), await aStaffWorld(app)]
    const { serviceCompanyId } = world.person
    const restricted = await asStaff(
      app,
      await aStaffAccount(app, { serviceCompanyId, portalIds: [], hasPassword: true }),
    )
    const sample = (await sampleOf(endpoint, world)) as never
    const before = endpoint.method === 'GET' ? undefined : await snapshot(world)
    for (const call of ofWholeCompany.includes(name) ? [stranger.call] : [stranger.call, restricted]) {
      const answer = await call(endpoint, sample)
      if (call === restricted && ofAllPortals.includes(name))
        expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
      else if (harmless.includes(name)) {
        expect([answer.status, answer.text]).toEqual([okOf(endpoint), answer.text])
        if (endpoint.method === 'GET') expect(answer.text).not.toContain(world.mark)
        if (name === 'changeStaffTickets') expect(answer.text).toSatisfy(isFoundByNone)
      } else expect(answer.problem).toMatchObject(notFound)
    }
    // What the restricted account may do for itself is its own.
    if (
      before &&
      (!harmless.includes(name) || ['removePublishItems', 'changeStaffTickets', 'inviteWaiting'].includes(name))
    )
      expect(await snapshot(world)).toEqual(before)

    const answer = await world.call(endpoint, sample)
    expect([answer.status, answer.text]).toEqual([okOf(endpoint), answer.text])
  })

  const fields = numbersIn(endpoint.body as Schema | undefined).filter(path => !amounts.includes(path.at(-1) ?? ''))
  test.each(fields.map(path => [path.join('.'), path] as const))(
    'names nothing of another company as %s',
    async (at, path) => {
      const world = await aStaffWorld(app)
      const sample = structuredClone(await sampleOf(endpoint, world)) as { body: Record<string, unknown> }
      const theirs = (await sampleOf(endpoint, other)) as { body: Record<string, unknown> }
      const [last = '', ...above] = path.toReversed()
      const make = namedBy[last]
      const foreign = isGiven(theirs.body[at])
        ? theirs.body[at]
        : await (make ?? expect.fail(`${at} has no value: give it one in staff-samples.ts`))(other)
      let target = sample.body
      for (const step of above.toReversed()) {
        target[step] ??= step === 'time' ? { minutes: 1, activityTypeName: 'A' } : {}
        target = target[step] as typeof target
      }
      if (at.startsWith('change.')) sample.body.change = target = {}
      target[last] = foreign
      const answer = await world.call(endpoint, sample as never)
      const expected = answersTo[`${name} ${at}`]
      if (name === 'changeStaffTickets') expect(answer.text).toSatisfy(isFoundByNone)
      else if (expected)
        expect(answer.status < 400 ? { status: answer.status } : answer.problem).toMatchObject(expected)
      else
        expect(answer.problem).toMatchObject({
          ...notFound,
          errors: [{ path: `body.${at}` }],
        })
    },
  )
})

test.each(
  // An answer is taken back by who sent it alone.
  endpoints
    .filter(({ path, name }) => path.includes(':ticketid') && name !== 'takeBackStaffComment')
    .map(endpoint => [endpoint.name, endpoint] as const),
)('%s finds no ticket of another group for a technician', async (_, endpoint) => {
  const world = await aStaffWorld(app, { hasGroup: true })
  const { serviceCompanyId, portalId } = world.person
  const sample = (await sampleOf(endpoint, world)) as never
  const of = async (groupId: number) =>
    asStaff(
      app,
      await aStaffAccount(app, { serviceCompanyId, role: 'technician', portalIds: [portalId], groupIds: [groupId] }),
    )
  expect((await (await of(await aStaffGroup(database, world.person)))(endpoint, sample)).problem).toMatchObject(
    notFound,
  )
  // Of the same group it is found, whatever else the call lacks.
  const own = await (await of(world.groupId ?? 0))(endpoint, sample)
  expect([own.status, own.text]).not.toEqual([404, own.text])
})
