import type { BrowserContext } from '@playwright/test'

/** What goes wrong unseen: errors in the console and of pages, requests of ours that failed. */
export type Faults = {
  /** Takes faults that say this as a part of the test. */
  expect: (...said: RegExp[]) => void
  /** Listens to another browser too. */
  follow: (context: BrowserContext) => void
  unexpected: () => string[]
}

/** Collects the faults of every page of a browser. */
export const watch = (first: BrowserContext): Faults => {
  const said: string[] = []
  // A stream of events ends in the middle when its process is killed, and is opened anew.
  const expected: RegExp[] = process.env.PORTICO_PROCESSES ? [/ERR_INCOMPLETE_CHUNKED_ENCODING .*\/events$/] : []
  const follow = (context: BrowserContext) => {
    context.on('console', message => {
      if (message.type() === 'error') said.push(`console: ${message.text()} ${message.location().url}`)
    })
    context.on('weberror', error => said.push(`page: ${error.error().stack}`))
    context.on('response', response => {
      if (response.status() >= 400) said.push(`${response.status()} ${response.request().method()} ${response.url()}`)
    })
    context.on('requestfailed', request => {
      const why = request.failure()?.errorText ?? ''
      // Who leaves a screen no longer waits for its answers.
      if (why !== 'net::ERR_ABORTED') said.push(`${why} ${request.method()} ${request.url()}`)
    })
  }
  follow(first)
  return {
    expect: (...patterns) => void expected.push(...patterns),
    follow,
    unexpected: () => said.filter(one => !expected.some(pattern => pattern.test(one))),
  }
}
