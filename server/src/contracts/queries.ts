import { type Scope, within } from '../kernel/access/scope.ts'
import { type Db, join, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import type { Range } from '../kernel/time/date-range.ts'
import { type ActivityRow, activities, residual } from './activity-queries.ts'
import type { Granted } from './rules.ts'

/** An active contract that ends within 30 days is in expiry. */
const EXPIRY_MS = 30 * 24 * 3_600_000

/** Filters of a list of contracts: those that overlap the range and, with `active`, only those active at `now`. */
export type ContractFilter = { range: Range; active: boolean; now: Date }

/** An active contract that ends before this moment is in expiry. */
export const soon = ({ now }: Pick<ContractFilter, 'now'>): Date => new Date(now.getTime() + EXPIRY_MS)

export const contractSort = {
  start: { by: 'c.starts_at', type: 'timestamptz' },
  end: { by: 'c.ends_at', type: 'timestamptz' },
  name: { by: 'c.name_order', type: 'text' },
} satisfies Record<string, SortColumn>

/** An activity contract as the database returns it. */
export type ContractRow = Granted & {
  id: number
  name: string
  start: string
  end: string
  isExpired: boolean
  expiring30Days: boolean
  activities: ActivityRow[]
}

const filtered = (scope: Scope, { range, active, now }: ContractFilter): Sql => {
  const conditions = [within(scope, 'c')]
  if (range.from) conditions.push(sql`c.ends_at >= ${range.from}`)
  if (range.to) conditions.push(sql`c.starts_at < ${range.to}`)
  if (active) conditions.push(sql`c.ends_at >= ${now}`)
  return join(conditions, ' and ')
}

/** The columns of activity contract `c` with its activities. */
export const contractColumns = (moment: Pick<ContractFilter, 'now'>): Sql => sql`c.id, c.name,
  instant(c.starts_at) as start, instant(c.ends_at) as "end", c.ends_at < ${moment.now} as "isExpired",
  c.ends_at >= ${moment.now} and c.ends_at < ${soon(moment)} as "expiring30Days",
  c.in_hours as "inHours", c.amount, ${residual('activity_contract', 'c')} as residual,
  ${activities('activity_contract', 'c')} as activities`

/** Reads one page of activity contracts with their activities in one statement. */
export const activityContractsOf = (
  db: Db,
  scope: Scope,
  filter: ContractFilter,
  page: Page,
): Promise<Paged<ContractRow>[]> =>
  db.list(sql`select ${contractColumns(filter)}, c."pageKey"
    from (select c.*, ${page.key} from activity_contract c where ${filtered(scope, filter)} and ${page.after}
      order by ${page.order} limit ${page.limit}) c
    order by ${page.order}`)

/** Sums over a whole list, and over its active contracts alone. `nextEnd`: the first end of an active contract. */
export type ContractTotals = {
  count: number
  active: number
  activeMinutes: number
  activeMinutesAmount: number
  activeUnits: number
  activeUnitsAmount: number
  minutes: number
  minutesAmount: number
  units: number
  unitsAmount: number
  nextEnd: string | null
}

export const contractTotalsOf = (db: Db, scope: Scope, filter: ContractFilter): Promise<ContractTotals> =>
  db.one(sql`select count(*) as count, count(*) filter (where not expired) as active,
      coalesce(sum(residual) filter (where in_hours), 0) as minutes,
      coalesce(sum(amount) filter (where in_hours), 0) as "minutesAmount",
      coalesce(sum(residual) filter (where not in_hours), 0) as units,
      coalesce(sum(amount) filter (where not in_hours), 0) as "unitsAmount",
      coalesce(sum(residual) filter (where in_hours and not expired), 0) as "activeMinutes",
      coalesce(sum(amount) filter (where in_hours and not expired), 0) as "activeMinutesAmount",
      coalesce(sum(residual) filter (where not in_hours and not expired), 0) as "activeUnits",
      coalesce(sum(amount) filter (where not in_hours and not expired), 0) as "activeUnitsAmount",
      instant(min(ends_at) filter (where not expired)) as "nextEnd"
    from (select c.in_hours, c.amount, c.ends_at, c.ends_at < ${filter.now} as expired,
        ${residual('activity_contract', 'c')} as residual
      from activity_contract c where ${filtered(scope, filter)}) c`)
