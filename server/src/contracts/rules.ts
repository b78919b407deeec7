import type { ActivityContract } from '@portico/contract/contracts'

/** What is granted and what is left of it, in minutes if `inHours`, else in units. */
export type Granted = { inHours: boolean; amount: number; residual: number }

/** Minutes as `H:mm`, with a minus if negative. */
export const timeString = (minutes: number): string => {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`
}

/** Parses `H:mm` to minutes; undefined if malformed. */
export const minutesOf = (text: string): number | undefined => {
  const [, minus, hours, minutes] = /^(-?)(\d{1,6}):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const size = Number(hours) * 60 + Number(minutes)
  return minus ? -size : size
}

/** An amount as text that needs no translation: `22 h 30 min`, or a number of units. */
export const amountText = (inHours: boolean, amount: number): string => {
  if (!inHours) return String(amount)
  const size = Math.abs(amount)
  const [hours, minutes] = [Math.floor(size / 60), size % 60]
  const parts = [...(hours || !minutes ? [`${hours} h`] : []), ...(minutes ? [`${minutes} min`] : [])]
  return `${amount < 0 ? '-' : ''}${parts.join(' ')}`
}

type Allowance = Pick<ActivityContract, 'hoursAmountMinutes' | 'residualMinutes' | 'unitAmount' | 'residual_UnitAmount'>

/** What is granted and left, under the field names of the API. */
export const allowanceOf = ({ inHours, amount, residual }: Granted): Allowance => ({
  hoursAmountMinutes: inHours ? amount : null,
  residualMinutes: inHours ? residual : null,
  unitAmount: inHours ? null : amount,
  residual_UnitAmount: inHours ? null : residual,
})
