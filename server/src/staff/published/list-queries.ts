import {
  type PublishedFile,
  type PublishedFilter,
  type PublishedKind,
  publishedKinds,
} from '@portico/contract/staff/published'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../../kernel/database/pagination.ts'
import { searchQuery } from '../../kernel/database/search-words.ts'
import { nameContains, withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import { contactSources, type Source } from './sources.ts'

/** Filters of the list of published files. */
export type PublishedQuery = {
  q?: string | undefined
  kind?: PublishedFilter | undefined
  portal?: string | undefined
  contact?: number | undefined
  opened?: 'yes' | 'no' | undefined
  withdrawn?: '1' | undefined
}

/** A file as the database returns it; its URL is made later, of the beginning of its hash. */
export type ContentRow = { name: string; size: number; mediaType: string; hash: string }

/** A published file as the database returns it. */
export type PublishedRow = Omit<PublishedFile, 'file' | 'original'> & {
  file: ContentRow
  original: ContentRow | null
  recordId: number
}

export const publishedSort = {
  publishedOn: { by: 'p.published_at', type: 'timestamptz' },
} satisfies Record<string, SortColumn>

/** Ids of several tables in one order: the number of a kind makes each unique. */
export const publishedPageId = 'p.page_id'

const pageId = (kind: PublishedKind): Sql => raw(`t.id * ${publishedKinds.length} + ${publishedKinds.indexOf(kind)}`)

const literal = (word: PublishedKind | Source['purpose']): Sql => raw(`'${word}'`)

const fileOf = (id: Sql): Sql => sql`select from file f where ${sameContact('f', 't')} and f.id = ${id}`

const hasArrived: Sql = sql`exists (${fileOf(sql`t.file_id`)} and f.uploader_web_user_id is not null)`

const isOpened = (kind: PublishedKind): Sql => sql`exists (select from opening o
  where ${sameCompany('o', 't')} and o.kind = ${literal(kind)} and o.record_id = t.id)`

/** The conditions that all kinds share. */
const narrowed = (scope: StaffScope, kind: PublishedKind, { portal, opened, withdrawn }: PublishedQuery): Sql[] => {
  const conditions = [withinStaffPortals(scope, 't')]
  if (portal !== undefined)
    conditions.push(sql`t.portal_id = (select p.id from portal p
      where p.service_company_id = ${scope.serviceCompanyId} and p.web_portal_key = ${portal})`)
  if (opened !== undefined) conditions.push(opened === 'yes' ? isOpened(kind) : sql`not ${isOpened(kind)}`)
  if (withdrawn) conditions.push(sql`t.withdrawn_at is not null`)
  return conditions
}

/** Lower case without the accents of our languages, as the index of file names has them. */
const FOLDED_NAME = raw(`translate(lower(f.name), 'àáâäãèéêëìíîïòóôöõùúûüñç', 'aaaaaeeeeiiiiooooouuuunc')`)

/**
 * Condition for records whose text or file name has words that begin with those typed, or whose customer's name contains the text. Ids are
 * looked up by indexes once: a comparison of each row took a second where a company has 200 000.
 */
const hasWords = (scope: StaffScope, { table, purpose }: Pick<Source, 'table' | 'purpose'>, q: string): Sql => {
  const company = scope.serviceCompanyId
  const words = searchQuery(company, q)
  const ofCustomers = sql`t.contact_id in (select c.id from contact c
    where c.service_company_id = ${company} and ${nameContains('c.company_name', q)})`
  if (!words) return ofCustomers
  return sql`(${ofCustomers} or t.id in (
    select s.id from ${raw(table)} s
      where s.service_company_id = ${company} and text_words(s.service_company_id, s.search_text) @@ ${words}::tsquery
    union all
    select s.id from file f join ${raw(table)} s on ${sameContact('s', 'f')} and s.file_id = f.id
      where f.service_company_id = ${company} and f.purpose = ${literal(purpose)}
        and text_words(f.service_company_id, ${FOLDED_NAME}) @@ ${words}::tsquery))`
}

const recordsOfContacts = (
  scope: StaffScope,
  kind: keyof typeof contactSources,
  filter: PublishedQuery & { id?: number | undefined },
): Sql => {
  const { table, title, number, revision, date, total, purpose, originalId } = contactSources[kind]
  const conditions = narrowed(scope, kind, filter)
  const { q, contact, id } = filter
  if (id !== undefined) conditions.push(sql`t.id = ${id}`)
  if (contact !== undefined) conditions.push(sql`t.contact_id = ${contact}`)
  if (kind === 'document' && filter.kind === 'arrived') conditions.push(hasArrived)
  if (kind === 'document' && filter.kind === 'document') conditions.push(sql`not ${hasArrived}`)
  if (q?.trim()) conditions.push(hasWords(scope, { table, purpose }, q))
  return sql`select ${literal(kind)} as kind, t.id, ${pageId(kind)} as page_id, t.service_company_id, t.portal_id, t.contact_id,
      t.published_at, t.replaced_at, t.withdrawn_at, ${title} as title, ${number} as number, ${revision} as revision, ${date} as date,
      ${total} as total, t.file_id, ${originalId} as original_id, null::json as own_file
    from ${raw(table)} t where ${join(conditions, ' and ')}`
}

const recordsOfPortals = (scope: StaffScope, filter: PublishedQuery & { id?: number | undefined }): Sql => {
  const conditions = narrowed(scope, 'publicFile', filter)
  if (filter.id !== undefined) conditions.push(sql`t.id = ${filter.id}`)
  if (filter.q?.trim()) conditions.push(nameContains('t.file_name', filter.q))
  return sql`select ${literal('publicFile')} as kind, t.id, ${pageId('publicFile')} as page_id, t.service_company_id, t.portal_id,
      null::bigint as contact_id, t.published_at, t.replaced_at, t.withdrawn_at, t.file_name as title, null::text as number,
      null::int as revision, null::timestamptz as date, null::numeric as total, null::bigint as file_id, null::bigint as original_id,
      json_build_object('name', t.file_name, 'size', t.size, 'mediaType', t.media_type,
        'hash', left(encode(t.sha256, 'hex'), 12)) as own_file
    from public_file t where ${join(conditions, ' and ')}`
}

/** Which kinds a filter can find. */
const kindsOf = ({ kind, contact }: PublishedQuery): PublishedKind[] => {
  if (kind === 'arrived') return ['document']
  const kinds = kind === undefined ? publishedKinds : [kind]
  return kinds.filter(one => one !== 'publicFile' || contact === undefined)
}

const recordsOf = (scope: StaffScope, kind: PublishedKind, filter: PublishedQuery & { id?: number }): Sql =>
  kind === 'publicFile' ? recordsOfPortals(scope, filter) : recordsOfContacts(scope, kind, filter)

const contentJson = (f: string): Sql =>
  raw(`json_build_object('name', ${f}.name, 'size', ${f}.size, 'mediaType', ${f}.media_type,
    'hash', left(encode(${f}.sha256, 'hex'), 12))`)

/** Completes the rows of alias `p` by their portal, customer, files and openings. */
const completed = (rows: Sql): Sql => sql`select p.kind, p.id as "recordId", p.page_id as id,
    case when c.id is not null then json_build_object('id', c.id, 'companyName', c.company_name) end as contact,
    json_build_object('id', g.id, 'webPortalKey', g.web_portal_key, 'name', g.web_portal_name, 'baseColor', g.base_color) as portal,
    p.title, p.number, p.revision, instant(p.date) as date, p.total,
    coalesce(p.own_file, ${contentJson('f')}) as file, case when n.id is not null then ${contentJson('n')} end as original,
    instant(p.published_at) as "publishedOn", instant(p.replaced_at) as "replacedOn", instant(p.withdrawn_at) as "withdrawnOn",
    case when m.web_user_id is not null then json_build_object('webUserId', m.web_user_id, 'referentName', m.referent_name) end
      as "arrivedFrom",
    (select count(distinct o.web_user_id) from opening o where ${sameCompany('o', 'p')} and o.kind = p.kind and o.record_id = p.id)
      as "openedBy",
    (select json_build_object('referentName', k.referent_name, 'at', instant(o.last_at)) from opening o
      join membership k on ${sameContact('k', 'o')} and k.web_user_id = o.web_user_id
      where ${sameCompany('o', 'p')} and o.kind = p.kind and o.record_id = p.id
      order by o.last_at desc, o.id desc limit 1) as "lastOpened",
    p.published_at::text as "pageKey"
  from (${rows}) p
  join portal g on ${sameCompany('g', 'p')} and g.id = p.portal_id
  left join contact c on ${samePortal('c', 'p')} and c.id = p.contact_id
  left join file f on ${sameContact('f', 'p')} and f.id = p.file_id
  left join file n on ${sameContact('n', 'p')} and n.id = p.original_id
  left join membership m on ${sameContact('m', 'p')} and m.web_user_id = f.uploader_web_user_id`

/** Reads one page of published files: the newest of each kind, of which the newest are taken. */
export const publishedOf = (
  db: Db,
  scope: StaffScope,
  filter: PublishedQuery,
  page: Page,
): Promise<Paged<PublishedRow>[]> => {
  const branches = kindsOf(filter).map(
    kind =>
      sql`(select * from (${recordsOf(scope, kind, filter)}) p where ${page.after} order by ${page.order} limit ${page.limit})`,
  )
  const newest = sql`select * from (${join(branches, ' union all ')}) p order by ${page.order} limit ${page.limit}`
  return db.list(sql`${completed(newest)} order by ${page.order}`)
}

export const countPublished = (scope: StaffScope, filter: PublishedQuery): Sql => {
  const branches = kindsOf(filter).map(kind => sql`select count(*) as n from (${recordsOf(scope, kind, filter)}) p`)
  return sql`select sum(n)::bigint as count from (${join(branches, ' union all ')}) counted`
}

/** One published file; undefined for one that is not there or beyond the scope. */
export const publishedFileOf = async (
  db: Db,
  scope: StaffScope,
  kind: PublishedKind,
  id: number,
): Promise<PublishedRow | undefined> => (await db.list<PublishedRow>(completed(recordsOf(scope, kind, { id }))))[0]
