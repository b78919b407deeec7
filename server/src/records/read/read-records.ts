import { type Db, empty, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Page, Paged } from '../../kernel/database/pagination.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Line, RecordType } from '../definition/record-type.ts'
import { isMember, type TenantScope } from '../definition/tenant-scope.ts'
import { withImageNames } from '../files/embedded-images.ts'
import { computedColumn, lineColumn } from './read-columns.ts'

/**
 * A file in a line that was read: in place of a path it has the SHA-256 of its content in hex and its storage key. The hash of a
 * picture is not stored.
 */
export type ReadFile = { name: string; size: number; mediaType: string; sha256?: string; storageKey: string }

/** Whether a value of a line that was read is a file. */
export const isReadFile = (value: unknown): value is ReadFile =>
  typeof value === 'object' && value !== null && 'storageKey' in value

/**
 * A record that was read: `line` is the import line that would write it, with defaults filled in and files as {@link ReadFile}; `computed`
 * are its fields that no line has. An export does not read these.
 */
export type ReadRecord = {
  id: number
  externalId: string
  changedAt: Date
  line: Line
  computed?: Record<string, unknown>
}

/** With `secrets`, lines contain password hashes and keys, which `secrets` decrypts. */
type Options = { secrets?: Secrets | undefined }

type Read = ReadRecord & { line: Line & { attachments?: (ReadFile & { id?: number })[] } }

const selects = new Map<string, Sql>()

/** The select list of a record type. The text never varies, so that the prepared statement is reused. */
const selectOf = (
  recordType: RecordType,
  { withSecrets = false, withComputed = false }: { withSecrets?: boolean; withComputed?: boolean },
): Sql => {
  const key = `${recordType.type} ${withSecrets} ${withComputed}`
  const known = selects.get(key)
  if (known) return known
  const select = raw(`t.id, t.external_id as "externalId", t.changed_at as "changedAt",
    ${lineColumn(recordType, withSecrets)} as line${withComputed ? `, ${computedColumn(recordType)} as computed` : ''}`)
  selects.set(key, select)
  return select
}

/** The columns of {@link ReadRecord} for the row `t`, without its keys; pass the rows to {@link finish}. */
export const recordColumns = (recordType: RecordType): Sql => selectOf(recordType, { withComputed: true })

/** SQL: the records of a type within the tenant scope. */
const recordsWithin = (recordType: RecordType, { company, portals }: TenantScope): Sql => {
  const { level, defines, rows, person, wholeCompany } = recordType
  const ofCompany = raw(level === 'installation' ? 't.id' : 't.service_company_id')
  const portal = defines === 'portal' ? 't.id' : level === 'portal' || level === 'contact' ? 't.portal_id' : undefined
  if (wholeCompany && portals) return sql`${raw(recordType.table)} t where false`
  const ofPortals = portal
    ? sql`(${portals ?? null}::bigint[] is null or ${raw(portal)} = any(${portals ?? null}::bigint[]))`
    : person
      ? isMember(person, portals)
      : sql`true`
  return sql`${raw(recordType.table)} t where ${ofCompany} = ${company} and ${ofPortals} and ${raw(rows ?? 'true')}`
}

/** Completes lines that were read: replaces image ids by attachment names, and decrypts keys. */
export const finish = <Row extends ReadRecord>(
  recordType: RecordType,
  rows: Row[],
  { secrets }: Options = {},
): Row[] => {
  const { message, keyPurpose } = recordType
  for (const { line } of rows as Read[]) {
    if (message && line.attachments) {
      const images = line.attachments.map(({ id = 0, name }) => ({ id, name }))
      line[message.field] = withImageNames(String(line[message.field]), images)
      for (const file of line.attachments) delete file.id
    }
    if (secrets && keyPurpose !== undefined && typeof line.key === 'string')
      line.key = secrets.decrypt(line.key, keyPurpose)
  }
  return rows
}

/** Reads records of a type by external id, in no particular order; omits those that do not exist or are out of scope. */
export const readRecords = async (
  db: Db,
  recordType: RecordType,
  tenantScope: TenantScope,
  externalIds: string[],
  options: Options = {},
): Promise<ReadRecord[]> => {
  const rows =
    await db.many<ReadRecord>(sql`select ${selectOf(recordType, { withSecrets: options.secrets !== undefined, withComputed: true })}
    from ${recordsWithin(recordType, tenantScope)} and t.external_id = any(${externalIds})`)
  return finish(recordType, rows, options)
}

/** The sort order of {@link readRecordPage}, for `readPage`. */
export const recordOrder = { changedAt: { by: 't.changed_at', type: 'timestamptz' } } as const

/**
 * A page of a type's records, sorted by last change, for `answerPage`; `since` includes records changed at that very instant. `filter`
 * begins with `and`.
 */
export const readRecordPage = async (
  db: Db,
  recordType: RecordType,
  tenantScope: TenantScope,
  {
    page,
    changedSince,
    filter = empty,
    ...options
  }: Options & { page: Page; changedSince?: Date | undefined; filter?: Sql },
): Promise<Paged<ReadRecord>[]> => {
  const since = changedSince ?? new Date(0)
  const rows = await db.many<
    Paged<ReadRecord>
  >(sql`select ${selectOf(recordType, { withSecrets: options.secrets !== undefined, withComputed: true })}, ${page.key}
    from ${recordsWithin(recordType, tenantScope)} and t.changed_at >= ${since} and ${page.after} ${filter}
    order by ${page.order} limit ${page.limit}`)
  return finish(recordType, rows, options)
}

/**
 * The columns by which an export sorts records. Lists show records of the same date in the order of their ids, so an export keeps that
 * order.
 */
const madeOrder = ({ level, exportsById }: RecordType): string[] => {
  if (level === 'contact' && !exportsById) return ['t.portal_id', 't.contact_id', 't.id']
  return level === 'portal' ? ['t.portal_id', 't.id'] : ['t.id']
}

/** Every record of a type in a service company, page by page; records of one list come in the order in which they were created. */
export async function* everyRecord(
  db: Db,
  recordType: RecordType,
  company: number,
  { pageSize, ...options }: Options & { pageSize: number },
): AsyncGenerator<ReadRecord[]> {
  const order = madeOrder(recordType)
  const columns = raw(order.join(', '))
  let after = order.map(() => 0)
  while (true) {
    const rows = await db.many<ReadRecord & { standing: number[] }>(sql`select
        ${selectOf(recordType, { withSecrets: options.secrets !== undefined })}, array[${columns}] as standing
      from ${recordsWithin(recordType, { company })} and (${columns}) > (${join(after)})
      order by ${columns} limit ${pageSize}`)
    if (rows.length > 0) yield finish(recordType, rows, options)
    if (rows.length < pageSize) return
    after = rows.at(-1)?.standing ?? after
  }
}
