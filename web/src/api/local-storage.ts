import { type Language, languages } from '@portico/contract/language'

/** Light or dark, or as the system is set (decisions 7). */
export const schemes = ['light', 'dark', 'system'] as const
export type Scheme = (typeof schemes)[number]

/** Height of rows and controls (decisions 7). */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What the browser keeps between visits (spec 9; decisions 3): each key is its name in local storage. */
type Kept = { language: Language; portal: string; contactid: number; token: string; scheme: Scheme; density: Density }

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find(value => value === text)

const readers: { [Key in keyof Kept]: (text: string) => Kept[Key] | undefined } = {
  language: oneOf(languages),
  portal: text => text || undefined,
  contactid: text => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined),
  token: text => text || undefined,
  scheme: oneOf(schemes),
  density: oneOf(densities),
}

// What a browser that keeps nothing (blocked or full storage) remembers until the tab is closed.
const unkept = new Map<string, string>()

const get = (key: string) => {
  try {
    return unkept.get(key) ?? localStorage.getItem(key)
  } catch {
    return unkept.get(key) ?? null
  }
}

/** What is kept under a key, or undefined where there is nothing that makes sense. */
export const stored = <Key extends keyof Kept>(key: Key): Kept[Key] | undefined => readers[key](get(key) ?? '')

/** Keeps a value under a key. */
export const store = <Key extends keyof Kept>(key: Key, value: Kept[Key]) => {
  try {
    localStorage.setItem(key, String(value))
    unkept.delete(key)
  } catch {
    unkept.set(key, String(value))
  }
}

/** Forgets a key. */
export const forget = (key: keyof Kept) => {
  unkept.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept in the first place.
  }
}
