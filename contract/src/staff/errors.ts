/**
 * Error codes of the staff's calls beside those of `errors`, with their HTTP status. They stand apart, so that the customers' texts need
 * not have them.
 */
export const staffErrorStatuses = {
  /** Others have written since the writer of an answer looked; `crossed` in the problem has their messages. */
  crossed: [409],
  /** An answer of the ticket is held back and has to go, or be taken back, first. */
  answer_held: [409],
  /** Nobody of the customer would be left who administers its access. */
  last_administrator: [409],
} as const satisfies Record<string, readonly [number, ...number[]]>

export type StaffErrorCode = keyof typeof staffErrorStatuses
