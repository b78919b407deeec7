import { clockOf, numberText, typedMinutes, typedNumber } from '../../../staff/parts/records/typed-number.ts'

/** Hours or units, as a form has them. */
export type Unit = 'hours' | 'units'

/** A typed amount in minutes or units; undefined for what is none. */
export const amountIn = (unit: Unit, text: string): number | undefined => {
  const amount = unit === 'hours' ? typedMinutes(text) : typedNumber(text)
  return amount !== undefined && amount >= 0 ? amount : undefined
}

/** An amount as it is typed again; nothing for 0. */
export const amountText = (inHours: boolean, amount: number, locale: string): string => {
  if (amount === 0) return ''
  return inHours ? clockOf(amount) : numberText(amount, locale)
}

/** The fields of an allowance as the API takes them: of the other unit null. */
export const allowanceBody = (unit: Unit, amount: string, used: string) => {
  const granted = amountIn(unit, amount) ?? 0
  const before = used.trim() ? (amountIn(unit, used) ?? 0) : 0
  return unit === 'hours'
    ? { hoursAmount: granted / 60, unitAmount: null, openingUsed: before / 60 }
    : { hoursAmount: null, unitAmount: granted, openingUsed: before }
}

/** The field that says what is left, for the API; nothing where nothing was typed. */
export const leftBody = (unit: Unit, left: string) => {
  if (!left.trim()) return {}
  const typed = unit === 'hours' ? typedMinutes(left) : typedNumber(left)
  if (typed === undefined) return {}
  return unit === 'hours' ? { residual_Time_String: clockOf(typed) } : { residual_UnitAmount: typed }
}
