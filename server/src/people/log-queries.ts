import { documentFlags } from '@portico/contract/sections'
import type { ContactLogEntry } from '@portico/contract/sign-in/people'
import type { ContactAct } from '@portico/contract/values/contact-acts'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import type { Range } from '../kernel/time/date-range.ts'

/** Filters of the log. `onlyStaff`: what employees did. */
export type LogFilter = {
  range: Range
  what: ContactAct | undefined
  webUserIds: number[] | undefined
  onlyStaff: boolean
}

export const logSort = { at: { by: 'l.at', type: 'timestamptz' } } satisfies Record<string, SortColumn>

const filtered = (scope: Scope, { range, what, webUserIds, onlyStaff }: LogFilter): Sql => {
  const conditions = [within(scope, 'l')]
  if (range.from) conditions.push(sql`l.at >= ${range.from}`)
  if (range.to) conditions.push(sql`l.at < ${range.to}`)
  if (what) conditions.push(sql`l.what = ${what}`)
  if (webUserIds) conditions.push(sql`l.web_user_id = any(${webUserIds}::bigint[]) and l.staff_user_id is null`)
  if (onlyStaff) conditions.push(sql`l.staff_user_id is not null`)
  return join(conditions, ' and ')
}

/** Whether all of these users are or were of the contact. */
export const areColleagues = async (db: Db, scope: Scope, webUserIds: number[]): Promise<boolean> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from membership m
    where ${within(scope, 'm')} and m.web_user_id = any(${webUserIds}::bigint[])`)
  return count === webUserIds.length
}

/**
 * The name of the file of entry `l`, stored as `f`; null where the reader may not open the section that the file is of. Of a file that is
 * gone it is not known which that was.
 */
const fileName = ({ flags }: Scope): Sql => {
  const closed = Object.entries(documentFlags).flatMap(([purpose, flag]) => (flags[flag] ? [] : [purpose]))
  return sql`case when ${closed.length === 0} or l.file_key not like 'file %' or f.purpose <> all(${closed}::text[]) then l.file_name end`
}

/** A column of entry `l` that is not shown for employees. */
const ofCustomers = (column: 'address' | 'device'): Sql =>
  raw(`case when l.staff_user_id is null then l.${column} end as ${column}`)

/** A page of the log, by the names that people and employees have now. */
export const logOf = (db: Db, scope: Scope, filter: LogFilter, page: Page): Promise<Paged<ContactLogEntry>[]> =>
  db.list(sql`select l.id, instant(l.at) as at, l.what,
      case when m.id is not null then json_build_object('webUserId', l.web_user_id, 'referentName', m.referent_name) end as person,
      case when l.staff_user_id is not null then coalesce(u.display_name, '') end as staff,
      ${fileName(scope)} as "fileName", l.method, l.second_factor as "secondFactor", ${ofCustomers('address')}, ${ofCustomers('device')}, ${page.key}
    from contact_log l
    left join membership m on ${sameContact('m', 'l')} and m.web_user_id = l.web_user_id
    left join staff_user u on ${sameCompany('u', 'l')} and u.id = l.staff_user_id
    left join file f on ${sameContact('f', 'l')} and f.id = substring(l.file_key from '^file (\\d+)$')::bigint
    where ${filtered(scope, filter)} and ${page.after} order by ${page.order} limit ${page.limit}`)

export const countLog = (scope: Scope, filter: LogFilter): Sql =>
  sql`select count(*) as count from contact_log l where ${filtered(scope, filter)}`

/** Deletes entries older than a moment. */
export const deleteLogBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from contact_log where at < ${before}`)
