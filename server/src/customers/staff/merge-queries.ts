import { activeStatus } from '@portico/contract/contracts'
import { flags } from '@portico/contract/permissions'
import type { CustomerMergeLook, MergedKind } from '@portico/contract/staff/customers/merge'
import { residual } from '../../contracts/activity-queries.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { columnName } from '../../kernel/database/column-name.ts'
import { type Db, empty, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { type ContactKeys, ofContact } from './customer-queries.ts'

/** A table with rows of contacts, quoted for SQL: the column of the contact, and those whose words are prefixed with it for the search. */
export type ContactTable = { table: string; column: string; words: string[]; isReferenced: boolean }

/**
 * Every table whose rows belong to a contact, from the catalogue: those with a foreign key to a contact, and those with one to such a
 * table that takes the contact along. A list in code would forget the next table.
 */
export const listContactTables = (db: Db): Promise<ContactTable[]> =>
  db.many(sql`with recursive holder (rel, number) as (
      select a.attrelid, a.attnum from pg_attribute a where a.attrelid = 'contact'::regclass and a.attname = 'id'
      union
      select k.conrelid, k.conkey[i] from holder h join pg_constraint k on k.contype = 'f' and k.confrelid = h.rel
        cross join generate_subscripts(k.confkey, 1) i where k.confkey[i] = h.number)
    select h.rel::regclass::text as "table", quote_ident(a.attname) as "column",
      array(select quote_ident(w.attname) from pg_attribute w where w.attrelid = h.rel and w.atttypid = 'tsvector'::regtype
        and not w.attisdropped and w.attgenerated = '') as words,
      exists (select from pg_constraint k where k.contype = 'f' and k.confrelid = h.rel) as "isReferenced"
    from holder h join pg_attribute a on a.attrelid = h.rel and a.attnum = h.number
    where h.rel <> 'contact'::regclass order by 1`)

const rowsOf = (
  { column }: Pick<ContactTable, 'column'>,
  { serviceCompanyId, portalId, contactId }: ContactKeys,
): Sql =>
  sql`x.service_company_id = ${serviceCompanyId} and x.portal_id = ${portalId} and x.${raw(column)} = ${contactId}`

/** Locks the rows of a contact that others refer to, so that what is being written for it is finished, and nothing new begins. */
export const lockRows = async (db: Db, tables: ContactTable[], contact: ContactKeys): Promise<void> => {
  const first = (name: string) => Number(name !== 'ticket') + Number(name === 'membership')
  for (const table of tables.toSorted((a, b) => first(a.table) - first(b.table)))
    if (table.isReferenced)
      await db.run(sql`select from ${raw(table.table)} x where ${rowsOf(table, contact)} for update`)
}

const isInBoth = (into: ContactKeys): Sql =>
  sql`exists (select from membership o where ${ofContact(into, 'o')} and o.web_user_id = x.web_user_id)`

/**
 * Moves all rows of a contact to another one of the portal. One statement, because foreign keys are checked at the end of each. Of who is a
 * member of both, the membership goes; what refers to it refers to the other one then.
 */
export const moveRows = async (db: Db, tables: ContactTable[], from: ContactKeys, into: ContactKeys): Promise<void> => {
  const moves = tables.map((table, n) => {
    const words = table.words.map(column => sql`, ${raw(column)} = company_words(${into.contactId}, x.${raw(column)})`)
    const isMembership = table.table === 'membership'
    return sql`moved_${raw(String(n))} as (update ${raw(table.table)} x
      set ${raw(table.column)} = ${into.contactId}${words.length > 0 ? join(words, '') : empty}
      where ${rowsOf(table, from)} ${isMembership ? sql`and not ${isInBoth(into)}` : empty})`
  })
  const united = sql`united as (delete from membership x where ${rowsOf({ column: 'contact_id' }, from)} and ${isInBoth(into)})`
  await db.run(sql`select set_config('portico.merging_contact', ${String(from.contactId)}, true)`)
  await db.run(sql`with ${join([...moves, united], ', ')} select`)
  await db.run(sql`select set_config('portico.merging_contact', '', true)`)
}

/** Gives who is a member of both contacts the access of both, and with `unites` also the flags of both. */
export const uniteMemberships = (db: Db, from: ContactKeys, into: ContactKeys, unites: boolean): Promise<number> => {
  const columns = flags.map(flag => {
    const column = columnName(flag)
    const kept = unites ? `o.${column} or x.active and x.${column}` : `o.${column}`
    return raw(`${column} = case when o.active then ${kept} when x.active then x.${column} else o.${column} end`)
  })
  return db.run(sql`update membership o set ${join(columns, ', ')}, active = o.active or x.active,
      unread_since = least(o.unread_since, x.unread_since)
    from membership x where ${ofContact(into, 'o')} and ${ofContact(from, 'x')} and x.web_user_id = o.web_user_id`)
}

/** Who is a member of both may have opened a file of the whole portal for each: one of the two openings is kept, with the count of both. */
export const uniteOpenings = (db: Db, from: ContactKeys, into: ContactKeys): Promise<number> =>
  db.run(sql`with twice as (
      delete from opening x using opening o where ${rowsOf({ column: 'contact_id' }, from)} and ${ofContact(into, 'o')}
        and o.kind = x.kind and o.record_id = x.record_id and o.web_user_id is not distinct from x.web_user_id
      returning x.*, o.id as kept)
    update opening o set first_at = least(o.first_at, t.first_at), last_at = greatest(o.last_at, t.last_at), count = o.count + t.count
    from twice t where ${ofContact(into, 'o')} and o.id = t.kept`)

/** Files that wait to be published name the customers they may be for. */
export const moveMatches = (db: Db, from: ContactKeys, into: ContactKeys): Promise<number> =>
  db.run(sql`update publish_item set matches = case when ${into.contactId} = any(matches)
        then array_remove(matches, ${from.contactId}::bigint)
        else array_replace(matches, ${from.contactId}::bigint, ${into.contactId}::bigint) end
    where service_company_id = ${from.serviceCompanyId} and ${from.contactId} = any(matches)`)

/** The optional texts of a contact, from the catalogue, but for the note of the staff. */
const optionalColumns = async (db: Db): Promise<string[]> =>
  (
    await db.many<{ name: string }>(sql`select quote_ident(attname) as name from pg_attribute
      where attrelid = 'contact'::regclass and atttypid = 'text'::regtype and not attnotnull and not attisdropped and attnum > 0
        and attname <> 'team_note' order by attnum`)
  ).map(({ name }) => name)

/** Fills what the contact that stays has left empty; of the staff's notes both stay, and a second factor is required if either did. */
export const fillFields = async (db: Db, from: ContactKeys, into: ContactKeys): Promise<void> => {
  const columns = (await optionalColumns(db)).map(name => raw(`${name} = coalesce(c.${name}, f.${name})`))
  const note = sql`team_note = nullif(concat_ws(${'\n\n'}, c.team_note, f.team_note), '')`
  const rule = sql`second_factor_required = c.second_factor_required or f.second_factor_required`
  // They are those of the address, which is filled like other texts.
  const parts = sql`address_parts = case when c.address is null then f.address_parts else c.address_parts end`
  await db.run(sql`update contact c set ${join([...columns, parts, note, rule], ', ')} from contact f
    where c.service_company_id = ${into.serviceCompanyId} and c.portal_id = ${into.portalId} and c.id = ${into.contactId}
      and f.service_company_id = ${from.serviceCompanyId} and f.portal_id = ${from.portalId} and f.id = ${from.contactId}`)
}

/** Removes a contact whose rows have moved; its id and its names lead to the other one from now on. */
export const replaceContact = async (
  db: Db,
  from: ContactKeys,
  into: ContactKeys,
  { staffUserId, now }: { staffUserId: number; now: Date },
): Promise<string> => {
  const { externalId } = await db.one<{ externalId: string }>(sql`with gone as (
      delete from contact c where c.service_company_id = ${from.serviceCompanyId} and c.portal_id = ${from.portalId}
        and c.id = ${from.contactId} returning *)
    insert into merged_contact (service_company_id, portal_id, contact_id, id, external_id, company_name, vat_number, fiscal_code,
      staff_user_id, merged_at)
    select service_company_id, portal_id, ${into.contactId}, id, external_id, company_name, vat_number, fiscal_code,
      ${staffUserId}::bigint, ${now}::timestamptz from gone
    returning external_id as "externalId"`)
  return externalId
}

/** Jobs that wait name their contact in their payload. */
export const moveJobs = (db: Db, from: ContactKeys, into: ContactKeys): Promise<number> =>
  db.run(sql`update job set payload = replace(replace(payload, ${`"contactId":${from.contactId},`}, ${`"contactId":${into.contactId},`}),
      ${`"contactId":${from.contactId}}`}, ${`"contactId":${into.contactId}}`})
    where service_company_id = ${from.serviceCompanyId} and strpos(payload, ${`"contactId":${from.contactId}`}) > 0`)

/** The log names the customer whose person somebody looked as. Two that would be one row of the same minute stay two. */
export const moveLog = (db: Db, from: ContactKeys, into: ContactKeys): Promise<number> =>
  db.run(sql`update security_event x set contact_id = ${into.contactId}
    where ${rowsOf({ column: 'contact_id' }, from)} and not exists (select from security_event o where ${ofContact(into, 'o')}
      and o.minute = x.minute and o.what = x.what and o.by_staff_account_id is not distinct from x.by_staff_account_id
      and o.web_user_id is not distinct from x.web_user_id)`)

/** Names in memory are those of contacts and memberships that have moved. */
export const increaseNamesVersion = (db: Db, { serviceCompanyId }: ContactKeys): Promise<number> =>
  db.run(sql`update service_company set names_version = names_version + 1 where id = ${serviceCompanyId}`)

/** Where the rows of each kind are. */
const tablesOf: Record<MergedKind, string[]> = {
  people: ['membership'],
  tickets: ['ticket'],
  contracts: ['activity_contract', 'service_contract'],
  subscriptions: ['recurring_advance'],
  invoices: ['invoice'],
  estimates: ['estimate'],
  reports: ['activity_report'],
  documents: ['document'],
  assets: ['wiki_element'],
  documentsToSign: ['signing_document'],
  bookings: ['planned_activity', 'booking_invitation'],
  files: ['file'],
}

/** What is left of the hours of contact `c` that hold now. */
const residualMinutes = (now: Date): Sql => {
  const ofIt = (alias: string) => sql`${samePortal(alias, 'c')} and ${raw(alias)}.contact_id = c.id`
  return sql`coalesce((select sum(left_over)::int from (
    select ${residual('activity_contract', 'a')} as left_over from activity_contract a
      where ${ofIt('a')} and a.in_hours and a.starts_at <= ${now} and a.ends_at > ${now}
    union all
    select ${residual('contract_package', 'k')} from contract_package k
      join service_contract s on ${sameContact('s', 'k')} and s.id = k.service_contract_id
      where ${ofIt('k')} and k.in_hours and s.status = ${activeStatus} and s.active_from <= ${now}
        and (s.active_to is null or s.active_to > ${now})) x), 0)`
}

const sideOf = (db: Db, contact: ContactKeys, now: Date): Promise<CustomerMergeLook['into']> =>
  db.one(sql`select c.id, c.company_name as "companyName", c.external_id as "externalId", c.vat_number as "vatNumber",
      c.fiscal_code as "fiscalCode", c.address, c.phone, c.email, instant(c.archived_at) as "archivedAt",
      c.second_factor_required as "secondFactorRequired", ${residualMinutes(now)} as "residualMinutes"
    from contact c where c.service_company_id = ${contact.serviceCompanyId} and c.portal_id = ${contact.portalId}
      and c.id = ${contact.contactId}`)

const flagNames = (alias: string): Sql =>
  raw(
    `array_remove(array[${flags.map(flag => `case when ${alias}.${columnName(flag)} then '${flag}' end`).join(', ')}], null)`,
  )

const peopleOf = (db: Db, from: ContactKeys, into: ContactKeys): Promise<CustomerMergeLook['people']> =>
  db.many(sql`select m.web_user_id as "webUserId", m.referent_name as "referentName", m.active, ${flagNames('m')} as flags,
      case when o.id is not null then json_build_object('referentName', o.referent_name, 'active', o.active,
        'flags', ${flagNames('o')}) end as into
    from membership m left join membership o on ${ofContact(into, 'o')} and ${sameCompany('o', 'm')} and o.web_user_id = m.web_user_id
    where ${ofContact(from, 'm')} order by lower(m.referent_name), m.id`)

/** The counts of a contact's rows, by kind. */
const countRows = (db: Db, contact: ContactKeys, now: Date) => {
  const counts = Object.entries(tablesOf).map(([kind, tables]) => {
    const sums = tables.map(table => sql`(select count(*)::int from ${raw(table)} x where ${ofContact(contact, 'x')})`)
    return sql`${join(sums, ' + ')} as ${raw(`"${kind}"`)}`
  })
  return db.one<
    Record<MergedKind | 'signed' | 'openSignatures' | 'openTickets', number>
  >(sql`select ${join(counts, ', ')},
    (select count(*)::int from signing_document x where ${ofContact(contact, 'x')} and x.status = 'signed') as signed,
    (select count(*)::int from signing_document x where ${ofContact(contact, 'x')} and x.status = 'unsigned'
      and (x.valid_until is null or x.valid_until > ${now})) as "openSignatures",
    (select count(*)::int from ticket x where ${ofContact(contact, 'x')} and x.task_status <> 2) as "openTickets"`)
}

/** What a merge will do, but for its version. */
export const lookOf = async (
  db: Db,
  from: ContactKeys,
  into: ContactKeys,
  now: Date,
): Promise<Omit<CustomerMergeLook, 'version'>> => {
  const { signed, openSignatures, openTickets, ...counts } = await countRows(db, from, now)
  return {
    customer: await sideOf(db, from, now),
    into: await sideOf(db, into, now),
    moves: (Object.entries(counts) as [MergedKind, number][])
      .map(([kind, count]) => ({ kind, count }))
      .filter(({ count }) => count > 0),
    signed,
    openSignatures,
    openTickets,
    people: await peopleOf(db, from, into),
  }
}
