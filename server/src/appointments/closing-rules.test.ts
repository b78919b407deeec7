import type { Closing } from '@portico/contract/staff/working-hours'
import { italianHolidays } from '@portico/contract/staff/working-hours'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/servers/database.ts'
import { sql } from '../kernel/database/db.ts'
import { isClosed } from './closing-rules.ts'

const database = await testDatabase()

test('closed days are the same as those of the database', async () => {
  const closings: Closing[] = [
    ...Object.entries(italianHolidays).map(([name, holiday]) => ({ name, ...holiday })),
    { name: 'Natale', kind: 'yearly', from: '12-24', to: '01-03', days: null },
    { name: 'Ferie', kind: 'once', from: '2026-08-10', to: '2026-08-21', days: null },
    { name: 'Venerdì santo', kind: 'easter', from: null, to: null, days: -2 },
    { name: 'Bisestile', kind: 'yearly', from: '02-29', to: '02-29', days: null },
  ]
  const days = await database.many<{ day: string; closed: boolean }>(sql`select day::text,
      is_closed(${JSON.stringify(closings)}::jsonb, day) as closed
    from (select '2024-01-01'::date + n as day from generate_series(0, 1800) n) d`)
  expect(days.filter(({ closed }) => closed).length).toBeGreaterThan(100)
  expect(days.filter(({ day, closed }) => isClosed(closings, day) !== closed)).toEqual([])
})
