/** Asks the server for a page or its health, past every cache: no call of the API, so it needs no session. Throws where nothing answers. */
export const fetchUncached = (address: string, signal?: AbortSignal): Promise<Response> =>
  fetch(address, { cache: 'no-store', ...(signal && { signal }) })
