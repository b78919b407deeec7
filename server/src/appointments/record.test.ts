import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { workers } from '../../test/servers/workers.ts'
import { importFile } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { openLocalStorage } from '../kernel/storage/local-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-import-appointments-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = await testDatabase()
const deps = {
  database,
  storage: await openLocalStorage(join(folder, 'storage')),
  secrets,
  seal: await testSeal(database, secrets),
  workers,
  log: () => {},
}

type Fields = Record<string, unknown>

const importLines = async (lines: Fields[]) => {
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, lines.map(line => JSON.stringify(line)).join('\n'))
  return importFile(deps, path)
}

const portal = { type: 'portal', serviceCompany: 'sc', webPortalName: 'One' }
const service = {
  type: 'bookableService',
  externalId: 'service',
  portal: 'p',
  key: 'controllo',
  name: 'Controllo',
  durationMinutes: 60,
  weeklyHours: ['MON 08:30-12:30'],
  closedDays: ['2026-12-25'],
  horizonDays: 60,
  staff: ['anna', 'bruno'],
}
const appointment = {
  type: 'appointment',
  externalId: 'appointment',
  service: 'service',
  staff: 'anna',
  start: '2026-12-07 09:00',
  end: '2026-12-07 10:00',
  heldUntil: '2026-12-07 10:30',
  companyName: 'Officine',
  phone: '049 555 0161',
  bookedOn: '2026-11-19',
  key: 'una-chiave-di-22-caratteri',
}
const activity = {
  type: 'plannedActivity',
  externalId: 'activity',
  contact: 'c',
  activityTypeName: 'Visita',
  start: '2026-12-07 11:00',
  end: '2026-12-07 12:00',
  staff: 'anna',
}
const absence = {
  type: 'absence',
  externalId: 'absence',
  staff: 'bruno',
  start: '2026-10-25',
  end: '2026-10-26',
  kind: 'holiday',
  note: 'In montagna',
}
const invitation = { type: 'bookingInvitation', externalId: 'invitation', contact: 'c', service: 'service' }
const all: Fields[] = [
  { type: 'serviceCompany', externalId: 'sc', name: 'Company' },
  { ...portal, externalId: 'p', webPortalKey: 'uno' },
  { ...portal, externalId: 'p2', webPortalKey: 'due' },
  { type: 'staff', externalId: 'anna', serviceCompany: 'sc', firstName: 'Anna', lastName: 'Neri' },
  { type: 'staff', externalId: 'bruno', serviceCompany: 'sc', firstName: 'Bruno', lastName: 'Verdi' },
  { type: 'contact', externalId: 'c', portal: 'p', companyName: 'Officine' },
  { type: 'contact', externalId: 'c2', portal: 'p2', companyName: 'Officine' },
  service,
  invitation,
  appointment,
  activity,
  absence,
  { ...activity, externalId: 'booked', start: appointment.start, end: appointment.end, appointment: 'appointment' },
]
const rows = (table: 'staff_hold' | 'appointment' | 'planned_activity' | 'booking_invitation') =>
  database.one<{ all: string }>(
    table === 'staff_hold'
      ? sql`select json_agg(t order by t)::text as all from staff_hold t`
      : table === 'appointment'
        ? sql`select json_agg(t)::text as all from appointment t`
        : table === 'planned_activity'
          ? sql`select json_agg(t order by t)::text as all from planned_activity t`
          : sql`select json_agg(t)::text as all from booking_invitation t`,
  )
const everything = async () =>
  Promise.all((['staff_hold', 'appointment', 'planned_activity', 'booking_invitation'] as const).map(rows))

test('a second import changes nothing; staff are added and removed', async () => {
  expect(await importLines(all)).toMatchObject({ created: all.length, refused: [] })
  const before = await everything()
  expect(await importLines(all)).toMatchObject({ created: 0, changed: 0, unchanged: all.length, refused: [] })
  expect(await everything()).toEqual(before)
  const { hash } = await database.one<{ hash: Buffer }>(sql`select key_hash as hash from appointment`)
  expect(hash).toEqual(hashToken(appointment.key))
  // The appointment, the absence, and the one activity that does not belong to the appointment.
  expect(await database.one(sql`select count(*) as n from staff_hold`)).toEqual({ n: 3 })

  expect(await importLines([{ ...service, staff: ['bruno'] }])).toMatchObject({ changed: 1 })
  const staff = await database.many(sql`select u.first_name as name from bookable_service_staff b join staff_user u
    on u.id = b.staff_user_id`)
  expect(staff).toEqual([{ name: 'Bruno' }])
  await importLines([service])
})

test('an appointment that a customer cancelled stays cancelled when the same line is imported again', async () => {
  await database.run(sql`update appointment set cancelled_at = '2026-11-20T10:00:00Z'`)
  await database.run(sql`update planned_activity set status = 'cancelled' where external_id = 'booked'`)
  expect(await importLines(all)).toMatchObject({ changed: 0, refused: [] })
  expect(await importLines([{ ...appointment, externalId: 'again', key: undefined }])).toMatchObject({ created: 1 })
})

test('expiresOn without a time means the end of that day in the portal', async () => {
  const expiresOf = async (expiresOn: string) => {
    expect((await importLines([{ ...invitation, externalId: 'ends', expiresOn }])).refused).toEqual([])
    return database.one<{ at: string }>(
      sql`select instant(expires_at) as at from booking_invitation where external_id = 'ends'`,
    )
  }
  expect(await expiresOf('2026-12-31')).toEqual({ at: '2026-12-31T22:59:59Z' })
  expect(await expiresOf('2026-07-31')).toEqual({ at: '2026-07-31T21:59:59Z' })
  expect(await expiresOf('2026-12-31 12:00')).toEqual({ at: '2026-12-31T11:00:00Z' })
  expect(await expiresOf('2026-12-31T11:00:00Z')).toEqual({ at: '2026-12-31T11:00:00Z' })
})

test('an absence of whole days takes those of the company’s clock, and of times what lies between', async () => {
  const stored = async (fields: Fields) => {
    expect((await importLines([{ ...absence, ...fields }])).refused).toEqual([])
    return database.one(
      sql`select instant(starts_at) as start, instant(ends_at) as end, all_day as "allDay" from staff_absence`,
    )
  }
  const days = { start: '2026-10-24T22:00:00Z', end: '2026-10-26T23:00:00Z', allDay: true }
  expect(await stored({})).toEqual(days)
  expect(await stored({ start: '2026-10-25 08:00', end: '2026-10-25T12:00:00Z' })).toEqual({
    start: '2026-10-25T07:00:00Z',
    end: '2026-10-25T12:00:00Z',
    allDay: false,
  })
  const version = () => database.one<{ version: number }>(sql`select version from staff_absence`)
  const before = await version()
  expect(await stored({})).toEqual(days)
  // Whoever of the staff has read it before cannot overwrite what came since.
  expect(await version()).not.toEqual(before)
})

test('two activities swap their times', async () => {
  const other = { ...activity, externalId: 'other', start: '2026-12-07 14:00', end: '2026-12-07 15:00' }
  await importLines([other])
  const swapped = [
    { ...activity, start: other.start, end: other.end },
    { ...other, start: activity.start, end: activity.end },
  ]
  expect(await importLines(swapped)).toMatchObject({ changed: 2, refused: [] })
  expect(await importLines([activity, other])).toMatchObject({ changed: 2, refused: [] })
})

test.each<[string, Fields, string, RegExp]>([
  ['invalid hours', { ...service, weeklyHours: ['MON 8-12'] }, 'weeklyHours', /"MON 8-12"/],
  ['a duration of zero', { ...service, durationMinutes: 0 }, 'durationMinutes', /.+/],
  ['a key with invalid characters', { ...service, key: 'Controllo' }, 'key', /a-z/],
  ['a key that is a path segment', { ...service, key: 'cancellation' }, 'key', /cancellation/],
  ['the key of another service', { ...service, externalId: 'x' }, 'key', /another service/],
  ['an invalid closed day', { ...service, closedDays: ['Natale'] }, 'closedDays', /not a date/],
  ['unknown staff', { ...service, staff: ['carla'] }, 'staff', /"carla"/],
  ['a service of another portal', { ...invitation, contact: 'c2' }, 'service', /another portal/],
  ['a short key', { ...invitation, key: 'breve' }, 'key', /22/],
  ['an invitation without a contact', { ...invitation, contact: undefined }, 'ticket or contact', /missing/],
  ['an end before its start', { ...appointment, end: '2026-12-07 08:00' }, 'end', /not after/],
  ['a hold that ends before the appointment', { ...appointment, heldUntil: '2026-12-07 09:30' }, 'heldUntil', /before/],
  ['an absence that ends before it starts', { ...absence, end: '2026-10-24' }, 'end', /not after/],
  ['an absence of three years', { ...absence, end: '2029-10-24' }, 'end', /two years/],
  ['an absence on a day that does not exist', { ...absence, end: '2026-11-31' }, 'end', /does not exist/],
  ['an absence of an unknown kind', { ...absence, kind: 'x' }, 'kind', /.+/],
  [
    'an absence of somebody with a visit',
    { ...absence, staff: 'anna', start: '2026-12-07', end: '2026-12-07' },
    'start',
    /overlaps/,
  ],
  ['an unknown status', { ...activity, status: 'late' }, 'status', /.+/],
  [
    'an appointment that overlaps an activity',
    {
      ...appointment,
      externalId: 'x',
      key: undefined,
      start: '2026-12-07 11:30',
      end: '2026-12-07 12:30',
      heldUntil: undefined,
    },
    'start',
    /overlaps/,
  ],
  [
    'an activity in the buffer of an appointment',
    { ...activity, externalId: 'x', start: '2026-12-07 10:15', end: '2026-12-07 10:45' },
    'start',
    /overlaps/,
  ],
  ['an activity that overlaps another', { ...activity, externalId: 'x' }, 'start', /overlaps/],
  [
    'a second activity of an appointment',
    { ...activity, externalId: 'x', appointment: 'appointment' },
    'appointment',
    /another planned/,
  ],
])('%s is refused', async (_, line, field, reason) => {
  const before = await everything()
  const { refused } = await importLines([line])
  expect(refused).toMatchObject([{ field, reason: expect.stringMatching(reason) }])
  expect(await everything()).toEqual(before)
})
