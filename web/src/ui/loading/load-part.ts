// Vite counts a style sheet as loaded even if it failed, so a second try would render without it.
const failed = new Set<HTMLLinkElement>()
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && /\/assets\//.test(target.href))
      failed.add(target)
  },
  true,
)

const fetchAgain = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const fresh = link.cloneNode() as HTMLLinkElement
    fresh.onload = () => resolve()
    fresh.onerror = () => reject(new Error(`${link.href} did not arrive`))
    failed.delete(link)
    link.replaceWith(fresh)
  })

/** Loads a chunk, and again the style sheets that failed before. */
export const loadOnce = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  await Promise.all([...failed].map(fetchAgain))
  return load()
}

let untilNextTry = (_tries: number) => new Promise<void>(resolve => setTimeout(resolve, 5000))

/** Sets what `loadPart` waits for after each failure, given the number of tries. */
export const waitBeforeNextTry = (wait: (tries: number) => Promise<void>) => {
  untilNextTry = wait
}

/** Loads a lazy part of a screen and retries until it arrives; its fallback stays in use until then. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (let tries = 1; ; tries++)
    try {
      return await loadOnce(load)
    } catch {
      await untilNextTry(tries)
    }
}
