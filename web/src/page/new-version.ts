import { fetchUncached } from '../api/fetch-uncached.ts'

// The files that the page has begun with: their names change with what is in them, or in what they import.
const loadedFiles = () =>
  [...document.querySelectorAll('script[src^="/assets/"]')].map(script => script.getAttribute('src'))

// The staff room is a program of its own, with a page of its own.
const pageOf = (path: string) => (/^\/staff(\/|$)/.test(path) ? '/staff' : '/')

/** Whether the server has a newer program than this page. False where it does not say. */
export const isOutdated = async () => {
  try {
    const response = await fetchUncached(pageOf(location.pathname))
    const page = await response.text()
    // A network that wants a login of its own answers with its own page.
    if (!response.ok || !page.includes('portico-boot')) return false
    return loadedFiles().some(file => file && !page.includes(file))
  } catch {
    return false
  }
}
