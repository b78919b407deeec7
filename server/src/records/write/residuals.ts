import { type Grantor, residual } from '../../contracts/activity-queries.ts'
import { type Allowance, type FedField, fedResidual } from '../../contracts/allowance.ts'
import { timeString } from '../../contracts/rules.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { RecordType } from '../definition/record-type.ts'
import type { PendingRow } from '../resolve/pending-row.ts'

/** A residual that a line of the import says, to be held against the one that is counted once all lines are in. */
export type Fed = {
  line: number
  externalId: string
  company: number
  grantor: Grantor
  residual: number
  field: FedField
}

const GRANTORS: Record<string, Grantor> = { activityContract: 'activity_contract', contractPackage: 'contract_package' }

/** The residuals that these lines say. */
export const fedBy = (recordType: RecordType, pendingRows: PendingRow[]): Fed[] => {
  const grantor = GRANTORS[recordType.type]
  if (!grantor) return []
  return pendingRows.flatMap(({ item: { line, number, place } }) => {
    const fed = fedResidual(line as Allowance)
    return fed ? [{ line: number, externalId: line.externalId, company: place.company, grantor, ...fed }] : []
  })
}

/** A line that was taken, but not as it stands. */
export type Warning = { line: number; file?: string; externalId?: string; field?: string; reason: string }

type Apart = Omit<Fed, 'company' | 'grantor'> & { counted: number }

/** Keeps what was fed where it disagrees with what is counted, by a dated adjustment, and reports it (decisions 7). */
const adjust = async (db: Db, grantor: Grantor, fed: Fed[], now: Date): Promise<Apart[]> =>
  db.many(sql`with counted as (
      select t.*, x.line, x.field, x.residual as fed, ${residual(grantor, 't')} as counted
      from json_to_recordset(${JSON.stringify(fed)}::json)
        as x (company bigint, "externalId" text, line int, field text, residual numeric)
      join ${raw(grantor)} t on t.service_company_id = x.company and t.external_id = x."externalId"
    ), adjusted as (
      insert into contract_adjustment (service_company_id, portal_id, contact_id, ${raw(grantor)}_id, amount, adjusted_at)
      select service_company_id, portal_id, contact_id, id, fed - counted, ${now} from counted where fed <> counted
    ), touched as (
      update ${raw(grantor)} t set changed_at = now() from counted c
      where t.service_company_id = c.service_company_id and t.external_id = c.external_id and c.fed <> c.counted)
    select line, external_id as "externalId", field, fed as residual, counted from counted where fed <> counted`)

const warningOf = ({ line, externalId, field, residual: fed, counted }: Apart): Warning => {
  const text = (amount: number) => (field === 'residual_Time_String' ? timeString(amount) : String(amount))
  const adjustment = Math.round((fed - counted) * 100) / 100
  const reason = `says ${text(fed)} where ${text(counted)} is counted: kept, by an adjustment of ${text(adjustment)}`
  return { line, externalId, field, reason }
}

/** See {@link adjust}; for every contract and package of an import. */
export const reconcile = async (db: Db, fed: Fed[], now: Date): Promise<Warning[]> => {
  const warnings: Warning[] = []
  for (const grantor of Object.values(GRANTORS)) {
    const ours = fed.filter(one => one.grantor === grantor)
    if (ours.length > 0) warnings.push(...(await adjust(db, grantor, ours, now)).map(warningOf))
  }
  return warnings.sort((a, b) => a.line - b.line)
}
