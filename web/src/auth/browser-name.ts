const KEY = 'linkBrowser'

/** What this browser called itself when it asked for a link; undefined in one that never did. */
export const knownName = (): string | undefined => {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** What this browser calls itself, so that a link says where it was asked for: a random text that is sent nowhere else. */
export const nameOfBrowser = (): string | undefined => {
  const known = knownName()
  if (known) return known
  const name = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
  try {
    localStorage.setItem(KEY, name)
    return name
  } catch {
    // The link cannot tell this browser from another one, and asks nothing.
    return undefined
  }
}
