import { hash } from 'node:crypto'
import type { Flag } from '@portico/contract/permissions'
import type { ImportFault, ImportKind, ImportRun, ImportState } from '@portico/contract/staff/imports'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { ReceivedFile } from '../../kernel/files/receive-file.ts'
import type { DecimalSign } from '../csv/csv-values.ts'
import { plainTitle } from '../csv/plain-title.ts'
import type { Sample } from '../table/table-work.ts'

/** How the columns of a table are matched. */
export type RunMapping = {
  columns: (string | null)[]
  by: ImportRun['columns'][number]['by'][]
  key: string
  flags: Flag[]
}

/** What somebody chose of how a file is read; `isSavedUsed`: the columns are matched as the last time. */
export type RunSettings = Partial<RunMapping> & {
  charset?: string
  separator?: string
  headerLine?: number
  decimal?: DecimalSign
  isSavedUsed?: boolean
}

/** Why a file cannot be read, or an import was broken off. */
export type RunFault = { code: ImportFault; line?: number | undefined }

/** An import with all that its calls need. */
export type RunRow = {
  id: number
  kind: ImportKind
  state: ImportState
  portal: ImportRun['portal']
  author: string
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  fileName: string
  size: number
  storageKey: string
  files: number
  settings: RunSettings
  sample: Sample | null
  fault: RunFault | null
  rows: number
  done: number
  refused: number
  skipped: number
  mended: number
  counts: ImportRun['counts']
  changes: ImportRun['changes']
}

/** Imports within the reach of an account: those of its portals; lines of JSON only for administrators of all portals. */
const within = ({ serviceCompanyId, portalIds, role }: StaffScope): Sql =>
  sql`r.service_company_id = ${serviceCompanyId} and (${portalIds ?? null}::bigint[] is null or r.portal_id = any(${portalIds ?? null}::bigint[]))
    and (r.portal_id is not null or ${role === 'administrator' && portalIds === null})`

const ofRun = 'service_company_id = r.service_company_id and import_run_id = r.id'

const columns: Sql = raw(`r.id, r.kind, r.state, r.author, instant(r.created_at) as "createdAt",
  instant(r.started_at) as "startedAt", instant(r.finished_at) as "finishedAt",
  case when p.id is not null then json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
    'baseColor', p.base_color) end as portal,
  f.name as "fileName", f.size, f.storage_key as "storageKey",
  (select count(*)::int from import_run_file where ${ofRun} and not is_first) as files,
  r.settings, r.sample, r.fault, r.row_count as rows, r.done, r.counts, r.changes,
  (select count(*)::int from import_run_row where ${ofRun} and code <> 'same') as refused,
  (select count(*)::int from import_run_row where ${ofRun} and code = 'same') as skipped,
  (select count(*)::int from import_run_cell where ${ofRun}) as mended`)

const from: Sql = raw(`import_run r
  join import_run_file f on ${sameCompany('f', 'r').sql} and f.import_run_id = r.id and f.is_first
  left join portal p on ${sameCompany('p', 'r').sql} and p.id = r.portal_id`)

/** An import within the reach of the account. */
export const runOf = (db: Db, scope: StaffScope, id: number): Promise<RunRow | undefined> =>
  db.maybe(sql`select ${columns} from ${from} where ${within(scope)} and r.id = ${id}`)

/** The newest imports within the reach of the account. */
export const runsOf = (db: Db, scope: StaffScope, limit: number): Promise<RunRow[]> =>
  db.many(sql`select ${columns} from ${from} where ${within(scope)} order by r.id desc limit ${limit}`)

/** Locks an import until the transaction ends; undefined if it is out of reach. */
export const lockRun = async (db: Db, scope: StaffScope, id: number): Promise<RunRow | undefined> => {
  await db.maybe(sql`select r.id from import_run r where ${within(scope)} and r.id = ${id} for update`)
  return runOf(db, scope, id)
}

/** Inserts an import; returns its id. */
export const insertRun = async (
  db: Db,
  { serviceCompanyId, staffAccountId, staffUserId }: StaffScope,
  { portalId, kind, now }: { portalId: number | null; kind: ImportKind; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into import_run
      (service_company_id, portal_id, staff_account_id, author, kind, created_at, changed_at)
    values (${serviceCompanyId}, ${portalId}, ${staffAccountId},
      (select display_name from staff_user where service_company_id = ${serviceCompanyId} and id = ${staffUserId}),
      ${kind}, ${now}, ${now}) returning id`)
  return id
}

/** Inserts the row of a stored file. */
export const insertRunFile = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  runId: number,
  { file, storageKey, isFirst, now }: { file: ReceivedFile; storageKey: string; isFirst: boolean; now: Date },
): Promise<number> =>
  db.run(sql`insert into import_run_file
      (service_company_id, import_run_id, is_first, name, size, sha256, storage_key, created_at)
    values (${serviceCompanyId}, ${runId}, ${isFirst}, ${file.name}, ${file.size}, decode(${file.sha256}, 'hex'), ${storageKey}, ${now})`)

/** A stored file of an import. */
export type RunFile = { name: string; size: number; sha256: string; storageKey: string; isFirst: boolean }

/** The files of an import, in the order in which they came. */
export const filesOfRun = (db: Db, company: number, runId: number): Promise<RunFile[]> =>
  db.many(sql`select name, size, encode(sha256, 'hex') as sha256, storage_key as "storageKey", is_first as "isFirst"
    from import_run_file where service_company_id = ${company} and import_run_id = ${runId} order by id`)

/** What of an import may change by a call. */
export type RunUpdate = {
  kind?: ImportKind
  portalId?: number
  settings?: RunSettings
  sample?: Sample | null
  fault?: RunFault | null
  rows?: number
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** Changes how an import is read; it has to be checked again. */
export const updateRun = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  run: RunRow,
  {
    kind = run.kind,
    portalId,
    settings = run.settings,
    sample = run.sample,
    fault = run.fault,
    rows = run.rows,
  }: RunUpdate,
  now: Date,
): Promise<number> =>
  db.run(sql`update import_run set kind = ${kind}, portal_id = coalesce(${portalId ?? null}, portal_id), settings = ${json(settings)}::jsonb,
      sample = ${json(sample)}::jsonb, fault = ${json(fault)}::jsonb, row_count = ${rows}, state = 'draft', changed_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = ${run.id}`)

/** Moves an import to a state in which a job takes it up. */
export const beginRun = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  id: number,
  state: 'checking' | 'importing',
  now: Date,
): Promise<number> =>
  db.run(sql`update import_run set state = ${state}, is_cancelling = false, fault = null, done = 0, started_at = ${now}, finished_at = null,
      changed_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = ${id}`)

/** Asks the job of an import to end. */
export const askToCancel = (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<number> =>
  db.run(sql`update import_run set is_cancelling = true where service_company_id = ${serviceCompanyId} and id = ${id}`)

/** How many imports of the company wait or run. */
export const unfinishedRuns = async (db: Db, { serviceCompanyId }: StaffScope): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*)::int as count from import_run
    where service_company_id = ${serviceCompanyId} and state in ('checking', 'importing')`)
  return count
}

/** Writes values in place of cells. */
export const writeCells = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  runId: number,
  cells: { line: number; column: number; value: string }[],
): Promise<number> =>
  db.run(sql`insert into import_run_cell (service_company_id, import_run_id, line, col, value)
    select ${serviceCompanyId}, ${runId}, line, "column", value from json_to_recordset(${JSON.stringify(cells)}::json)
      as x (line integer, "column" integer, value text)
    on conflict (service_company_id, import_run_id, line, col) do update set value = excluded.value`)

/** Forgets what was mended, and what the last check said. */
export const clearCells = async (db: Db, { serviceCompanyId }: StaffScope, runId: number): Promise<void> => {
  await db.run(
    sql`delete from import_run_cell where service_company_id = ${serviceCompanyId} and import_run_id = ${runId}`,
  )
  await db.run(
    sql`delete from import_run_row where service_company_id = ${serviceCompanyId} and import_run_id = ${runId}`,
  )
}

/** The cells that were mended. */
export const cellsOf = async (
  db: Db,
  company: number,
  runId: number,
): Promise<[line: number, column: number, value: string][]> => {
  const rows = await db.many<{
    line: number
    col: number
    value: string
  }>(sql`select line, col, value from import_run_cell
    where service_company_id = ${company} and import_run_id = ${runId} order by line, col`)
  return rows.map(({ line, col, value }) => [line, col, value])
}

/** The same for tables whose headings are the same but for case, accents and punctuation. */
const headingsHash = (titles: string[]): Buffer => hash('sha256', titles.map(plainTitle).join('\n'), 'buffer')

/** How columns with these headings were matched: for the kind, or for any. */
export const savedMapping = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  titles: string[],
  kind?: ImportKind,
): Promise<{ kind: ImportKind; mapping: Omit<RunMapping, 'by'>; savedAt: string } | undefined> =>
  db.maybe(sql`select kind, mapping, instant(saved_at) as "savedAt" from import_mapping
    where service_company_id = ${serviceCompanyId} and headings_hash = ${headingsHash(titles)}
      and kind = coalesce(${kind ?? null}, kind)
    order by saved_at desc limit 1`)

/** Keeps how columns were matched. */
export const saveMapping = (
  db: Db,
  company: number,
  { titles, kind, mapping, now }: { titles: string[]; kind: ImportKind; mapping: Omit<RunMapping, 'by'>; now: Date },
): Promise<number> =>
  db.run(sql`insert into import_mapping (service_company_id, headings_hash, kind, mapping, saved_at)
    values (${company}, ${headingsHash(titles)}, ${kind}, ${JSON.stringify(mapping)}::jsonb, ${now})
    on conflict (service_company_id, headings_hash, kind) do update set mapping = excluded.mapping, saved_at = excluded.saved_at`)

/** Removes an import; returns the storage keys of its files. */
export const deleteRun = async (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<string[]> => {
  const files = await db.many<{ key: string }>(sql`select storage_key as key from import_run_file
    where service_company_id = ${serviceCompanyId} and import_run_id = ${id}`)
  await db.run(sql`delete from import_run where service_company_id = ${serviceCompanyId} and id = ${id}`)
  return files.map(({ key }) => key)
}

/** Removes imports that nobody has touched since an instant; returns the storage keys of their files. */
export const deleteOldRuns = async (db: Db, before: Date): Promise<string[]> => {
  const old = sql`select service_company_id, id from import_run where changed_at < ${before} and state not in ('checking', 'importing')`
  const files = await db.many<{ key: string }>(sql`select f.storage_key as key from import_run_file f join (${old}) o
    on ${sameCompany('o', 'f')} and o.id = f.import_run_id`)
  await db.run(sql`delete from import_run r using (${old}) o where ${sameCompany('r', 'o')} and r.id = o.id`)
  return files.map(({ key }) => key)
}
