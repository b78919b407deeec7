/** What the list of assets shows, as its address has it. */
export type AssetsSearch = { q?: string; portal?: string; contact?: number }

/** Reads the search of the list's address; what is malformed is left out. */
export const readAssetsSearch = (search: Record<string, unknown>): AssetsSearch => {
  const { portal } = search
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  const contact = Number(search.contact)
  return {
    ...(typeof q === 'string' && q.trim() && { q: q.slice(0, 200) }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(Number.isSafeInteger(contact) && contact > 0 && { contact }),
  }
}
