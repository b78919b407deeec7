const key = 'reloaded'
const pause = 60_000

/** Loads the page anew, unless that was tried a moment ago and did not help. */
export const reloadOnce = () => {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < pause) return false
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
  return true
}
