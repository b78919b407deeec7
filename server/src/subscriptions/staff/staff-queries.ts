import type { StaffSubscription } from '@portico/contract/staff/records/subscriptions'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, empty, type Sql, sql } from '../../kernel/database/db.ts'
import { outsideId } from '../../kernel/database/external-id.ts'
import type { Page, Paged, SortColumn } from '../../kernel/database/pagination.ts'
import { searchQuery } from '../../kernel/database/search-words.ts'
import {
  customersNamed,
  type PlaceFilter,
  placeColumns,
  withinPlace,
  withPlace,
} from '../../portals/staff/place-queries.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** Filters of the staff's list of subscriptions. */
export type SubscriptionFilter = PlaceFilter & { q?: string | undefined }

export const staffSubscriptionSort = {
  advanceDate: { by: 'a.advance_date', type: 'timestamptz' },
  taxedTotal: { by: 'a.taxed_total', type: 'numeric' },
  description: { by: 'a.description_order', type: 'text' },
} satisfies Record<string, SortColumn>

const filtered = (scope: StaffScope, { q, ...place }: SubscriptionFilter): Sql => {
  const words = q?.trim() ? searchQuery(scope.serviceCompanyId, q) : undefined
  const found =
    words === undefined
      ? empty
      : sql`and (${words ? sql`text_words(a.service_company_id, a.search_text) @@ ${words}::tsquery or` : empty}
          a.contact_id = any(array(${customersNamed(scope, q ?? '')})))`
  return sql`${withinPlace(scope, 'a', place)} ${found}`
}

const version: Sql = sql`md5(json_build_array(a.code, a.description, a.quantity, a.taxed_total, a.advance_date, a.recurrence_type,
  a.frequency_week, a.recurrence_day_of_week, a.frequency_month, a.recurrence_day, a.recurrence_month)::text)`

const columns: Sql = sql`a.id, a.code, a.description, a.quantity, a.taxed_total as "taxedTotal",
  instant(a.advance_date) as "advanceDate", g.time_zone as "timeZone", ${outsideId('a')} as "outsideId", ${version} as version,
  json_build_object('recurrenceType', a.recurrence_type, 'frequencyWeek', a.frequency_week,
    'recurrenceDayOfWeek', a.recurrence_day_of_week, 'frequencyMonth', a.frequency_month,
    'recurrenceDay', a.recurrence_day, 'recurrenceMonth', a.recurrence_month) as trigger, ${placeColumns}`

/** Reads one page of the subscriptions of all customers. */
export const staffSubscriptionsOf = (
  db: Db,
  scope: StaffScope,
  filter: SubscriptionFilter,
  page: Page,
): Promise<Paged<StaffSubscription>[]> =>
  db.list(sql`select ${columns}, a."pageKey" from (
      select a.*, ${page.key} from recurring_advance a where ${filtered(scope, filter)} and ${page.after}
      order by ${page.order} limit ${page.limit}) a ${withPlace('a')} order by ${page.order}`)

export const countStaffSubscriptions = (scope: StaffScope, filter: SubscriptionFilter): Sql =>
  sql`select count(*) as count from recurring_advance a where ${filtered(scope, filter)}`

/** A subscription; undefined for one that the account may not see. */
export const staffSubscriptionOf = (db: Db, scope: StaffScope, id: number): Promise<StaffSubscription | undefined> =>
  db.maybe(sql`select ${columns} from recurring_advance a ${withPlace('a')}
    where ${withinStaffPortals(scope, 'a')} and a.id = ${id}`)

/** The keys of a record, locked, with the version that staff read. */
export type LockedSubscription = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  id: number
  externalId: string
  version: string
}

/** Locks a subscription, so that changes happen one after the other; undefined for one that the account may not see. */
export const lockSubscription = (db: Db, scope: StaffScope, id: number): Promise<LockedSubscription | undefined> =>
  db.maybe(sql`select a.service_company_id as "serviceCompanyId", a.portal_id as "portalId", a.contact_id as "contactId", a.id,
      a.external_id as "externalId", ${version} as version
    from recurring_advance a where ${withinStaffPortals(scope, 'a')} and a.id = ${id} for no key update of a`)

/** The id of the subscription with an external id of the company. */
export const subscriptionIdOf = async (db: Db, { serviceCompanyId }: StaffScope, externalId: string): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`select id from recurring_advance
      where service_company_id = ${serviceCompanyId} and external_id = ${externalId}`)
  ).id
