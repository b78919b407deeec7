import { listStaffSecurityEvents } from '@portico/contract/security-log'
import {
  type Closing,
  italianHolidays,
  listWorkingHours,
  removePortalHours,
  removeWorkingHours,
  setPortalHours,
  setWorkingHours,
} from '@portico/contract/staff/working-hours'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aTaskType } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { processorTime } from '../../test/servers/event-loop.ts'
import { type Sql, sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, deps } = app

const office = [
  { from: '08:00', to: '12:30' },
  { from: '14:00', to: '18:30' },
]
const week = [office, office, office, office, office, [], []]
const once = (name: string, from: string, to: string): Closing => ({ name, kind: 'once', from, to, days: null })
const yearly = (name: string, from: string, to: string): Closing => ({ name, kind: 'yearly', from, to, days: null })
const easterMonday: Closing = { name: 'Pasquetta', kind: 'easter', from: null, to: null, days: 1 }

const aCompany = async () => {
  const portal = await aPortal(database)
  const { serviceCompanyId, portalId } = portal
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const due = async (since: string, hours: number, ofPortal = portalId) => {
    const { at } = await database.one<{
      at: string
    }>(sql`select instant(working_due(${serviceCompanyId}::bigint, ${ofPortal}::bigint,
      ${new Date(since)}::timestamptz, ${hours}::int)) as at`)
    return at
  }
  const setZone = (zone: string) =>
    database.run(sql`update portal set time_zone = ${zone} where service_company_id = ${serviceCompanyId}`)
  return { ...portal, call, due, setZone }
}

test('a company without working hours counts around the clock', async () => {
  const { call, due } = await aCompany()
  expect((await call(listWorkingHours)).body).toEqual([])
  expect(await due('2026-11-20T17:00:00Z', 8)).toBe('2026-11-21T01:00:00Z')
})

test('a ticket is due after so many working hours; those that are there keep their time', async () => {
  const { call, ...portal } = await aCompany()
  const contact = await aContact(database, portal)
  const taskTypeId = await aTaskType(database, portal)
  await database.run(sql`update task_type set due_hours = 8 where id = ${taskTypeId}`)
  const raise = async () => {
    // Friday, 17:30 in Rome: one hour is left until Monday.
    const { at } = await database.one<{
      at: string
    }>(sql`insert into ticket (service_company_id, portal_id, contact_id, ticket_number,
        title, title_order, description, task_type_id, task_step_id, task_status, created_on, words)
      select ${contact.serviceCompanyId}::bigint, ${contact.portalId}::bigint, ${contact.contactId}::bigint,
        (select coalesce(max(ticket_number), 0) + 1 from ticket), 't', 't', '', ${taskTypeId}::bigint, s.id, 0, '2026-11-20T16:30:00Z', ''
      from task_step s where s.service_company_id = ${contact.serviceCompanyId} and s.portal_id = ${contact.portalId}
        and s.task_status = 0 limit 1 returning instant(due_at) as at`)
    return at
  }
  expect(await raise()).toBe('2026-11-21T00:30:00Z')
  await call(setWorkingHours, { body: { week, closings: [] } })
  expect(await raise()).toBe('2026-11-23T15:30:00Z')
  expect(
    await database.many(
      sql`select instant(due_at) as at from ticket where contact_id = ${contact.contactId} order by id`,
    ),
  ).toEqual([{ at: '2026-11-21T00:30:00Z' }, { at: '2026-11-23T15:30:00Z' }])
  await call(removeWorkingHours)
  expect(await raise()).toBe('2026-11-21T00:30:00Z')
})

test.each([
  ['within a span', '2026-11-23T08:00:00Z', 2, '2026-11-23T10:00:00Z'],
  ['over the break', '2026-11-23T11:00:00Z', 1, '2026-11-23T13:30:00Z'],
  ['up to the end of the day', '2026-11-23T13:00:00Z', 4, '2026-11-23T17:00:00Z'],
  ['from before the day', '2026-11-23T03:00:00Z', 1, '2026-11-23T08:00:00Z'],
  ['from a free day', '2026-11-22T10:00:00Z', 1, '2026-11-23T08:00:00Z'],
  ['over several weeks', '2026-11-23T07:00:00Z', 90, '2026-12-07T17:30:00Z'],
  ['over 8 December', '2026-12-07T16:30:00Z', 2, '2026-12-09T08:00:00Z'],
  ['over the end of the year', '2026-12-23T16:30:00Z', 2, '2027-01-07T08:00:00Z'],
  ['over Easter Monday', '2027-03-26T16:30:00Z', 2, '2027-03-30T07:00:00Z'],
  ['over a single closed day', '2026-11-25T16:30:00Z', 2, '2026-11-27T08:00:00Z'],
])('working hours are counted %s', async (_, since, hours, at) => {
  const { call, due } = await aCompany()
  const closings = [
    easterMonday,
    yearly('Immacolata', '12-08', '12-08'),
    yearly('Natale', '12-24', '01-06'),
    once('Inventario', '2026-11-26', '2026-11-26'),
  ]
  expect((await call(setWorkingHours, { body: { week, closings } })).status).toBe(200)
  expect(await due(since, hours)).toBe(at)
})

test('Easter Sunday is computed for each year', async () => {
  const days = await database.many<{ day: string }>(
    sql`select easter_sunday(y)::text as day from unnest(array[1981, 2000, 2008, 2019, 2026, 2027, 2038, 2049, 2076]) y`,
  )
  expect(days.map(({ day }) => day)).toEqual([
    '1981-04-19',
    '2000-04-23',
    '2008-03-23',
    '2019-04-21',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
  ])
})

test('the closed days from one day to another are those that are closed one by one', async () => {
  const random = (n: number) => Math.floor(Math.random() * n)
  const date = () => `${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`
  const ofYear = () => (random(4) === 0 ? '02-29' : date())
  const closing = (): Closing => {
    const [from, to] = [`20${20 + random(12)}-${date()}`, `20${20 + random(12)}-${date()}`].sort()
    const kinds = [
      yearly('y', ofYear(), ofYear()),
      once('o', from ?? '', to ?? ''),
      { ...easterMonday, days: random(121) - 60 },
    ]
    return kinds[random(3)] ?? easterMonday
  }
  for (let times = 0; times < 12; times += 1) {
    const closings = JSON.stringify(Array.from({ length: 1 + random(3) }, closing))
    const wrong =
      await database.many(sql`select day::text from generate_series('2023-06-01'::date, '2029-06-01', '1 day') day
      where is_closed(${closings}::jsonb, day::date)
        is distinct from (select closed_days(${closings}::jsonb, '2023-06-01', '2029-06-01')) @> day::date limit 3`)
    expect([closings, wrong]).toEqual([closings, []])
  }
})

test('the worst calendar that may be set does not slow down tickets', async () => {
  const { call, due } = await aCompany()
  const closings = Array.from({ length: 200 }, (_, n) =>
    n % 2 ? { ...easterMonday, days: (n % 120) - 60 } : yearly('Bisestile', '02-29', '02-29'),
  )
  const rare = [[{ from: '08:00', to: '08:01' }], [], [], [], [], [], []]
  const started = processorTime()
  expect((await call(setWorkingHours, { body: { week: rare, closings } })).status).toBe(200)
  expect(await due('2026-11-20T17:00:00Z', 8760)).toBe('2036-11-19T17:00:00Z')
  expect(processorTime() - started).toBeLessThan(1000)
})

// The same count by another library, minute by minute.
const countMinutes = (since: string, hours: number, zone: string, spans: (typeof week)[number][]) => {
  let at = Temporal.Instant.from(since)
  for (let left = hours * 60; left > 0; at = at.add({ minutes: 1 })) {
    const { dayOfWeek, hour, minute } = at.toZonedDateTimeISO(zone)
    const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    if (spans[dayOfWeek - 1]?.some(({ from, to }) => from <= time && time < to)) left -= 1
  }
  return at.toString()
}

test.each(['Europe/Rome', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'])(
  'clock changes neither lose nor add an hour in %s',
  async zone => {
    const { call, due, setZone } = await aCompany()
    await setZone(zone)
    // Open in the night in which the clocks change, and around midnight.
    const night = [
      { from: '00:00', to: '05:00' },
      { from: '22:00', to: '24:00' },
    ]
    const weeks = [office, night, office, night, office, night, night]
    await call(setWorkingHours, { body: { week: weeks, closings: [] } })
    for (const since of [
      '2026-03-27T15:00:00Z',
      '2026-03-28T20:17:00Z',
      '2026-03-29T00:30:00Z',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-31T23:00:00Z',
      '2026-11-01T05:30:00Z',
      '2026-03-08T03:00:00Z',
      '2026-04-04T13:00:00Z',
      '2026-10-03T13:00:00Z',
    ])
      for (const hours of [1, 3, 7, 12])
        expect(await due(since, hours), `${since} ${hours}`).toBe(countMinutes(since, hours, zone, weeks))
  },
)

test('a portal may have hours of its own, in its time zone, until they are removed', async () => {
  const { call, due, portalId, serviceCompanyId } = await aCompany()
  const second = await aPortal(database, { serviceCompanyId })
  await call(setWorkingHours, { body: { week, closings: [] } })
  const always = week.map(() => [{ from: '00:00', to: '24:00' }])
  const params = { portalid: second.portalId }
  const own = await call(setPortalHours, { params, body: { week: always, closings: [] } })
  expect(own.body).toMatchObject({ portal: { id: second.portalId }, version: '1' })
  expect((await call(listWorkingHours)).body.map(({ portal }) => portal?.id ?? null)).toEqual([null, second.portalId])
  expect(await due('2026-11-21T10:00:00Z', 3, second.portalId)).toBe('2026-11-21T13:00:00Z')
  expect(await due('2026-11-21T10:00:00Z', 3, portalId)).toBe('2026-11-23T10:00:00Z')
  await call(setPortalHours, { params, body: { week: always, closings: [] } })
  const remove = (version: string) => call(removePortalHours, { params, headers: { 'if-match': `"${version}"` } })
  expect((await remove(own.body.version)).problem.code).toBe('conflict')
  expect(await due('2026-11-21T10:00:00Z', 3, second.portalId)).toBe('2026-11-21T13:00:00Z')
  expect((await remove('2')).status).toBe(204)
  expect(await due('2026-11-21T10:00:00Z', 3, second.portalId)).toBe('2026-11-23T10:00:00Z')
  expect((await call(removePortalHours, { params })).problem.code).toBe('not_found')
})

test('the next closings are told in runs', async () => {
  const { call } = await aCompany()
  const closings = [
    yearly('Natale', '12-24', '01-06'),
    once('Trasloco', '2026-05-04', '2026-05-05'),
    ...Object.entries(italianHolidays).map(([name, holiday]) => ({ name, ...holiday })),
  ]
  const { body } = await call(setWorkingHours, { body: { week, closings } })
  // Easter Sunday and Monday are one run.
  expect(body.upcoming).toEqual([
    { from: '2026-04-05', to: '2026-04-06' },
    { from: '2026-04-25', to: '2026-04-25' },
    { from: '2026-05-01', to: '2026-05-01' },
  ])
})

test('who was faster is not overwritten', async () => {
  const { call } = await aCompany()
  const body = { week, closings: [] }
  const set = (tag: string) => call(setWorkingHours, { body, headers: { 'if-match': tag } })
  expect((await set('"1"')).problem.code).toBe('conflict')
  expect((await set('"0"')).body.version).toBe('1')
  const both = await Promise.all([set('"1"'), set('"1"')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await call(listWorkingHours)).body).toMatchObject([{ version: '2' }])
  await deps.security.flush()
  const logged = (await call(listStaffSecurityEvents)).body.filter(({ what }) => what === 'staff.workingHours.changed')
  expect(logged).toHaveLength(2)
})

test('what is no calendar is refused, and leaves the one that is there', async () => {
  const { call } = await aCompany()
  await call(setWorkingHours, { body: { week, closings: [] } })
  const day = (...spans: [string, string][]) => [spans.map(([from, to]) => ({ from, to })), ...week.slice(1)]
  const closed = (closing: Partial<Closing>) => ({
    week,
    closings: [{ name: 'a', kind: 'once', from: null, to: null, days: null, ...closing }],
  })
  for (const body of [
    { week: day(['12:30', '08:00']), closings: [] },
    { week: day(['08:00', '08:00']), closings: [] },
    { week: day(['8:00', '12:00']), closings: [] },
    { week: day(['08:00', '24:01']), closings: [] },
    { week: day(['08:00', '25:00']), closings: [] },
    { week: day(['08:00', '12:00'], ['11:00', '13:00']), closings: [] },
    { week: day(...Array.from({ length: 7 }, (_, n): [string, string] => [`0${n}:00`, `0${n}:30`])), closings: [] },
    { week: week.map(() => []), closings: [] },
    { week: week.slice(1), closings: [] },
    closed({ name: ' ', from: '2026-01-01', to: '2026-01-01' }),
    closed({ from: '2026-02-30', to: '2026-03-01' }),
    ...['2026-13-01', '2026-01-32', '2026-00-10', 'ieri'].map(day => closed({ from: day, to: day })),
    closed({ name: 'x\ud800y', from: '2026-03-02', to: '2026-03-02' }),
    closed({ from: '2026-03-02', to: '2026-03-01' }),
    closed({ from: '2026-03-02', to: null }),
    closed({ from: '2026-03-02', to: '2028-03-02' }),
    closed({ kind: 'yearly', from: '02-30', to: '03-01' }),
    closed({ kind: 'yearly', from: '2026-01-01', to: '2026-01-01' }),
    closed({ kind: 'easter', days: null }),
    closed({ kind: 'easter', days: 61 }),
    closed({ kind: 'yearly', from: '01-01', to: '12-31' }),
    { week, closings: Array.from({ length: 201 }, () => easterMonday) },
    { week },
  ])
    expect(
      (await call(setWorkingHours, { body: body as never })).problem,
      JSON.stringify(body).slice(0, 200),
    ).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  expect((await call(listWorkingHours)).body).toMatchObject([{ version: '1', closings: [] }])
  const leap = await call(setWorkingHours, { body: { week, closings: [yearly('x', '02-29', '02-29')] } })
  expect(leap.status).toBe(200)
})

test('an administrator of some portals changes the hours of these alone, and another company none', async () => {
  const { call, portalId, serviceCompanyId } = await aCompany()
  const second = await aPortal(database, { serviceCompanyId })
  const body = { week, closings: [] }
  await call(setWorkingHours, { body })
  await call(setPortalHours, { params: { portalid: second.portalId }, body })
  const limited = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] }))
  expect((await limited(listWorkingHours)).body.map(({ portal }) => portal)).toEqual([null])
  expect((await limited(setWorkingHours, { body })).problem.code).toBe('forbidden')
  expect((await limited(removeWorkingHours)).problem.code).toBe('forbidden')
  expect((await limited(setPortalHours, { params: { portalid: portalId }, body })).status).toBe(200)
  const stranger = await asStaff(app, await aStaffAccount(app))
  for (const other of [limited, stranger]) {
    const params = { portalid: second.portalId }
    expect((await other(setPortalHours, { params, body })).problem.code).toBe('not_found')
    expect((await other(removePortalHours, { params })).problem.code).toBe('not_found')
  }
  expect((await stranger(listWorkingHours)).body).toEqual([])
  expect((await call(listWorkingHours)).body).toHaveLength(3)
})

test('as records they are of the whole company, by the rules of the staff, who are told of a change', async () => {
  const { call, portalId, serviceCompanyId } = await aCompany()
  const operator = await anOperator(app, { serviceCompanyId })
  const [portal] = (await operator('GET', '/portals')).json as unknown as { externalId: string }[]
  const put = (body: object, name = 'orario') => operator('PUT', `/workingCalendars/${name}`, body)
  const whole = [[{ from: '20:00', to: '24:00' }], ...week.slice(1)]
  const closings = [
    { name: 'Pasquetta', kind: 'easter', days: 1 },
    { name: 'Ferie', kind: 'yearly', from: '12-24', to: '01-06' },
  ]
  expect((await put({ week: whole, closings })).status).toBe(201)
  const [calendar] = (await call(listWorkingHours)).body
  expect(calendar).toMatchObject({ portal: null, version: '1', week: whole, closings })
  expect((await operator('GET', '/workingCalendars/orario')).json).toMatchObject({ week: whole, closings })
  expect((await put({ week: whole, closings })).status).toBe(200)
  expect((await call(listWorkingHours)).body[0]?.version).toBe('1')
  await operator('PATCH', '/workingCalendars/orario', { closings: [] })
  const stale = await call(setWorkingHours, { headers: { 'if-match': '"1"' }, body: { week, closings: [] } })
  expect(stale.problem.code).toBe('conflict')
  expect((await put({ portal: portal?.externalId, week }, 'portale')).status).toBe(201)
  expect((await call(listWorkingHours)).body.map(({ portal }) => portal?.id ?? null)).toEqual([null, portalId])
  const unsorted = [[office[1], office[0]], ...week.slice(1)]
  for (const [body, field] of [
    [{ week: [[{ from: '12:30', to: '08:00' }], ...week.slice(1)] }, 'week.0.0'],
    [{ week: [[...office, { from: '12:00', to: '13:00' }], ...week.slice(1)] }, 'week.0.2'],
    [{ week: week.map(() => []) }, 'week'],
    [{ week, closings: [{ name: 'a', kind: 'easter', from: '01-01' }] }, 'closings.0'],
    [{ week, closings: [{ name: 'a', kind: 'yearly', from: '01-01', to: '12-31' }] }, 'closings'],
  ] as const)
    expect((await put(body)).problem, field).toMatchObject({ status: 400, errors: [{ path: `body.${field}` }] })
  expect((await put({ week }, 'altro')).problem).toMatchObject({ status: 409 })
  expect((await put({ week: unsorted })).status).toBe(200)
  const some = await anOperator(app, { serviceCompanyId, portalIds: [portalId] })
  expect((await some('GET', '/workingCalendars')).json).toEqual([])
  expect((await some('PUT', '/workingCalendars/portale', { week })).problem.status).toBe(403)
})

test('a line of a ticket without a due date keeps the one that the staff set or took away', async () => {
  const portal = await aPortal(database)
  const contact = await aContact(database, portal)
  const taskTypeId = await aTaskType(database, portal)
  await database.run(sql`update task_type set due_hours = 8 where id = ${taskTypeId}`)
  const operator = await anOperator(app, portal)
  const nameOf = async (table: Sql, id: number) =>
    (await database.one<{ name: string }>(sql`select external_id as name from ${table} where id = ${id}`)).name
  const body = {
    contact: await nameOf(sql`contact`, contact.contactId),
    ticketType: await nameOf(sql`task_type`, taskTypeId),
    title: 'Caldaia',
    description: '<p>Ferma</p>',
    createdOn: '2026-11-20T16:30:00Z',
  }
  const dueOf = async (title: string) => (await operator('PUT', '/tickets/uno', { ...body, title })).json.dueAt
  expect(await dueOf('Caldaia')).toBe('2026-11-21T00:30:00.000Z')
  await database.run(sql`update ticket set due_at = '2026-11-25T09:00:00Z' where external_id = 'uno'`)
  expect(await dueOf('Caldaia ferma')).toBe('2026-11-25T09:00:00.000Z')
  await database.run(sql`update ticket set due_at = null where external_id = 'uno'`)
  expect(await dueOf('Caldaia fredda')).toBeNull()
})
