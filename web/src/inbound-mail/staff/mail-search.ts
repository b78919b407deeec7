/** Which mails are listed, and the one that is open. */
export type MailSearch = { state?: 'dropped'; open?: number }

/** Reads the search of the list's address; what is malformed is left out. */
export const readMailSearch = ({ state, open }: Record<string, unknown>): MailSearch => {
  const id = Number(open)
  return {
    ...(state === 'dropped' && { state }),
    ...(Number.isSafeInteger(id) && id > 0 && { open: id }),
  }
}
