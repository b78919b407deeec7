import * as Type from 'typebox'
import { fold, naturalOrder } from '../../kernel/database/search-words.ts'
import { sniffElectronicInvoice } from '../../kernel/files/file-kind.ts'
import { instantOf } from '../../kernel/time/date-range.ts'
import { fittingDay, ImportedTrigger, recurrenceOf } from '../../subscriptions/recurrence.ts'
import { dayOf } from '../definition/dates.ts'
import { Name, parents, When } from '../definition/fields.ts'
import { kind, NamedFile, Reference } from '../definition/record-type.ts'

/** The original of an electronic invoice. */
const electronicInvoice = {
  sniff: sniffElectronicInvoice,
  refused: 'is no electronic invoice: XML (.xml) or a signed file (.p7m)',
}

/** Euro, kept to the cent; negative where money is given back. */
const Amount = Type.Number({ minimum: -99_999_999_999, maximum: 99_999_999_999 })
const Title = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' })
const NUMBER_MAX = 1_000_000

const invoice = kind({
  type: 'invoice',
  table: 'invoice',
  depth: 'contact',
  fields: {
    contact: Reference,
    documentNumber: Name,
    total: Amount,
    invoiceDate: When,
    file: NamedFile,
    original: Type.Optional(NamedFile),
  },
  parents: [parents.contact],
  files: [
    { field: 'file', column: 'file_id', purpose: 'invoice' },
    { field: 'original', column: 'original_file_id', purpose: 'invoice', takes: electronicInvoice },
  ],
  announces: 'invoice',
  columns: {
    document_number: 'text',
    number_order: 'text',
    search_text: 'text',
    total: 'numeric',
    invoice_date: 'timestamptz',
  },
  row: (line, at) => {
    const number = line.documentNumber.trim()
    return {
      document_number: number,
      number_order: naturalOrder(number),
      search_text: fold(number),
      total: line.total,
      invoice_date: at.instant(line.invoiceDate, 'invoiceDate').toISOString(),
    }
  },
})

const estimate = kind({
  type: 'estimate',
  table: 'estimate',
  depth: 'contact',
  fields: {
    contact: Reference,
    estimateName: Title,
    estimateNumber: Name,
    revisionNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: NUMBER_MAX })),
    total: Amount,
    estimateCreationDate: When,
    file: NamedFile,
  },
  parents: [parents.contact],
  files: [{ field: 'file', column: 'file_id', purpose: 'estimate' }],
  announces: 'estimate',
  columns: {
    estimate_name: 'text',
    name_order: 'text',
    estimate_number: 'text',
    number_order: 'text',
    search_text: 'text',
    revision_number: 'integer',
    total: 'numeric',
    estimate_creation_date: 'timestamptz',
  },
  row: (line, at) => {
    const [name, number] = [line.estimateName.trim(), line.estimateNumber.trim()]
    return {
      estimate_name: name,
      name_order: naturalOrder(name),
      estimate_number: number,
      number_order: naturalOrder(number),
      search_text: fold(`${name} ${number}`),
      revision_number: line.revisionNumber ?? 0,
      total: line.total,
      estimate_creation_date: at.instant(line.estimateCreationDate, 'estimateCreationDate').toISOString(),
    }
  },
})

const report = kind({
  type: 'report',
  table: 'activity_report',
  depth: 'contact',
  fields: {
    contact: Reference,
    name: Title,
    dateTime: When,
    ticket: Type.Optional(Reference),
    wikiElement: Type.Optional(Reference),
    file: NamedFile,
  },
  parents: [parents.contact],
  references: [parents.ticket, { field: 'wikiElement', kind: 'wikiElement', column: 'wiki_element_id' }],
  files: [{ field: 'file', column: 'file_id', purpose: 'report' }],
  announces: 'report',
  columns: { name: 'text', name_order: 'text', search_text: 'text', date_time: 'timestamptz' },
  row: (line, at) => {
    const name = line.name.trim()
    return {
      name,
      name_order: naturalOrder(name),
      search_text: fold(name),
      date_time: at.instant(line.dateTime, 'dateTime').toISOString(),
    }
  },
})

const subscription = kind({
  type: 'subscription',
  table: 'recurring_advance',
  depth: 'contact',
  fields: {
    contact: Reference,
    code: Name,
    description: Title,
    quantity: Type.Number({ minimum: 0, maximum: 999_999_999 }),
    taxedTotal: Amount,
    advanceDate: When,
    trigger: ImportedTrigger,
  },
  parents: [parents.contact],
  announces: 'subscription',
  reads: {
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
        : instantOf(fittingDay(dayOf(given, place.timeZone), movedTo, line.trigger), place.timeZone)
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

/** The kinds of what a contact is told about its dealings, each with its document if it has one. */
export const recordKinds = [invoice, estimate, report, subscription]
