/**
 * Error codes of the staff's calls beside those of `errors`, with their HTTP status. They stand apart, so that the customers' texts need
 * not have them.
 */
export const staffErrorStatuses = {
  /** Others have written since the writer of an answer looked; `crossed` in the problem has their messages. */
  crossed: [409],
} as const satisfies Record<string, readonly [number, ...number[]]>

export type StaffErrorCode = keyof typeof staffErrorStatuses
