import { RowRefused } from '../table/read-cells.ts'
import type { Draft } from './record-drafts.ts'
import type { RowFaults } from './row-faults.ts'

const nameOf = ({ type, externalId }: Pick<Draft, 'type' | 'externalId'>) => `${type} ${externalId}`

/** The records that rows of a file have made so far. */
export const openSeenRecords = () => {
  const seen = new Map<string, { line: number; text: string }>()
  return {
    has: (draft: Draft): boolean => seen.has(nameOf(draft)),
    /**
     * The line of the earlier row that makes a record, too, if one does. Throws {@link RowRefused} if that said something else, which of a
     * row with other faults is not known.
     */
    madeBy: (draft: Draft, { found }: RowFaults): number | undefined => {
      const before = seen.get(nameOf(draft))
      if (!before) return undefined
      if (!draft.isShared) throw new RowRefused('twice', String(before.line))
      if (found.length === 0 && before.text !== JSON.stringify(draft.given))
        throw new RowRefused('differs', String(before.line))
      return before.line
    },
    note: (line: number, drafts: Draft[]) => {
      for (const draft of drafts) seen.set(nameOf(draft), { line, text: JSON.stringify(draft.given) })
    },
    forget: (drafts: Draft[]) => {
      for (const draft of drafts) seen.delete(nameOf(draft))
    },
  }
}
