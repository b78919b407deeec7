import type { ImportJob, ImportRefusal } from '@portico/contract/operator/records'
import type { User } from '../auth/account-queries.ts'
import type { CsvReport } from '../import/csv/import-csv.ts'
import type { ImportProgress, ImportReport, RefusedLine } from '../import/import.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Database, type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import type { Paged } from '../kernel/database/pagination.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { type ImportFormat, importInFormat } from './import-formats.ts'
import { uploadFound, uploadIdIn, uploadOf } from './uploads.ts'

const KIND = 'import'
/** Seconds to wait before retrying an import that was interrupted: the database or storage was unavailable, or the process stopped. */
const DELAYS = [1, 10, 60, 600, 3600]
const PROGRESS_INTERVAL_MS = 500
/** How many warnings of an import are stored; all are counted. */
const WARNINGS_KEPT = 500

const seconds = `extract(epoch from coalesce(j.finished_at, now()) - j.started_at)`

// The `detail` of an import that is done holds its warnings.
const reportField = (field: 'warned' | 'warnings' | 'table', nothing: string) =>
  `coalesce(case when j.state = 'done' then j.detail::json -> '${field}' end, '${nothing}')`

const jobColumns: Sql =
  raw(`j.id, j.state, case when j.state = 'failed' then j.detail end as detail, j.dry_run as "dryRun", j.lines, j.bytes_read as bytes, j.bytes as "totalBytes",
  round(j.lines / nullif(${seconds}, 0)) as rate,
  case when j.state = 'running' and j.bytes_read > 0 then round(${seconds} * (j.bytes - j.bytes_read) / j.bytes_read) end
    as "secondsLeft",
  j.created, j.changed, j.unchanged, j.refused, ${reportField('warned', '0')} as warned, ${reportField('warnings', '[]')} as warnings, ${reportField('table', 'null')} as "table",
  instant(j.created_at) as "createdAt", instant(j.started_at) as "startedAt",
  instant(j.finished_at) as "finishedAt"`)

const ofKey = ({ serviceCompanyId, apiKeyId }: OperatorScope) =>
  sql`j.service_company_id = ${serviceCompanyId} and j.api_key_id = ${apiKeyId}`

/** Inserts an import whose lines are stored, and enqueues its job; returns its id. */
export const insertImportJob = async (
  db: Db,
  scope: OperatorScope,
  job: { storageKey: string; bytes: number; dryRun: boolean; format: ImportFormat | null },
): Promise<number> => {
  const { serviceCompanyId, apiKeyId } = scope
  const { id } = await db.one<{ id: number }>(sql`insert into import_job
      (service_company_id, api_key_id, storage_key, bytes, dry_run, format)
    values (${serviceCompanyId}, ${apiKeyId}, ${job.storageKey}, ${job.bytes}, ${job.dryRun},
      ${job.format && JSON.stringify(job.format)}::jsonb) returning id`)
  await enqueue(db, { kind: KIND, serviceCompanyId, payload: String(id) })
  return id
}

/** Prevents other imports of the company from being inserted until the transaction ends. */
export const lockImports = (db: Db, { serviceCompanyId }: OperatorScope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${serviceCompanyId}`}, 0))`)

/** How many imports of the company are waiting or running. */
export const unfinishedImports = async (db: Db, { serviceCompanyId }: OperatorScope): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*)::int from import_job
    where service_company_id = ${serviceCompanyId} and state in ('waiting', 'running')`)
  return count
}

/** Finds an import that was sent with this API key. */
export const importJobOf = (db: Db, scope: OperatorScope, id: number): Promise<ImportJob | undefined> =>
  db.maybe(sql`select ${jobColumns} from import_job j where ${ofKey(scope)} and j.id = ${id}`)

/** A page of the lines that an import refused, in the order of the file. */
export const refusedBy = (
  db: Db,
  scope: OperatorScope,
  id: number,
  page: { key: Sql; after: Sql; order: Sql; limit: Sql },
): Promise<Paged<ImportRefusal>[]> =>
  db.many(sql`select r.id, ${page.key}, r.line, r.external_id as "externalId", r.field, r.reason
    from import_job j join import_refusal r on ${sameCompany('r', 'j')} and r.import_job_id = j.id
    where ${ofKey(scope)} and j.id = ${id} and ${page.after} order by ${page.order} limit ${page.limit}`)

/** Deletes imports that were created before an instant and have ended; returns the storage keys of lines that are still stored. */
export const deleteImportJobs = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db.many<{ key: string | null }>(
    sql`delete from import_job where created_at < ${before} and state in ('done', 'failed') returning storage_key as key`,
  )
  return rows.flatMap(({ key }) => key ?? [])
}

type Begun = {
  company: number
  apiKeyId: number
  portals: number[] | null
  revoked: boolean
  storageKey: string | null
  bytes: number
  dryRun: boolean
  format: ImportFormat | null
  serviceCompany: string
}

/** Starts an import, or restarts it from the beginning after a process died while it ran. */
const begin = async (db: Database, id: number): Promise<Begun | undefined> => {
  const begun =
    await db.maybe<Begun>(sql`update import_job j set state = 'running', started_at = now(), lines = 0, bytes_read = 0,
      created = 0, changed = 0, unchanged = 0, refused = 0
    from api_key k join service_company s on s.id = k.service_company_id where j.id = ${id} and ${sameCompany('k', 'j')} and k.id = j.api_key_id
      and j.state in ('waiting', 'running')
    returning j.service_company_id as company, j.api_key_id as "apiKeyId", k.portal_ids as portals,
      k.revoked_at is not null as revoked, j.storage_key as "storageKey", j.bytes, j.dry_run as "dryRun", j.format,
      s.external_id as "serviceCompany"`)
  if (begun)
    await db.run(sql`delete from import_refusal where service_company_id = ${begun.company} and import_job_id = ${id}`)
  return begun
}

/**
 * Replaces lone surrogates and NUL, which PostgreSQL rejects; a line or the title of a column may contain them, and truncating a text may
 * split a surrogate pair.
 */
const storableText = (text: string) => text.replace(/\p{Cs}|\0/gu, '\ufffd')

const keepRefused = (db: Db, company: number, id: number, lines: RefusedLine[]) => {
  const refused = lines.map(({ line, externalId, field, reason }) => ({
    line,
    externalId: externalId && storableText(externalId),
    field: field && storableText(field),
    reason: storableText(reason),
  }))
  return db.run(sql`with kept as (
      insert into import_refusal (service_company_id, import_job_id, line, external_id, field, reason)
      select ${company}, ${id}, line, "externalId", field, reason from json_to_recordset(${JSON.stringify(refused)}::json)
        as x (line bigint, "externalId" text, field text, reason text) order by line returning 1)
    update import_job set refused = refused + (select count(*) from kept)
    where service_company_id = ${company} and id = ${id}`)
}

const storeProgress = (db: Db, company: number, id: number, { lines, bytes }: ImportProgress) =>
  db.run(sql`update import_job set lines = ${lines}, bytes_read = ${bytes}
    where service_company_id = ${company} and id = ${id} and state = 'running'`)

const detailOf = (report: ImportReport | CsvReport): string | null => {
  const { warnings } = report
  const table = 'form' in report ? { charset: report.form.charset, columns: report.columns } : undefined
  if (warnings.length === 0 && !table) return null
  const first = warnings.slice(0, WARNINGS_KEPT)
  const shownWarnings = first.map(({ line, externalId = null, field = null, reason }) => ({
    line,
    externalId,
    field,
    reason,
  }))
  return JSON.stringify({ warned: warnings.length, warnings: shownWarnings, table }, (_name, value) =>
    typeof value === 'string' ? storableText(value) : value,
  )
}

const end = async (db: Db, company: number, id: number, report: ImportReport | undefined, detail: string | null) => {
  const { lines = 0, created = 0, changed = 0, unchanged = 0 } = report ?? {}
  await db.run(sql`update import_job set state = ${report ? 'done' : 'failed'}, detail = ${detail}, finished_at = now(),
      storage_key = null, lines = greatest(lines, ${lines}), bytes_read = case when ${report !== undefined} then bytes else bytes_read end,
      created = ${created}, changed = ${changed}, unchanged = ${unchanged}
    where service_company_id = ${company} and id = ${id}`)
}

/** The stored lines as the source of an import, with the key's uploads as its files; `used` collects the uploads that lines reference. */
const sourceOf = ({ database, storage }: Deps, job: Begun, key: string, signal: AbortSignal) => {
  const used = new Set<number>()
  const source = {
    size: job.bytes,
    open: async function* () {
      for await (const chunk of await storage.get(key)) {
        signal.throwIfAborted()
        yield chunk as Uint8Array
      }
    },
    files: {
      find: async (path: string, field: string) => {
        const id = uploadIdIn(path)
        const upload =
          id === undefined
            ? undefined
            : await uploadOf(database, { serviceCompanyId: job.company, apiKeyId: job.apiKeyId }, id)
        if (!upload) throw new Refusal(field, `"${path}" is no upload that waits to be used`)
        used.add(upload.id)
        return uploadFound(storage, upload)
      },
    },
  }
  return { source, used }
}

const dropUploads = async ({ database, storage }: Deps, company: number, used: Set<number>) => {
  const ids = [...used]
  for (let from = 0; from < ids.length; from += 500) {
    const rows = await database.many<{
      key: string
    }>(sql`delete from operator_upload where service_company_id = ${company}
      and id = any(${ids.slice(from, from + 500)}) returning storage_key as key`)
    await storage.remove(rows.map(({ key }) => key))
  }
}

/** The job that runs imports sent over the API. Any process may run it; after a crash it starts from the beginning. */
export const importJob = (deps: Deps & { seal: Seal }): JobKind => ({
  kind: KIND,
  atOnce: 2,
  perCompany: 1,
  inTurns: true,
  delays: DELAYS,
  run: async ({ payload, tries }, signal) => {
    const { database, storage } = deps
    const id = Number(payload)
    const job = await begin(database, id)
    if (!job) return
    const { company, portals, storageKey, dryRun, format, serviceCompany } = job
    if (job.revoked || storageKey === null) {
      await end(database, company, id, undefined, 'The API key was revoked.')
      if (storageKey !== null) await storage.remove([storageKey])
      return
    }
    const { source, used } = sourceOf(deps, job, storageKey, signal)
    let storedAt = performance.now()
    try {
      const onPasswordsSet = (users: User[]) => {
        for (const user of users)
          deps.security.record({
            what: 'password.changed',
            result: 'ok',
            reason: 'company',
            ...user,
            apiKeyId: job.apiKeyId,
          })
      }
      const scope = { company, withCompanyRights: true as const, ...(portals && { portals }) }
      const body = { format, source, scope, serviceCompany }
      const report = await importInFormat({ ...deps, onPasswordsSet, log: () => {} }, body, {
        dryRun,
        now: deps.clock(),
        onRefused: async refused => {
          await keepRefused(database, company, id, refused)
        },
        onProgress: async progress => {
          signal.throwIfAborted()
          if (performance.now() - storedAt < PROGRESS_INTERVAL_MS) return
          storedAt = performance.now()
          await storeProgress(database, company, id, progress)
        },
      })
      for (let from = 0; from < report.refused.length; from += 2000)
        await keepRefused(database, company, id, report.refused.slice(from, from + 2000))
      // First: done again without the files that it has used, it would refuse their lines.
      await end(database, company, id, report, detailOf(report))
      const remove = async () => {
        if (!dryRun) await dropUploads(deps, company, used)
        await storage.remove([storageKey])
      }
      await remove().catch(error =>
        deps.log.warn({ err: error, import: id }, 'files of an import are left to the sweep'),
      )
    } catch (error) {
      if (error instanceof OperatorError) {
        await end(database, company, id, undefined, storableText(error.message))
        await storage.remove([storageKey])
        return
      }
      if (tries > DELAYS.length)
        await end(database, company, id, undefined, 'It was broken off too often: send it again.')
      throw error
    }
  },
})
