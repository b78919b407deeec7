/** The steps of an import, in their order; a file that is no table has no columns. */
export const importSteps = ['file', 'columns', 'check', 'import'] as const
/** One of the steps. */
export type ImportStep = (typeof importSteps)[number]

/** Reads the search of the list's address: what a new import is of; the screen knows whether there is such a kind. */
export const readImportsSearch = ({ kind }: Record<string, unknown>): { kind?: string } =>
  typeof kind === 'string' && /^[a-zA-Z]{1,30}$/.test(kind) ? { kind } : {}

/** Reads the search of an import's address: its step. */
export const readImportSearch = ({ step }: Record<string, unknown>): { step?: ImportStep } => {
  const known = importSteps.find(one => one === step)
  return known ? { step: known } : {}
}
