import { type Language, languages } from '@portico/contract/language'

/** The colour schemes that a reader can choose; `system` follows the system's setting. */
export const schemes = ['light', 'dark', 'system'] as const
export type Scheme = (typeof schemes)[number]

/** The densities that a reader can choose: height of rows and controls. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What local storage holds, by key (specification/screens-and-addresses.md#storage-keys). */
type Stored = { language: Language; portal: string; contactid: number; token: string; scheme: Scheme; density: Density }

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find(value => value === text)

const readers: { [Key in keyof Stored]: (text: string) => Stored[Key] | undefined } = {
  language: oneOf(languages),
  portal: text => text || undefined,
  contactid: text => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined),
  token: text => text || undefined,
  scheme: oneOf(schemes),
  density: oneOf(densities),
}

// Stands in for a storage that is blocked or full, until the tab is closed.
const inMemory = new Map<string, string>()

const get = (key: string) => {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key)
  } catch {
    return inMemory.get(key) ?? null
  }
}

/** The value of a key; undefined where there is none or it is malformed. */
export const stored = <Key extends keyof Stored>(key: Key): Stored[Key] | undefined => readers[key](get(key) ?? '')

/** Stores a value under a key. */
export const store = <Key extends keyof Stored>(key: Key, value: Stored[Key]) => {
  try {
    localStorage.setItem(key, String(value))
    inMemory.delete(key)
  } catch {
    inMemory.set(key, String(value))
  }
}

/** Removes a key. */
export const forget = (key: keyof Stored) => {
  inMemory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // The storage is blocked, so it holds nothing.
  }
}

/** The language in which a page begins: the one chosen in this browser, else that of the mail whose link was followed, else the default. */
export const firstLanguage = (): Language => {
  const linked = new URLSearchParams(window.location.search).get('language')
  return stored('language') ?? languages.find(language => language === linked) ?? languages[0]
}
