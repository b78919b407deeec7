import type { Flag } from '@portico/contract/permissions'
import type { ImportChange, ImportColumn, ImportKind, TableKind } from '@portico/contract/staff/imports'
import { repeatedFields, tableKinds } from '@portico/contract/staff/imports'
import { failAt } from '../../kernel/errors/fail.ts'
import type { DecimalSign } from '../csv/csv-values.ts'
import { guessColumns } from '../table/guess-columns.ts'
import { keyChoices, missingFields, tableFields } from '../table/table-fields.ts'
import type { Sample } from '../table/table-work.ts'
import type { RunMapping, RunRow, RunSettings } from './run-queries.ts'

/** Whether a kind is one of tables. */
export const isTableKind = (kind: ImportKind): kind is TableKind => (tableKinds as readonly string[]).includes(kind)

/** What people may see who are new, until somebody chooses something else. */
const firstFlags: readonly Flag[] = ['manageTickets']

/** How the numbers of each column are read: as chosen, as they show it, or as spreadsheets write beside semicolons. */
export const decimalsOf = ({ decimals, form }: Sample, { decimal }: RunSettings): DecimalSign[] =>
  decimals.map(found => decimal ?? found ?? (form.separator === ',' ? '.' : ','))

const firstKey = (kind: TableKind, columns: (string | null)[]): string => keyChoices(kind, columns)[0] ?? 'natural'

/** How columns are matched when nobody has chosen anything. */
export const guessedMapping = (kind: TableKind, { titles, samples }: Sample): RunMapping => {
  const matches = guessColumns(kind, titles, samples)
  const columns = matches.map(({ field }) => field)
  return { columns, by: matches.map(({ by }) => by), key: firstKey(kind, columns), flags: [...firstFlags] }
}

/** How columns were matched the last time, as far as the kind still has the fields. */
export const savedColumns = (kind: TableKind, { columns, key, flags }: Omit<RunMapping, 'by'>): RunMapping => {
  const fields = tableFields(kind)
  const known = columns.map(field => (field !== null && field in fields ? field : null))
  const choices = keyChoices(kind, known)
  return {
    columns: known,
    by: known.map(field => (field === null ? null : 'saved')),
    key: choices.includes(key) ? key : (choices[0] ?? 'natural'),
    flags,
  }
}

/** Checks the fields that somebody chose for columns. Errors: `invalid_request`. */
export const chosenColumns = (
  kind: TableKind,
  { columns = [], by = [] }: RunSettings,
  chosen: NonNullable<ImportChange['columns']>,
): Pick<RunMapping, 'columns' | 'by'> => {
  const fields = tableFields(kind)
  if (chosen.length !== columns.length) failAt('invalid_request', 'body.columns', `must have ${columns.length} entries`)
  for (const [at, field] of chosen.entries()) {
    if (field === null) continue
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (!known) failAt('invalid_request', `body.columns.${at}`, `is none of ${Object.keys(fields).join(', ')}`)
    if (!repeatedFields.includes(field) && chosen.indexOf(field) < at)
      failAt('invalid_request', `body.columns.${at}`, 'is that of another column')
  }
  return {
    columns: chosen,
    by: chosen.map((field, at) => (field === null ? null : field === columns[at] ? (by[at] ?? 'chosen') : 'chosen')),
  }
}

/** The key of rows: the one that was chosen, while its field is filled. */
export const keyOf = (kind: TableKind, columns: (string | null)[], key: string | undefined): string =>
  key !== undefined && keyChoices(kind, columns).includes(key) ? key : firstKey(kind, columns)

/** Fields that no column fills and without which nothing can be imported. */
export const needsOf = ({ kind, sample, settings }: Pick<RunRow, 'kind' | 'sample' | 'settings'>): string[] =>
  isTableKind(kind) && sample ? missingFields(kind, settings.columns ?? []) : []

/** The columns of a table with what is known of them. */
export const columnsOf = (
  { sample, settings }: Pick<RunRow, 'sample' | 'settings'>,
  refused: Map<number, number>,
  kind: ImportKind,
): ImportColumn[] => {
  if (!sample || !isTableKind(kind)) return []
  const decimals = decimalsOf(sample, settings)
  return sample.titles.map((title, at) => {
    const field = settings.columns?.[at] ?? null
    const isNumber = field !== null && tableFields(kind)[field]?.form === 'number'
    return {
      title,
      samples: sample.samples[at] ?? [],
      filled: sample.filled[at] ?? 0,
      field,
      by: settings.by?.[at] ?? null,
      decimal: isNumber ? (decimals[at] ?? null) : null,
      refused: refused.get(at) ?? 0,
    }
  })
}
