import type { ImportKind, ImportRow, ImportRun, RowFault } from '@portico/contract/staff/imports'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import type { NamedPortal } from '../import-clients.ts'
import type { Sample } from '../table/table-work.ts'
import type { RunFault, RunSettings } from './run-queries.ts'

/** An import that a job has taken up, with what its author may reach now. */
export type BegunRun = {
  id: number
  serviceCompanyId: number
  staffAccountId: number | null
  portalIds: number[] | null
  isAdministrator: boolean
  isActive: boolean
  kind: ImportKind
  state: 'checking' | 'importing'
  isCancelling: boolean
  settings: RunSettings
  sample: Sample | null
  portal: NamedPortal | null
}

/** The import of a job, if it still waits for one. */
export const begunRun = (db: Db, id: number): Promise<BegunRun | undefined> =>
  db.maybe(sql`select r.id, r.service_company_id as "serviceCompanyId", r.staff_account_id as "staffAccountId",
      case when not a.all_portals then array(select portal_id from staff_account_portal p
        where ${sameCompany('p', 'a')} and p.staff_account_id = a.id order by 1) end as "portalIds",
      coalesce(a.role = 'administrator', false) as "isAdministrator", coalesce(a.ended_at is null and a.role <> 'technician', false) as "isActive",
      r.kind, r.state, r.is_cancelling as "isCancelling", r.settings, r.sample,
      case when p.id is not null then json_build_object('id', p.id, 'company', p.service_company_id, 'externalId', p.external_id,
        'serviceCompany', s.external_id) end as portal
    from import_run r join service_company s on s.id = r.service_company_id
    left join staff_account a on ${sameCompany('a', 'r')} and a.id = r.staff_account_id
    left join portal p on ${sameCompany('p', 'r')} and p.id = r.portal_id
    where r.id = ${id} and r.state in ('checking', 'importing')`)

type Run = { id: number; serviceCompanyId: number }

/** Stores how far a job is; returns whether somebody wants it to end. */
export const noteProgress = async (db: Db, { id, serviceCompanyId }: Run, done: number): Promise<boolean> => {
  const row = await db.maybe<{ isCancelling: boolean }>(sql`update import_run set done = greatest(done, ${done})
    where service_company_id = ${serviceCompanyId} and id = ${id} returning is_cancelling as "isCancelling"`)
  return row?.isCancelling ?? true
}

/** What PostgreSQL does not store: NUL and lone surrogates. */
const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/\p{Cs}|\0/gu, '\ufffd')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storable(part)]))
}

/** How a job ended. */
type Ending = {
  state: 'draft' | 'checked' | 'done' | 'cancelled' | 'failed'
  fault?: RunFault | null
  rows?: number
  counts?: unknown[]
  changes?: ImportRun['changes']
  now: Date
}

/** Stores how a job ended. */
export const endRun = (
  db: Db,
  { id, serviceCompanyId }: Run,
  { state, fault = null, rows, counts, changes, now }: Ending,
): Promise<number> =>
  db.run(sql`update import_run set state = ${state}, fault = ${fault && JSON.stringify(fault)}::jsonb,
      row_count = coalesce(${rows ?? null}, row_count), done = case when ${state} in ('checked', 'done') then coalesce(${rows ?? null}, row_count) else done end,
      counts = coalesce(${counts ? JSON.stringify(counts) : null}::jsonb, counts),
      changes = coalesce(${changes ? JSON.stringify(storable(changes)) : null}::jsonb, changes), is_cancelling = false, finished_at = ${now}, changed_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = ${id}`)

/** A row that was refused, as it is stored. */
export type RefusedRow = Omit<ImportRow, 'message' | 'code' | 'more'> & {
  code: RowFault
  detail: string | null
  /** What else is wrong with it. */
  more: { column: number | null; code: RowFault; detail: string | null }[]
}

/** Replaces the refused rows of an import. */
export const storeRefused = async (db: Db, { id, serviceCompanyId }: Run, rows: RefusedRow[]): Promise<void> => {
  await db.run(sql`delete from import_run_row where service_company_id = ${serviceCompanyId} and import_run_id = ${id}`)
  for (let from = 0; from < rows.length; from += 1000) {
    const part = rows
      .slice(from, from + 1000)
      .map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storable(value)])))
    await db.run(sql`insert into import_run_row (service_company_id, import_run_id, line, file, col, field, code, detail, more, cells)
      select ${serviceCompanyId}, ${id}, line, file, "column", field, code, detail, coalesce(more, '[]'), cells from json_to_recordset(${JSON.stringify(part)}::json)
        as x (line integer, file text, "column" integer, field text, code text, detail text, more jsonb, cells jsonb)
      on conflict do nothing`)
  }
}

type WrittenLine = { number: number; type: string; externalId: string; outcome: string }

/** Stores what an import has written; what it created before it was interrupted stays created. */
export const storeWritten = async (db: Db, { id, serviceCompanyId }: Run, lines: WrittenLine[]): Promise<void> => {
  if (lines.length === 0) return
  await db.run(sql`insert into import_run_record (service_company_id, import_run_id, type, external_id, line, outcome)
    select ${serviceCompanyId}, ${id}, type, "externalId", number, outcome from json_to_recordset(${JSON.stringify(lines)}::json)
      as x (type text, "externalId" text, number integer, outcome text)
    on conflict (service_company_id, import_run_id, type, external_id) do update set line = excluded.line,
      outcome = case when import_run_record.outcome = 'unchanged' then excluded.outcome else import_run_record.outcome end`)
}

/** What an import has written, by type. */
export const writtenCounts = (db: Db, { id, serviceCompanyId }: Run): Promise<unknown[]> =>
  db.many(sql`select type, (count(*) filter (where outcome = 'created'))::int as created,
      (count(*) filter (where outcome = 'changed'))::int as changed, (count(*) filter (where outcome = 'unchanged'))::int as unchanged
    from import_run_record where service_company_id = ${serviceCompanyId} and import_run_id = ${id} group by type order by min(line), type`)
