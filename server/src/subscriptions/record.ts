import * as Type from 'typebox'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'
import { dayOf, instantOf } from '../kernel/time/local-time.ts'
import { Amount, Name, parents, Title, When } from '../records/definition/fields.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { dayColumn } from '../records/definition/select-fragments.ts'
import { fittingDay, ImportedTrigger, recurrenceOf } from './recurrence.ts'

/** A subscription, which is a recurring advance; it has no file. */
export const subscriptionRecord = defineRecordType({
  type: 'subscription',
  table: 'recurring_advance',
  level: 'contact',
  fields: {
    contact: Reference,
    code: Name,
    description: Title,
    quantity: Type.Number({ minimum: 0, maximum: 999_999_999 }),
    taxedTotal: Amount,
    advanceDate: When,
    trigger: ImportedTrigger,
  },
  descriptions: {
    code: "The company's code.",
    description: 'What is paid for.',
    quantity: 'How many.',
    taxedTotal: 'The total in euro with taxes.',
    advanceDate: 'The day of the next payment.',
    trigger: 'How often it is paid.',
  },
  parents: [parents.contact],
  announces: 'subscription',
  reads: {
    advanceDate: dayColumn('t.advance_date'),
    trigger: `json_build_object('recurrenceType', t.recurrence_type, 'frequencyWeek', t.frequency_week,
      'recurrenceDayOfWeek', t.recurrence_day_of_week, 'frequencyMonth', t.frequency_month,
      'recurrenceDay', t.recurrence_day, 'recurrenceMonth', t.recurrence_month)`,
  },
  columns: {
    code: 'text',
    code_order: 'text',
    description: 'text',
    description_order: 'text',
    search_text: 'text',
    quantity: 'numeric',
    taxed_total: 'numeric',
    advance_date: 'timestamptz',
    recurrence_type: 'smallint',
    frequency_week: 'integer',
    recurrence_day_of_week: 'integer',
    frequency_month: 'integer',
    recurrence_day: 'integer',
    recurrence_month: 'integer',
  },
  row: (line, at) => {
    const [code, description] = [line.code.trim(), line.description.trim()]
    const recurrence = recurrenceOf(line.trigger)
    const { movedTo, place } = at
    const given = at.instant(line.advanceDate, 'advanceDate')
    const next =
      movedTo === undefined
        ? given
        : instantOf(Date.parse(fittingDay(dayOf(given, place.timeZone), movedTo, line.trigger)), place.timeZone)
    return {
      code,
      code_order: naturalOrder(code),
      description,
      description_order: naturalOrder(description),
      search_text: fold(`${code} ${description}`),
      quantity: line.quantity,
      taxed_total: line.taxedTotal,
      advance_date: next.toISOString(),
      ...recurrence,
    }
  },
})
