/** Where a reader is in the feed: transaction, then id. As text: `<transaction>-<id>`. */
export type Position = { transaction: bigint; id: number }

/** Reads a position as text; undefined for anything else. */
export const readPosition = (text: string): Position | undefined => {
  const match = /^(\d{1,20})-(\d{1,16})$/.exec(text)
  return match ? { transaction: BigInt(match[1] ?? 0), id: Number(match[2]) } : undefined
}

/** A position as text, for `Last-Event-ID`. */
export const writePosition = ({ transaction, id }: Position): string => `${transaction}-${id}`

/** Whether a position lies behind another in the feed. */
export const isAfter = (a: Position, b: Position): boolean =>
  a.transaction > b.transaction || (a.transaction === b.transaction && a.id > b.id)
