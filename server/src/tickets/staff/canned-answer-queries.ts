import type { Language } from '@portico/contract/language'
import type { CannedAnswer } from '@portico/contract/staff/canned-answers'
import type { StoredFile } from '../../files/queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { byName } from '../../kernel/database/search-words.ts'
import { failAt } from '../../kernel/errors/fail.ts'
import type { ReceivedFile } from '../../kernel/files/receive-file.ts'
import type { FileRow } from '../queries.ts'
import { visibleToStaff } from './list-queries.ts'

/** How long an upload for a canned answer waits for its use, in milliseconds. */
export const CANNED_UPLOAD_LIFETIME = 24 * 3_600_000

/** A text in each language; null: not in this one. */
export type Texts = Record<Language, string | null>

/** A canned answer as the database returns it. */
export type CannedAnswerRow = Omit<CannedAnswer, 'files' | 'editable'> & { files: FileRow[] }

const visible = (scope: StaffScope): Sql => sql`a.service_company_id = ${scope.serviceCompanyId}
  and (a.portal_id is null or ${scope.portalIds}::bigint[] is null or a.portal_id = any(${scope.portalIds}::bigint[]))`

const columns = sql`select a.id, a.name, a.shortcut, a.portal_id as "portalId", instant(a.changed_at) as "changedOn",
    json_build_object('it-IT', a.text_it, 'en-EN', a.text_en, 'es-ES', a.text_es) as texts,
    (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.position), '[]')
      from canned_answer_file f where ${sameCompany('f', 'a')} and f.canned_answer_id = a.id) as files,
    md5(jsonb_build_array(a.name, a.shortcut, a.portal_id, a.text_it, a.text_en, a.text_es, array(select f.id
      from canned_answer_file f where ${sameCompany('f', 'a')} and f.canned_answer_id = a.id order by f.position))::text) as version
  from canned_answer a`

/** The canned answers of every portal and of those that the account works for, by name. */
export const cannedAnswersOf = async (db: Db, scope: StaffScope): Promise<CannedAnswerRow[]> =>
  byName(await db.many<CannedAnswerRow>(sql`${columns} where ${visible(scope)} order by a.id`), ({ name }) => name)

/** A canned answer that the account may see. */
export const cannedAnswerOf = (db: Db, scope: StaffScope, id: number): Promise<CannedAnswerRow | undefined> =>
  db.maybe(sql`${columns} where ${visible(scope)} and a.id = ${id}`)

/** Lets changes of a company's canned answers happen one after the other. */
export const lockCannedAnswers = (db: Db, { serviceCompanyId }: StaffScope): Promise<number> =>
  db.run(sql`select from service_company where id = ${serviceCompanyId} for no key update`)

/** How many canned answers the company has, and the id of the one with this shortcut. */
export const cannedAnswersBeside = (
  db: Db,
  scope: StaffScope,
  shortcut: string,
): Promise<{ count: number; sameShortcut: number | null }> =>
  db.one(sql`select count(*) as count, max(id) filter (where shortcut = ${shortcut}) as "sameShortcut"
    from canned_answer where service_company_id = ${scope.serviceCompanyId}`)

/** What is stored of a canned answer, beside its files. */
export type StoredCannedAnswer = { name: string; shortcut: string; portalId: number | null; texts: Texts; now: Date }

/** Inserts a canned answer without files; returns its id. */
export const insertCannedAnswer = async (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  { name, shortcut, portalId, texts, now }: StoredCannedAnswer,
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into canned_answer
      (service_company_id, portal_id, name, shortcut, text_it, text_en, text_es, changed_at)
    values (${serviceCompanyId}, ${portalId}, ${name}, ${shortcut}, ${texts['it-IT']}, ${texts['en-EN']}, ${texts['es-ES']}, ${now})
    returning id`)
  return id
}

export const updateCannedAnswer = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
  { name, shortcut, portalId, texts, now }: StoredCannedAnswer,
): Promise<number> =>
  db.run(sql`update canned_answer set portal_id = ${portalId}, name = ${name}, shortcut = ${shortcut}, text_it = ${texts['it-IT']},
      text_en = ${texts['en-EN']}, text_es = ${texts['es-ES']}, changed_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = ${id}`)

const keysOf = async (db: Db, statement: Sql): Promise<string[]> =>
  (await db.many<{ key: string }>(statement)).map(({ key }) => key)

/** Removes a canned answer; returns the storage keys of its files. */
export const deleteCannedAnswer = async (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<string[]> => {
  const keys = await keysOf(
    db,
    sql`delete from canned_answer_file where service_company_id = ${serviceCompanyId} and canned_answer_id = ${id}
      returning storage_key as key`,
  )
  await db.run(sql`delete from canned_answer where service_company_id = ${serviceCompanyId} and id = ${id}`)
  return keys
}

/**
 * Gives a canned answer these files, in this order: some that it has, and unused uploads of the account. Returns the storage keys of those
 * that it has no more; `not_found` at `body.files` when any is not there.
 */
export const setCannedFiles = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffScope,
  id: number,
  { ids, now }: { ids: number[]; now: Date },
): Promise<string[]> => {
  const since = new Date(now.getTime() - CANNED_UPLOAD_LIFETIME)
  const found = await db.run(sql`update canned_answer_file f set canned_answer_id = ${id}, position = x.position
    from unnest(${ids}::bigint[]) with ordinality as x (id, position)
    where f.service_company_id = ${serviceCompanyId} and f.id = x.id and (f.canned_answer_id = ${id}
      or (f.canned_answer_id is null and f.uploader_staff_account_id = ${staffAccountId} and f.created_at > ${since}))`)
  if (found !== ids.length) failAt('not_found', 'body.files', 'names a file that is not there')
  return keysOf(
    db,
    sql`delete from canned_answer_file where service_company_id = ${serviceCompanyId} and canned_answer_id = ${id}
      and id <> all(${ids}::bigint[]) returning storage_key as key`,
  )
}

/** Gives a canned answer a file that none uses yet. */
export const attachCannedFile = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  id: number,
  fileId: number,
): Promise<number> =>
  db.run(sql`update canned_answer_file set canned_answer_id = ${id}, position = 1
    where service_company_id = ${serviceCompanyId} and id = ${fileId} and canned_answer_id is null`)

/** Counts the account's uploads that no canned answer uses yet. */
export const countCannedUploads = async (db: Db, { serviceCompanyId, staffAccountId }: StaffScope): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from canned_answer_file
    where service_company_id = ${serviceCompanyId} and uploader_staff_account_id = ${staffAccountId} and canned_answer_id is null`)
  return count
}

/** Inserts the row of a stored file for canned answers that nothing uses yet; returns its id. */
export const insertCannedFile = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: { serviceCompanyId: number; staffAccountId: number | null },
  { file, storageKey, now }: { file: ReceivedFile; storageKey: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into canned_answer_file (service_company_id, id, name, media_type, inline,
      size, sha256, storage_key, uploader_staff_account_id, created_at)
    values (${serviceCompanyId}, nextval(pg_get_serial_sequence('file', 'id')), ${file.name}, ${file.mediaType}, ${file.inline},
      ${file.size}, decode(${file.sha256}, 'hex'), ${storageKey}, ${staffAccountId}, ${now})
    returning id`)
  return id
}

/** Deletes uploads for canned answers that were made before a time and nothing uses; returns their storage keys. */
export const deleteUnusedCannedFiles = (db: Db, before: Date): Promise<string[]> =>
  keysOf(
    db,
    sql`delete from canned_answer_file where canned_answer_id is null and created_at < ${before} returning storage_key as key`,
  )

/** Finds a file that the account may open: of a canned answer that it may see, or an unused upload of its own. */
export const cannedFileOf = (db: Db, scope: StaffScope, fileId: number): Promise<StoredFile | undefined> =>
  db.maybe(sql`select f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey"
    from canned_answer_file f left join canned_answer a on ${sameCompany('a', 'f')} and a.id = f.canned_answer_id
    where f.service_company_id = ${scope.serviceCompanyId} and f.id = ${fileId}
      and (${visible(scope)} or (a.id is null and f.uploader_staff_account_id = ${scope.staffAccountId}))`)

/** A stored file of a canned answer with what its copies have too. */
export type CannedFile = ReceivedFile & { id: number; storageKey: string }

/** The files of a canned answer, in their order. */
export const cannedFilesOf = (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<CannedFile[]> =>
  db.many(sql`select f.id, f.name, f.media_type as "mediaType", f.inline, f.size, encode(f.sha256, 'hex') as sha256,
      f.storage_key as "storageKey"
    from canned_answer_file f where f.service_company_id = ${serviceCompanyId} and f.canned_answer_id = ${id} order by f.position`)

/** What canned answers can take from a ticket. The person is who raised it, else who of the customer wrote last. */
export type TicketFacts = TicketKeys & {
  ticketNumber: number
  title: string
  customer: string
  person: string | null
  language: Language | null
  timeZone: string
  technician: string
  /** When the next visit for the ticket begins, or else the next one of the customer. */
  visitOn: Date | null
}

/** Reads what a canned answer can take from a ticket; undefined if the account may not see it. */
export const ticketFactsOf = (
  db: Db,
  scope: StaffScope,
  ticketId: number,
  now: Date,
): Promise<TicketFacts | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId", t.contact_id as "contactId",
      t.id as "ticketId", t.ticket_number as "ticketNumber", t.title, c.company_name as customer, m.referent_name as person,
      u.language, p.time_zone as "timeZone", s.display_name as technician,
      (select v.starts_at from planned_activity v where ${sameContact('v', 't')} and v.starts_at > ${now}
        and coalesce(v.status, 'planned') = 'planned'
        order by v.ticket_id is not distinct from t.id desc, v.starts_at, v.id limit 1) as "visitOn"
    from ticket t
    join portal p on ${sameCompany('p', 't')} and p.id = t.portal_id
    join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
    join staff_user s on ${sameCompany('s', 't')} and s.id = ${scope.staffUserId}
    left join membership m on ${sameContact('m', 't')} and m.web_user_id = coalesce(t.creator_web_user_id, (
      select k.sender_web_user_id from comment k where ${sameContact('k', 't')} and k.ticket_id = t.id
        and k.sender_web_user_id is not null order by k.creation_date desc, k.id desc limit 1))
    left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where ${visibleToStaff(scope)} and t.id = ${ticketId}`)
