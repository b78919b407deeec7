import type { TableKind } from '@portico/contract/staff/imports'
import type { Line } from '../../records/definition/record-type.ts'
import { RowRefused } from '../table/read-cells.ts'
import type { ReadRow } from '../table/table-work.ts'
import type { RowReason } from './reason-codes.ts'
import type { Draft } from './record-drafts.ts'

/** Fields of which a row needs only one. */
const alternatives = [
  ['contact', 'contactVatNumber', 'contactFiscalCode'],
  ['hoursAmount', 'unitAmount'],
  ['email', 'userName'],
]
const alternativesOf = (field: string) => alternatives.find(fields => fields.includes(field)) ?? [field]

/** Faults of a missing value. They are not added where a cell that could fill it has a fault already. */
const missingValues = new Set<RowReason['code']>(['missing', 'noKey', 'noCustomer', 'unknownCustomer'])

/** What is wrong with a row. Of a cell the first fault counts. */
export const openRowFaults = ({ fault }: Pick<ReadRow, 'fault'>) => {
  const found: RowReason[] = []
  if (fault) {
    const { more = [], ...first } = fault
    found.push(first, ...more)
  }
  const isReported = ({ code, field }: RowReason) => {
    if (field === undefined) return found.some(one => one.field === undefined && one.code === code)
    const fields = missingValues.has(code) ? alternativesOf(field) : [field]
    return found.some(one => one.field !== undefined && fields.includes(one.field))
  }
  const add = (reason: RowReason) => {
    if (!isReported(reason)) found.push(reason)
  }
  return {
    found,
    add,
    /** Runs `work`; undefined if it refuses the row, which is noted. */
    attempt: <Value>(work: () => Value): Value | undefined => {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error
        add({ code: error.code, detail: error.detail, field: error.field })
        return undefined
      }
    },
  }
}
/** See {@link openRowFaults}. */
export type RowFaults = ReturnType<typeof openRowFaults>

/** The column of a field, or of one that a row may have in its place; null if there is none. */
export const columnOfField = (columns: readonly (string | null)[], field: string | undefined): number | null => {
  if (field === undefined) return null
  const at = [field, ...alternativesOf(field)].map(name => columns.indexOf(name)).find(at => at >= 0)
  return at ?? null
}

const personFields: Record<string, string> = {
  userName: 'personEmail',
  webUser: 'personEmail',
  email: 'personEmail',
  phone: 'personPhone',
  referentName: 'personName',
}

/** The field of a table that a field of a record comes from; `type` is that of the record, if it is known. */
export const fieldInTable = (kind: TableKind, field: string | undefined, type?: string): string | undefined => {
  const [name, part] = field?.split(/[.[]/) ?? []
  if (name === undefined) return undefined
  if (name === 'addressParts') return part === undefined || part === 'street' ? 'address' : part
  if (kind === 'subscription' && name === 'trigger') return 'period'
  if (type === 'wikiFolder' && name === 'name') return 'folder'
  if (kind !== 'contact' || type === 'contact') return name
  // Both the customer and its person have an address and a telephone.
  if (type === undefined && (name === 'email' || name === 'phone')) return name
  return personFields[name] ?? name
}

const SEPARATORS = /[\s./-]/g

/** Whether a number is another one without its leading zeros. */
const hasLostZeros = (number: string, before: string): boolean => {
  const [digits, whole] = [number.replace(SEPARATORS, ''), before.replace(SEPARATORS, '')]
  return /^[1-9]\d*$/.test(digits) && /^0/.test(whole) && whole.replace(/^0+/, '') === digits
}

/** Adds the numbers of a record that would lose their leading zeros. */
export const addLostZeros = (
  faults: RowFaults,
  kind: TableKind,
  { type, given }: Draft,
  existing: Line | undefined,
) => {
  for (const [field, value] of Object.entries(given)) {
    const before = existing?.[field]
    if (typeof value === 'string' && typeof before === 'string' && hasLostZeros(value, before))
      faults.add({ code: 'lostZero', detail: before, field: fieldInTable(kind, field, type) })
  }
}

const periods: Partial<Record<TableKind, [from: string, to: string]>> = {
  activityContract: ['start', 'end'],
  serviceContract: ['activeFrom', 'activeTo'],
}

/** Adds what is wrong with a row's fields among each other, and the files that are not there. */
export const addFieldFaults = (
  faults: RowFaults,
  kind: TableKind,
  { fields = {} }: ReadRow,
  hasFile: (path: string) => boolean,
) => {
  const [from, to] = periods[kind] ?? []
  if (from !== undefined && to !== undefined) {
    const [first, last] = [fields[from], fields[to]]
    if (first !== undefined && last !== undefined && String(last).slice(0, 10) < String(first).slice(0, 10))
      faults.add({ code: 'beforeStart', field: to })
  }
  for (const field of ['file', 'original']) {
    const path = fields[field]
    if (path !== undefined && !hasFile(String(path)))
      faults.add({ code: 'fileMissing', detail: String(path).split(/[\\/]/).at(-1), field })
  }
}
