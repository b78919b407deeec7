/** What the tab in which an employee sees as a customer and the page that opened it say to each other. `key`: of this tab. */
export type SeeAsMessage = { about: 'portico-see-as'; key: string } & (
  | { says: 'ready' }
  | { says: 'token'; token: string; expiresAt: string }
)

/** A key for a tab: 128 random bits, also where the page is not served over HTTPS. */
export const newTabKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Reads a message of a window of our own origin that bears the key; undefined for any other. The window is compared, too: another tab of
 * the origin must neither get a token nor put one in.
 */
export const readSeeAsMessage = (
  { origin, source, data }: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  from: { window: unknown; key: string },
): SeeAsMessage | undefined => {
  if (origin !== location.origin || source === null || source !== from.window) return undefined
  if (!isObject(data) || data.about !== 'portico-see-as' || data.key !== from.key) return undefined
  if (data.says === 'ready') return { about: data.about, key: from.key, says: data.says }
  if (data.says !== 'token' || typeof data.token !== 'string' || typeof data.expiresAt !== 'string') return undefined
  return { about: data.about, key: from.key, says: data.says, token: data.token, expiresAt: data.expiresAt }
}

/** Says something to a window, if its page is still one of our own origin. */
export const saySeeAs = (to: Window, message: SeeAsMessage) => to.postMessage(message, location.origin)
