import type { RecurringAdvance } from '@portico/contract/subscriptions'
import { type Db, empty, type Sql, sql } from '../kernel/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/page.ts'
import { type Scope, within } from '../kernel/scope.ts'
import { foundIn } from '../wiki/queries.ts'

export const subscriptionSort = {
  advanceDate: { by: 'a.advance_date', type: 'timestamptz' },
  code: { by: 'a.code_order', type: 'text' },
  description: { by: 'a.description_order', type: 'text' },
  quantity: { by: 'a.quantity', type: 'numeric' },
  taxedTotal: { by: 'a.taxed_total', type: 'numeric' },
} satisfies Record<string, SortColumn>

const filtered = (scope: Scope, q: string | undefined): Sql =>
  sql`${within(scope, 'a')} ${q?.trim() ? sql`and a.search_text like ${foundIn(q)}` : empty}`

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

export const countSubscriptions = (scope: Scope, q: string | undefined): Sql =>
  sql`select count(*) as count from recurring_advance a where ${filtered(scope, q)}`
