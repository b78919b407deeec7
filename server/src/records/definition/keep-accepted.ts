import type { PendingRow, Refuse } from './record-type.ts'
import { Refusal } from './refusal.ts'

/** Calls `work` for each row and returns the rows for which it throws no {@link Refusal}; reports the others to `refuse`. */
export const keepAccepted = async (
  rows: PendingRow[],
  refuse: Refuse,
  work: (row: PendingRow) => Promise<void> | void,
): Promise<PendingRow[]> => {
  const accepted: PendingRow[] = []
  for (const row of rows) {
    try {
      await work(row)
      accepted.push(row)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(row.item, error)
    }
  }
  return accepted
}
