import type { Static } from '@portico/contract/schema/static'
import { nullable } from '@portico/contract/shapes'
import { recurrenceTypes } from '@portico/contract/subscriptions'
import { Temporal } from 'temporal-polyfill'
import * as Type from 'typebox'
import { Refusal } from '../records/definition/refusal.ts'

const NUMBER_MAX = 1_000_000
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const whole = (minimum: number, maximum: number, description: string) =>
  Type.Optional(nullable(Type.Integer({ minimum, maximum, description })))

/** The recurrence in an import line (specification/billing.md#recurrence). */
export const ImportedTrigger = Type.Object({
  recurrenceType: Type.Integer({ description: '10 weekly, 20 monthly, 30 yearly.' }),
  frequencyWeek: whole(1, NUMBER_MAX, 'Weekly: every how many weeks.'),
  recurrenceDayOfWeek: whole(0, NUMBER_MAX, 'Weekly: the day of the week, 0 for Sunday to 6 for Saturday.'),
  frequencyMonth: whole(1, NUMBER_MAX, 'Monthly: every how many months.'),
  recurrenceDay: whole(1, 31, 'Monthly and yearly: the day of the month; in a shorter month its last day.'),
  recurrenceMonth: whole(1, 12, 'Yearly: the month.'),
})
export type ImportedTrigger = Static<typeof ImportedTrigger>

/** The columns of a recurrence, null where its type does not use them. Throws a `Refusal` if the recurrence makes no sense. */
export const recurrenceOf = (trigger: ImportedTrigger) => {
  const need = <Field extends keyof ImportedTrigger>(field: Field): number =>
    trigger[field] ?? refuse(field, 'is missing for this recurrenceType')
  const refuse = (field: string, reason: string): never => {
    throw new Refusal(`trigger.${field}`, reason)
  }
  const row = {
    recurrence_type: trigger.recurrenceType,
    frequency_week: null,
    recurrence_day_of_week: null,
    frequency_month: null,
    recurrence_day: null,
    recurrence_month: null,
  }
  switch (trigger.recurrenceType) {
    case recurrenceTypes.weekly:
      return { ...row, frequency_week: need('frequencyWeek'), recurrence_day_of_week: need('recurrenceDayOfWeek') }
    case recurrenceTypes.monthly:
      return { ...row, frequency_month: trigger.frequencyMonth ?? null, recurrence_day: need('recurrenceDay') }
    case recurrenceTypes.yearly: {
      const [day, month] = [need('recurrenceDay'), need('recurrenceMonth')]
      if (day > (MONTH_DAYS[month - 1] ?? 0)) refuse('recurrenceDay', 'is a day that this month does not have')
      return { ...row, recurrence_day: day, recurrence_month: month }
    }
    default:
      return refuse('recurrenceType', 'is none of 10 (weekly), 20 (monthly), 30 (yearly)')
  }
}

const fits = (day: Temporal.PlainDate, { recurrenceType, ...trigger }: ImportedTrigger): boolean => {
  if (recurrenceType === recurrenceTypes.weekly) return day.dayOfWeek % 7 === (trigger.recurrenceDayOfWeek ?? 0) % 7
  if (recurrenceType === recurrenceTypes.yearly && day.month !== trigger.recurrenceMonth) return false
  return day.day === Math.min(trigger.recurrenceDay ?? 1, day.daysInMonth)
}

/**
 * Moves a due date to a day that the recurrence falls on, for imports that move all dates to `movedTo`: the last such day up to `moved`
 * if it is after `movedTo`, else the next one. Days are `YYYY-MM-DD`. The search ends only for a recurrence that {@link recurrenceOf}
 * accepts.
 */
export const fittingDay = (moved: string, movedTo: string, trigger: ImportedTrigger): string => {
  const step = (days: number) => {
    let day = Temporal.PlainDate.from(moved)
    while (!fits(day, trigger)) day = day.add({ days })
    return day.toString()
  }
  const last = step(-1)
  return last > movedTo ? last : step(1)
}
