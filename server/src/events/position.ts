/** A position in the feed, ordered by transaction, then id. As text: `<transaction>-<id>`. */
export type Position = { transaction: bigint; id: number }

/** Parses a position; undefined if the text is not one. */
export const readPosition = (text: string): Position | undefined => {
  const match = /^(\d{1,20})-(\d{1,16})$/.exec(text)
  return match ? { transaction: BigInt(match[1] ?? 0), id: Number(match[2]) } : undefined
}

/** Formats a position, as for `Last-Event-ID`. */
export const formatPosition = ({ transaction, id }: Position): string => `${transaction}-${id}`

/** Whether position `a` comes after `b` in the feed. */
export const isAfter = (a: Position, b: Position): boolean =>
  a.transaction > b.transaction || (a.transaction === b.transaction && a.id > b.id)
