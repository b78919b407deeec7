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

/** Counts the subscriptions, and sums up what falls due within a year from `now`, each as often as it recurs. */
export const subscriptionTotalsOf = (
  db: Db,
  scope: Scope,
  q: string | undefined,
  now: Date,
): Promise<{ count: number; yearAmount: string }> =>
  db.one(sql`select count(*) as count, coalesce(sum(a.taxed_total * (
      select count(*) from generate_series(a.advance_date, ${now}::timestamptz + interval '1 year' - interval '1 second',
        case a.recurrence_type when 10 then make_interval(weeks => a.frequency_week)
          when 20 then make_interval(months => coalesce(a.frequency_month, 1)) else interval '1 year' end) due
      where due >= ${now})), 0)::numeric(20, 2)::text as "yearAmount"
    from recurring_advance a where ${filtered(scope, q)}`)
