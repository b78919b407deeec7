/** A piece of a text: in both versions, only in the newer, or only in the older one. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** Beyond so many comparisons the middle of two texts counts as replaced. */
const COMPARISONS_MAX = 4_000_000

const joined = (pieces: Piece[]): Piece[] => {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (last?.kind === piece.kind) last.text += piece.text
    else merged.push({ ...piece })
  }
  return merged
}

/** The table of the longest common subsequences of the ends of two lists. */
const commonOf = (before: readonly string[], after: readonly string[]) => {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => table[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      table[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  return at
}

const middleOf = (before: readonly string[], after: readonly string[]): Piece[] => {
  const pieces: Piece[] = []
  if (before.length * after.length > COMPARISONS_MAX)
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ]
  const common = commonOf(before, after)
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]]
    if (old !== undefined && old === fresh) {
      pieces.push({ kind: 'same', text: old })
      row += 1
      column += 1
    } else if (fresh === undefined || (old !== undefined && common(row + 1, column) >= common(row, column + 1))) {
      pieces.push({ kind: 'removed', text: old ?? '' })
      row += 1
    } else {
      pieces.push({ kind: 'added', text: fresh })
      column += 1
    }
  }
  return pieces
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** What has changed between two texts, word by word. */
export const differenceOf = (before: string, after: string): Piece[] => {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middleOf(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ]).filter(({ text }) => text !== '')
}
