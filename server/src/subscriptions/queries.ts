import type { RecurringAdvance } from '@portico/contract/subscriptions'
import { type Scope, within } from '../kernel/access/scope.ts'
import { type Db, empty, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { containsPattern } from '../kernel/database/search-words.ts'

export const subscriptionSort = {
  advanceDate: { by: 'a.advance_date', type: 'timestamptz' },
  code: { by: 'a.code_order', type: 'text' },
  description: { by: 'a.description_order', type: 'text' },
  quantity: { by: 'a.quantity', type: 'numeric' },
  taxedTotal: { by: 'a.taxed_total', type: 'numeric' },
} satisfies Record<string, SortColumn>

const filtered = (scope: Scope, q: string | undefined): Sql =>
  sql`${within(scope, 'a')} ${q?.trim() ? sql`and a.search_text like ${containsPattern(q)}` : empty}`

export const subscriptionsOf = (
  db: Db,
  scope: Scope,
  q: string | undefined,
  page: Page,
): Promise<Paged<RecurringAdvance>[]> =>
  db.list(sql`select a.id, a.code, a.description, a.quantity, a.taxed_total as "taxedTotal",
      instant(a.advance_date) as "advanceDate",
      json_build_object('recurrenceType', a.recurrence_type, 'frequencyWeek', a.frequency_week,
        'recurrenceDayOfWeek', a.recurrence_day_of_week, 'frequencyMonth', a.frequency_month,
        'recurrenceDay', a.recurrence_day, 'recurrenceMonth', a.recurrence_month) as trigger, ${page.key}
    from recurring_advance a
    where ${filtered(scope, q)} and ${page.after} order by ${page.order} limit ${page.limit}`)

/**
 * How often subscription `a` falls due within a year from `now`: on its date, and then by its recurrence, in a shorter month on its last day.
 * Counted in local time, from the first of each month: a date to which months are added keeps the day of the shortest.
 */
const duesWithinYear = ({ timeZone }: Scope, now: Date): Sql => sql`(select count(*)
  from (select a.advance_date at time zone ${timeZone} as first, a.recurrence_type = 10 as weekly) d
  cross join generate_series(case when weekly then first else date_trunc('month', first) end,
    (${now}::timestamptz + interval '1 year') at time zone ${timeZone},
    case a.recurrence_type when 10 then make_interval(weeks => a.frequency_week)
      when 20 then make_interval(months => coalesce(a.frequency_month, 1)) else interval '1 year' end) step
  cross join lateral (select case when weekly then step when step = date_trunc('month', first) then first
    else step + make_interval(days => least(a.recurrence_day,
      extract(day from step + interval '1 month' - interval '1 day')::int) - 1) + first::time end at time zone ${timeZone} as due) each
  where due >= ${now}::timestamptz and due < ${now}::timestamptz + interval '1 year')`

/** Counts the subscriptions, and sums up what falls due within a year from `now`, each as often as it recurs. */
export const subscriptionTotalsOf = (
  db: Db,
  scope: Scope,
  q: string | undefined,
  now: Date,
): Promise<{ count: number; yearAmount: string }> =>
  db.one(sql`select count(*) as count,
      coalesce(sum(a.taxed_total * ${duesWithinYear(scope, now)}), 0)::numeric(20, 2)::text as "yearAmount"
    from recurring_advance a where ${filtered(scope, q)}`)
