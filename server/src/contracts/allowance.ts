import { Refusal } from '../records/definition/refusal.ts'
import { minutesOf } from './rules.ts'

/** What a line says of what it grants. */
export type Allowance = {
  hoursAmount?: number
  unitAmount?: number
  openingUsed?: number
  residual_Time_String?: string
  residual_UnitAmount?: number
}

/** The field by which a line says what is left. */
export type FedField = 'residual_Time_String' | 'residual_UnitAmount'

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
