import type { Language } from '@portico/contract/language'
import type {
  GuessedField,
  PublishBatch,
  PublishCustomer,
  PublishFind,
  PublishItem,
  PublishKind,
  PublishRefusal,
} from '@portico/contract/staff/publishing'
import { undoMinutes } from '@portico/contract/staff/publishing'
import type { StoredFile } from '../files/queries.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { ReceivedFile } from '../kernel/files/receive-file.ts'
import { visibleToStaff, withinStaffPortals } from '../tickets/staff/list-queries.ts'

/** What was read from a file, as it is stored. */
export type ItemFacts = {
  read?: NonNullable<PublishItem['read']>
  signature?: NonNullable<PublishItem['signature']>
  /** Bare numbers that an electronic invoice gives its client. */
  clientNumbers?: string[]
}

type StoredRefusal = { code: PublishRefusal; field?: string | undefined; customer?: string | null }

/** A row as it is stored when its file has been read. */
export type NewItem = {
  state: 'open' | 'refused'
  fileName: string
  size?: number | null
  pages?: number | null
  fileId?: number | null
  originalId?: number | null
  recordKey?: string | null
  facts?: ItemFacts
  kind?: PublishKind | null
  portalId?: number | null
  contactId?: number | null
  foundBy?: PublishFind | null
  matches?: number[]
  number?: string | null
  day?: string | null
  total?: number | null
  title?: string | null
  ticketId?: number | null
  guessed?: GuessedField[]
  refusal?: StoredRefusal | null
  mayRepeat?: boolean
}

/** Condition for the rows of `table` that belong to the account. */
const own = (scope: StaffScope, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${scope.serviceCompanyId} and ${raw(alias)}.staff_account_id = ${scope.staffAccountId}`

/** Inserts the row of a stored file; returns its id. */
export const insertPublishFile = async (
  db: Db,
  scope: StaffScope,
  { file, storageKey, now }: { file: Omit<ReceivedFile, 'kind'>; storageKey: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into publish_file (service_company_id, staff_account_id, name, media_type, inline, size, sha256,
      storage_key, created_at)
    values (${scope.serviceCompanyId}, ${scope.staffAccountId}, ${file.name}, ${file.mediaType}, ${file.inline}, ${file.size},
      decode(${file.sha256}, 'hex'), ${storageKey}, ${now}) returning id`)
  return id
}

/** Inserts a row of the list; returns its id. */
export const insertItem = async (db: Db, scope: StaffScope, item: NewItem, now: Date): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into publish_item (service_company_id, staff_account_id, state, file_name, size, pages, file_id,
      original_id, record_key, facts, kind, portal_id, contact_id, found_by, matches, number, day, total, title, ticket_id, guessed,
      refusal, may_repeat, created_at, changed_at)
    values (${scope.serviceCompanyId}, ${scope.staffAccountId}, ${item.state}, ${item.fileName}, ${item.size ?? null},
      ${item.pages ?? null}, ${item.fileId ?? null}, ${item.originalId ?? null}, ${item.recordKey ?? null},
      ${JSON.stringify(item.facts ?? {})}::jsonb, ${item.kind ?? null}, ${item.portalId ?? null}, ${item.contactId ?? null},
      ${item.foundBy ?? null}, ${item.matches ?? []}, ${item.number ?? null}, ${item.day ?? null}, ${item.total ?? null},
      ${item.title ?? null}, ${item.ticketId ?? null}, ${item.guessed ?? []},
      ${item.refusal ? JSON.stringify(item.refusal) : null}::jsonb, ${item.mayRepeat ?? false}, ${now}, ${now}) returning id`)
  return id
}

/** Counts the rows of the account that wait or were not taken. */
export const countItems = async (db: Db, scope: StaffScope): Promise<number> => {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from publish_item i where ${own(scope, 'i')} and i.state <> 'published'`,
  )
  return count
}

/** Whether a file with these bytes waits in the list of the account. */
export const isWaiting = async (db: Db, scope: StaffScope, sha256: string): Promise<boolean> =>
  (await db.maybe(sql`select 1 from publish_item i
    join publish_file f on ${sameCompany('f', 'i')} and f.id = coalesce(i.original_id, i.file_id)
    where ${own(scope, 'i')} and i.state = 'open' and f.sha256 = decode(${sha256}, 'hex') limit 1`)) !== undefined

/** A row with all that its screen, its rules and its record need. */
export type ItemRow = {
  id: number
  state: 'open' | 'refused' | 'published'
  fileName: string
  size: number | null
  pages: number | null
  recordKey: string | null
  facts: ItemFacts
  kind: PublishKind | null
  portalId: number | null
  contactId: number | null
  portal: PublishItem['portal']
  portalExternalId: string | null
  /** The time zone of the portal. */
  timeZone: string | null
  customer: (PublishCustomer & { externalId: string; vatNumber: string | null; fiscalCode: string | null }) | null
  foundBy: PublishFind | null
  matches: number[]
  choices: PublishCustomer[]
  number: string | null
  date: string | null
  total: number | null
  title: string | null
  ticket: (NonNullable<PublishItem['ticket']> & { externalId: string }) | null
  signers: (PublishItem['signers'][number] & { language: Language | null })[]
  signDays: number
  guessed: GuessedField[]
  held: boolean
  isCustomerConfirmed: boolean
  refusal: StoredRefusal | null
  mayRepeat: boolean
  batchId: number | null
  recordIds: number[]
  file: StoredPublishFile | null
  original: StoredPublishFile | null
}

/** A file of the list, with what a record needs to take a copy. */
export type StoredPublishFile = StoredFile & { sha256: string; inline: boolean }

const portalJson = (alias: string): Sql => {
  const column = (name: string) => raw(`${alias}.${name}`)
  return sql`json_build_object('id', ${column('id')}, 'webPortalKey', ${column('web_portal_key')},
    'name', ${column('web_portal_name')}, 'baseColor', ${column('base_color')})`
}

const fileJson = (alias: string): Sql => {
  const column = (name: string) => raw(`${alias}.${name}`)
  return sql`case when ${column('id')} is not null then json_build_object('id', ${column('id')}, 'name', ${column('name')},
    'mediaType', ${column('media_type')}, 'inline', ${column('inline')}, 'size', ${column('size')},
    'storageKey', ${column('storage_key')}, 'sha256', encode(${column('sha256')}, 'hex')) end`
}

const selectItems = (
  scope: StaffScope,
  condition: Sql,
): Sql => sql`select i.id, i.state, i.file_name as "fileName", i.size, i.pages,
    i.record_key as "recordKey", i.facts, i.kind, i.portal_id as "portalId", i.contact_id as "contactId",
    case when p.id is not null then ${portalJson('p')} end as portal, p.external_id as "portalExternalId",
    p.time_zone as "timeZone",
    case when c.id is not null then json_build_object('id', c.id, 'companyName', c.company_name, 'portal', ${portalJson('p')},
      'externalId', c.external_id, 'vatNumber', c.vat_number, 'fiscalCode', c.fiscal_code) end as customer,
    i.found_by as "foundBy", i.matches,
    (select coalesce(json_agg(json_build_object('id', m.id, 'companyName', m.company_name, 'portal', ${portalJson('mp')})
        order by array_position(i.matches, m.id)), '[]')
      from contact m join portal mp on ${sameCompany('mp', 'm')} and mp.id = m.portal_id
      where ${withinStaffPortals(scope, 'm')} and m.id = any(i.matches)) as choices,
    i.number, i.day as date, i.total, i.title,
    (select json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title, 'externalId', t.external_id) from ticket t
      where ${visibleToStaff(scope)} and t.portal_id = i.portal_id and t.contact_id = i.contact_id and t.id = i.ticket_id) as ticket,
    (select coalesce(json_agg(json_build_object('webUserId', m.web_user_id, 'name', m.referent_name, 'email', u.email, 'phone', u.phone,
          'language', u.language)
        order by array_position(i.signer_ids, m.web_user_id)), '[]')
      from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
      where ${sameContact('m', 'i')} and m.active
        and m.web_user_id = any(i.signer_ids)) as signers,
    i.sign_days as "signDays", i.guessed, i.held, i.customer_confirmed as "isCustomerConfirmed", i.refusal,
    i.may_repeat as "mayRepeat", i.batch_id as "batchId", i.record_ids as "recordIds", ${fileJson('f')} as file, ${fileJson('o')} as original
  from publish_item i
  left join portal p on ${sameCompany('p', 'i')} and p.id = i.portal_id
    and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))
  left join contact c on ${sameCompany('c', 'i')} and c.portal_id = p.id and c.id = i.contact_id
  left join publish_file f on ${sameCompany('f', 'i')} and f.id = i.file_id
  left join publish_file o on ${sameCompany('o', 'i')} and o.id = i.original_id
  where ${own(scope, 'i')} and ${condition} order by i.id`

/** The rows of the account that wait or were not taken, oldest first. */
export const itemsOf = (db: Db, scope: StaffScope): Promise<ItemRow[]> =>
  db.list(selectItems(scope, sql`i.state <> 'published'`))

/** Rows of the account by their ids, oldest first. */
export const itemsWithIds = (db: Db, scope: StaffScope, ids: number[]): Promise<ItemRow[]> =>
  db.list(selectItems(scope, sql`i.id = any(${ids}::bigint[])`))

/** One row of the account. */
export const itemOf = async (db: Db, scope: StaffScope, id: number): Promise<ItemRow | undefined> =>
  (await itemsWithIds(db, scope, [id]))[0]

/** One row of the account, locked until the transaction ends. */
export const lockItem = async (db: Db, scope: StaffScope, id: number): Promise<ItemRow | undefined> => {
  await db.run(sql`select from publish_item i where ${own(scope, 'i')} and i.id = ${id} for update`)
  return itemOf(db, scope, id)
}

/** The rows of a batch of the account. */
export const itemsOfBatch = (db: Db, scope: StaffScope, batchId: number): Promise<ItemRow[]> =>
  db.list(selectItems(scope, sql`i.batch_id = ${batchId}`))

/** The columns of a row that somebody can change. */
export type ItemChange = {
  state: 'open' | 'refused'
  kind: PublishKind | null
  portalId: number | null
  contactId: number | null
  foundBy: PublishFind | null
  number: string | null
  date: string | null
  total: number | null
  title: string | null
  ticketId: number | null
  signerIds: number[]
  signDays: number
  guessed: GuessedField[]
  held: boolean
  isCustomerConfirmed: boolean
  mayRepeat: boolean
}

/** Writes a row that is not published; returns whether there is one. */
export const updateItem = async (
  db: Db,
  scope: StaffScope,
  id: number,
  { now, ...item }: ItemChange & { now: Date },
): Promise<boolean> =>
  (await db.run(sql`update publish_item i set state = ${item.state}, kind = ${item.kind}, portal_id = ${item.portalId},
    contact_id = ${item.contactId}, found_by = ${item.foundBy}, number = ${item.number}, day = ${item.date}, total = ${item.total},
    title = ${item.title}, ticket_id = ${item.ticketId}, signer_ids = ${item.signerIds}, sign_days = ${item.signDays},
    guessed = ${item.guessed}, held = ${item.held}, customer_confirmed = ${item.isCustomerConfirmed}, may_repeat = ${item.mayRepeat},
    refusal = case when ${item.state} = 'refused' then refusal end, changed_at = ${now}
    where ${own(scope, 'i')} and i.id = ${id} and i.state <> 'published'`)) > 0

/** Marks a row as published, or as waiting again. */
export const setPublished = async (
  db: Db,
  scope: StaffScope,
  id: number,
  { batchId, recordIds, now }: { batchId: number | null; recordIds: number[]; now: Date },
): Promise<void> => {
  await db.run(sql`update publish_item i set state = ${batchId === null ? 'open' : 'published'}, batch_id = ${batchId},
    record_ids = ${recordIds}, held = ${batchId === null}, changed_at = ${now} where ${own(scope, 'i')} and i.id = ${id}`)
}

/** Takes rows that are not published off the list of the account. */
export const deleteItems = async (db: Db, scope: StaffScope, ids: number[]): Promise<void> => {
  await db.run(
    sql`delete from publish_item i where ${own(scope, 'i')} and i.id = any(${ids}::bigint[]) and i.state <> 'published'`,
  )
}

/** Deletes files that no row holds and that are older than a moment; returns their storage keys. */
export const deleteUnheldFiles = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db.many<{ storageKey: string }>(sql`delete from publish_file f where f.created_at < ${before}
    and not exists (select from publish_item i where ${sameCompany('i', 'f')} and i.file_id = f.id)
    and not exists (select from publish_item i where ${sameCompany('i', 'f')} and i.original_id = f.id)
    returning f.storage_key as "storageKey"`)
  return rows.map(({ storageKey }) => storageKey)
}

/** Deletes rows that nobody has published since a moment, and those that were published before another. */
export const deleteOldItems = async (
  db: Db,
  { waitingBefore, publishedBefore }: { waitingBefore: Date; publishedBefore: Date },
): Promise<void> => {
  await db.run(sql`delete from publish_item i where i.state <> 'published' and i.changed_at < ${waitingBefore}
    or i.state = 'published' and i.changed_at < ${publishedBefore}`)
  await db.run(sql`delete from publish_batch b where b.published_at < ${publishedBefore}`)
}

/** A file of the account's list. */
export const publishFileOf = (db: Db, scope: StaffScope, fileId: number): Promise<StoredFile | undefined> =>
  db.maybe(sql`select f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey" from publish_file f
    where ${own(scope, 'f')} and f.id = ${fileId}`)

/** Inserts a batch; returns its id. */
export const insertBatch = async (
  db: Db,
  scope: StaffScope,
  { notify, now }: { notify: boolean; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into publish_batch (service_company_id, staff_account_id, notify, published_at)
    values (${scope.serviceCompanyId}, ${scope.staffAccountId}, ${notify}, ${now}) returning id`)
  return id
}

/** Deletes a batch that nothing was published with. */
export const deleteEmptyBatch = async (db: Db, scope: StaffScope, batchId: number): Promise<void> => {
  await db.run(sql`delete from publish_batch b where ${own(scope, 'b')} and b.id = ${batchId} and not exists (select from publish_item i
    where ${sameCompany('i', 'b')} and i.batch_id = b.id)`)
}

/** The batches of the account since a moment that still have rows, newest first. */
export const batchesOf = (db: Db, scope: StaffScope, since: Date): Promise<PublishBatch[]> =>
  db.list(sql`select * from (select b.id, instant(b.published_at) as "publishedOn",
      instant(b.published_at + make_interval(mins => ${undoMinutes})) as "undoUntil", b.notify,
      (select count(*) from publish_item i where ${sameCompany('i', 'b')} and i.batch_id = b.id
        and i.state = 'published') as count
    from publish_batch b where ${own(scope, 'b')} and b.published_at > ${since}) b where b.count > 0 order by b.id desc`)

/** When a batch of the account was published. */
export const batchOf = (db: Db, scope: StaffScope, batchId: number): Promise<{ publishedAt: Date } | undefined> =>
  db.maybe(
    sql`select b.published_at as "publishedAt" from publish_batch b where ${own(scope, 'b')} and b.id = ${batchId}`,
  )

/** Notes when a batch was taken back. */
export const setUndone = async (db: Db, scope: StaffScope, batchId: number, now: Date): Promise<void> => {
  await db.run(sql`update publish_batch b set undone_at = ${now} where ${own(scope, 'b')} and b.id = ${batchId}`)
}

/** Marks a row as not taken, with the reason. */
export const setRefused = async (
  db: Db,
  scope: StaffScope,
  id: number,
  refusal: StoredRefusal,
  now: Date,
): Promise<void> => {
  await db.run(sql`update publish_item i set state = 'refused', refusal = ${JSON.stringify(refusal)}::jsonb, changed_at = ${now}
    where ${own(scope, 'i')} and i.id = ${id}`)
}
