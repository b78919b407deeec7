import { Refusal } from '../records/definition/refusal.ts'
import { minutesOf } from './rules.ts'

/** The fields of an import line that say how much a contract or package grants, and how much of it is left. */
export type Allowance = {
  hoursAmount?: number
  unitAmount?: number
  openingUsed?: number
  residual_Time_String?: string
  residual_UnitAmount?: number
}

/** The field that reports what is left, for hours or units. */
export type FedField = 'residual_Time_String' | 'residual_UnitAmount'

/** The granted amount, in minutes or units. Throws a `Refusal` unless the line has either hours or units. */
export const grantOf = ({ hoursAmount, unitAmount, openingUsed = 0 }: Allowance) => {
  if (hoursAmount !== undefined && unitAmount !== undefined)
    throw new Refusal('unitAmount', 'must not stand beside hoursAmount')
  if (hoursAmount !== undefined)
    return { inHours: true, amount: Math.round(hoursAmount * 60), openingUsed: Math.round(openingUsed * 60) }
  if (unitAmount === undefined) throw new Refusal('hoursAmount or unitAmount', 'is missing')
  return { inHours: false, amount: unitAmount, openingUsed }
}

/** The residual that the line reports, in minutes or units; undefined if it reports none. Throws a `Refusal` for a malformed one. */
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
