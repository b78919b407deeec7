import type { ImportKind, ImportRun, TableKind } from '@portico/contract/staff/imports'
import { tableKinds } from '@portico/contract/staff/imports'
import { type ImportStep, importSteps } from './import-search.ts'

/** Whether a kind is one of tables. */
export const isTable = (kind: ImportKind): kind is TableKind => (tableKinds as readonly string[]).includes(kind)

/** The steps of an import of this kind. */
export const stepsOf = (kind: ImportKind): ImportStep[] =>
  importSteps.filter(step => step !== 'columns' || isTable(kind))

/** The step that an import is at: that of its address, as far as its state allows. */
export const stepOf = (
  { kind, state, fault }: Pick<ImportRun, 'kind' | 'state' | 'fault'>,
  asked: ImportStep | undefined,
): ImportStep => {
  if (state === 'importing' || state === 'done') return 'import'
  if (state === 'checking') return 'check'
  if (state === 'draft' && fault && isTable(kind)) return 'file'
  const known = asked && stepsOf(kind).includes(asked) ? asked : undefined
  if (state === 'cancelled' || state === 'failed') return known ?? 'import'
  if (known && known !== 'import') return known
  return state === 'checked' || !isTable(kind) ? 'check' : 'columns'
}
