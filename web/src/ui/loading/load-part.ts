// Vite takes a style sheet for loaded even if it did not arrive: the part would come back without it.
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

/** Loads a part of the program, with the style sheets that did not arrive before. */
export const loadOnce = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  await Promise.all([...failed].map(fetchAgain))
  return load()
}

let untilNextTry = (_tries: number) => new Promise<void>(resolve => setTimeout(resolve, 5000))

/** Says what `loadPart` waits for after so many tries. */
export const waitBeforeNextTry = (wait: (tries: number) => Promise<void>) => {
  untilNextTry = wait
}

/** Loads a part of a screen, however long the connection is away: what stands for it can be used until it is there. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (let tries = 1; ; tries++)
    try {
      return await loadOnce(load)
    } catch {
      await untilNextTry(tries)
    }
}
