const KEY = 'passkeyOffer'

/** Whether this browser has offered a passkey before. One whose storage is blocked is never offered any, or it would be at each sign-in. */
export const wasOffered = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

/** Keeps that this browser has offered a passkey; false where it cannot. */
export const keepOffer = (): boolean => {
  try {
    localStorage.setItem(KEY, 'made')
    return true
  } catch {
    return false
  }
}
