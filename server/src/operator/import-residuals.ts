import { type Grantor, residual } from '../contracts/activity-queries.ts'
import { minutesOf, timeString } from '../contracts/rules.ts'
import { type Db, raw, sql } from '../kernel/db.ts'
import type { Draft } from './import-draft.ts'
import type { Kind } from './import-kind.ts'
import { Refusal } from './refusal.ts'

/** What a line says of what it grants. */
export type Allowance = {
  hoursAmount?: number
  unitAmount?: number
  openingUsed?: number
  residual_Time_String?: string
  residual_UnitAmount?: number
}

type FedField = 'residual_Time_String' | 'residual_UnitAmount'

/** What a line grants, in minutes or units; throws a refusal unless it is hours or units, one of the two. */
export const grantOf = ({ hoursAmount, unitAmount, openingUsed = 0 }: Allowance) => {
  if (hoursAmount !== undefined && unitAmount !== undefined)
    throw new Refusal('unitAmount', 'must not stand beside hoursAmount')
  if (hoursAmount !== undefined)
    return { inHours: true, amount: Math.round(hoursAmount * 60), openingUsed: Math.round(openingUsed * 60) }
  if (unitAmount === undefined) throw new Refusal('hoursAmount or unitAmount', 'is missing')
  return { inHours: false, amount: unitAmount, openingUsed }
}

/** What a line says is left, in minutes or units; throws a refusal for what is no such thing. */
export const fedResidual = (line: Allowance): { field: FedField; residual: number } | undefined => {
  const { inHours } = grantOf(line)
  const [field, other] = inHours
    ? (['residual_Time_String', 'residual_UnitAmount'] as const)
    : (['residual_UnitAmount', 'residual_Time_String'] as const)
  if (line[other] !== undefined) throw new Refusal(other, `must not stand beside ${inHours ? 'hours' : 'units'}`)
  const fed = line[field]
  if (fed === undefined) return undefined
  const left = typeof fed === 'number' ? Math.round(fed * 100) / 100 : minutesOf(fed)
  if (left === undefined) throw new Refusal(field, 'is not a time: H:mm')
  return { field, residual: left }
}

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
export const fedBy = (kind: Kind, drafts: Draft[]): Fed[] => {
  const grantor = GRANTORS[kind.type]
  if (!grantor) return []
  return drafts.flatMap(({ item: { line, number, place } }) => {
    const fed = fedResidual(line as Allowance)
    return fed ? [{ line: number, externalId: line.externalId, company: place.company, grantor, ...fed }] : []
  })
}

/** A line that was taken, but not as it stands. */
export type Warning = { line: number; externalId: string; field: string; reason: string }

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
      select service_company_id, portal_id, contact_id, id, fed - counted, ${now} from counted where fed <> counted)
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
