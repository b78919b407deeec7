import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../kernel/database/db.ts'
import type { PendingRow, RecordHooks, Warning } from '../records/definition/record-type.ts'
import { type Grantor, residual } from './activity-queries.ts'
import { type Allowance, type FedField, fedResidual } from './allowance.ts'
import { timeString } from './rules.ts'

/** The residual that a line reports; it is compared with the computed one once all lines are written. */
type ReportedResidual = { line: number; externalId: string; company: number; residual: number; field: FedField }

const reportedBy = (rows: PendingRow[]): ReportedResidual[] =>
  rows.flatMap(({ item: { line, number, place } }) => {
    const reported = fedResidual(line as Allowance)
    return reported ? [{ line: number, externalId: line.externalId, company: place.company, ...reported }] : []
  })

type Difference = Omit<ReportedResidual, 'company'> & { counted: number }

/** Adds a dated adjustment where a reported residual differs from the computed one, so that the reported one applies. */
const adjust = async (db: Db, grantor: Grantor, reported: ReportedResidual[], now: Date): Promise<Difference[]> =>
  db.many(sql`with counted as (
      select t.*, x.line, x.field, x.residual as fed, ${residual(grantor, 't')} as counted
      from json_to_recordset(${JSON.stringify(reported)}::json)
        as x (company bigint, "externalId" text, line int, field text, residual numeric)
      join ${raw(grantor)} t on t.service_company_id = x.company and t.external_id = x."externalId"
    ), adjusted as (
      insert into contract_adjustment (service_company_id, portal_id, contact_id, ${raw(grantor)}_id, amount, in_hours, adjusted_at)
      select service_company_id, portal_id, contact_id, id, fed - counted, in_hours, ${now} from counted where fed <> counted
    ), touched as (
      update ${raw(grantor)} t set changed_at = now() from counted c
      where ${sameCompany('t', 'c')} and t.external_id = c.external_id and c.fed <> c.counted)
    select line, external_id as "externalId", field, fed as residual, counted from counted where fed <> counted`)

const warningOf = ({ line, externalId, field, residual: fed, counted }: Difference): Warning => {
  const text = (amount: number) => (field === 'residual_Time_String' ? timeString(amount) : String(amount))
  const adjustment = Math.round((fed - counted) * 100) / 100
  const reason = `says ${text(fed)} where ${text(counted)} is counted: kept, by an adjustment of ${text(adjustment)}`
  return { line, externalId, field, reason }
}

/** The hooks of a record type with an allowance: once all lines are written, they adjust its residuals to the reported ones. */
export const residualHooks = (grantor: Grantor) => (): RecordHooks => ({
  afterWrite: async (_db, rows) => {
    const reported = reportedBy(rows)
    if (reported.length === 0) return undefined
    return {
      changesRecords: true,
      finish: async (db, now) => (await adjust(db, grantor, reported, now)).map(warningOf),
    }
  },
})
