import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, empty, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { containsPattern, fold, naturalOrder } from '../kernel/database/search-words.ts'

/** A company file with what its URL is signed from. */
export type DocumentRow = {
  id: number
  documentName: string
  createDate: string
  fileId: number
  fileName: string
  replacedOn: string | null
}

export const documentSort = {
  createDate: { by: 'd.create_date', type: 'timestamptz' },
  documentName: { by: 'd.name_order', type: 'text' },
} satisfies Record<string, SortColumn>

const columns = sql`d.id, d.document_name as "documentName", instant(d.create_date) as "createDate", f.id as "fileId",
  f.name as "fileName", instant(d.replaced_at) as "replacedOn"`
const source = sql`document d join file f on ${sameContact('f', 'd')} and f.id = d.file_id`

const filtered = (scope: Scope, q: string | undefined): Sql =>
  sql`${within(scope, 'd')} and d.withdrawn_at is null ${q?.trim() ? sql`and d.search_text like ${containsPattern(q)}` : empty}`

export const documentsOf = (db: Db, scope: Scope, q: string | undefined, page: Page): Promise<Paged<DocumentRow>[]> =>
  db.list(sql`select ${columns}, ${page.key} from ${source}
    where ${filtered(scope, q)} and ${page.after} order by ${page.order} limit ${page.limit}`)

export const countDocuments = (scope: Scope, q: string | undefined): Sql =>
  sql`select count(*) as count from document d where ${filtered(scope, q)}`

export const documentOf = (db: Db, scope: Scope, documentId: number): Promise<DocumentRow> =>
  db.one(sql`select ${columns} from ${source} where ${within(scope, 'd')} and d.id = ${documentId}`)

/** Counts the company files that this user has uploaded since a moment. */
export const countUploaded = async (db: Db, scope: Scope, since: Date): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from file
    where service_company_id = ${scope.serviceCompanyId} and uploader_web_user_id = ${scope.webUserId}
      and purpose = 'document' and created_at > ${since}`)
  return count
}

/** Inserts a company file that uses a stored upload; returns its id. */
export const insertDocument = async (
  db: Db,
  scope: Scope,
  { name, fileId, now }: { name: string; fileId: number; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`with claimed as (
      update file f set claimed = true where ${within(scope, 'f')} and f.id = ${fileId} returning f.id)
    insert into document (service_company_id, portal_id, contact_id, document_name, name_order, search_text, create_date, file_id)
    select ${scope.serviceCompanyId}, ${scope.portalId}, ${scope.contactId}, ${name}, ${naturalOrder(name)}, ${fold(name)}, ${now}, id from claimed
    returning id`)
  return id
}
