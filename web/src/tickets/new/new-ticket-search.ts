/** What an address may put into a new ticket: a title, and the asset it is about. */
export type NewTicketSearch = { title?: string; wikiElementId?: number }

/** Reads it out of an address. What makes no sense is undefined: a key that is not named keeps what the address has. */
export const readNewTicketSearch = (search: Record<string, unknown>): NewTicketSearch => {
  const title = ['string', 'number', 'boolean'].includes(typeof search.title) ? String(search.title).slice(0, 300) : ''
  const wikiElementId = Number(search.wikiElementId)
  return {
    title: title || undefined,
    wikiElementId: Number.isSafeInteger(wikiElementId) && wikiElementId > 0 ? wikiElementId : undefined,
  }
}
