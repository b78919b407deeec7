import { sections } from './sections.ts'

/** First segments of addresses that belong to no section: the server's own, and those that a proxy in front of it needs. */
const serverAddresses = ['api', 'operator', 'backoffice', 'assets', 'healthz', 'readyz', 'metrics']

const reservedWords: ReadonlySet<string> = new Set([
  ...serverAddresses,
  ...Object.values(sections).flatMap(({ addresses }) => addresses),
])

/** Whether no portal can be called by a word, because addresses that begin with it mean something else. Lower case. */
export const isReservedWord = (word: string): boolean => reservedWords.has(word)

/** Whether a text has the form of a portal key: 2 to 40 of a-z, 0-9 and -. */
export const isPortalKeyForm = (text: string): boolean => /^[a-z0-9-]{2,40}$/.test(text)
