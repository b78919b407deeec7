import { sections } from '../sections.ts'

/** First segments of addresses that belong to no section: the server's own, and those that a proxy in front of it needs. */
const serverAddresses = ['api', 'operator', 'backoffice', 'staff', 'assets', 'healthz', 'readyz', 'metrics']

/** Words that no portal can be called by, because addresses that begin with them mean something else. Lower case. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...serverAddresses,
  ...Object.values(sections).flatMap(({ addresses }) => addresses),
])

/** Whether a word, in lower case, is one of {@link reservedWords}. */
export const isReservedWord = (word: string): boolean => reservedWords.has(word)

/** Whether a text has the form of a portal key: 2 to 40 of a-z, 0-9 and -. */
export const isPortalKeyForm = (text: string): boolean => /^[a-z0-9-]{2,40}$/.test(text)

/** The key that a portal answers under: its own, or, where a later version reserves its key, that with `-portal` behind it. */
export const currentPortalKey = (key: string): string => (isReservedWord(key) ? `${key}-portal` : key)
