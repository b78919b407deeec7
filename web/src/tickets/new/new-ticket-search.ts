/** What a URL may preset in a new ticket: the title and the asset. */
export type NewTicketSearch = { title?: string; wikiElementId?: number }

/** Reads the presets from a URL. Invalid values become undefined: the router keeps the raw value of a missing key. */
export const readNewTicketSearch = (search: Record<string, unknown>): NewTicketSearch => {
  const title = ['string', 'number', 'boolean'].includes(typeof search.title) ? String(search.title).slice(0, 300) : ''
  const wikiElementId = Number(search.wikiElementId)
  return {
    title: title || undefined,
    wikiElementId: Number.isSafeInteger(wikiElementId) && wikiElementId > 0 ? wikiElementId : undefined,
  }
}
