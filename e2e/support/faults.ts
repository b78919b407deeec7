import type { BrowserContext } from '@playwright/test'

/** Errors that a test would not notice: console errors, uncaught page errors and failed requests. */
export type Faults = {
  /** Marks faults that match as expected. */
  expect: (...said: RegExp[]) => void
  /** Also watches another browser context. */
  follow: (context: BrowserContext) => void
  unexpected: () => string[]
}

/** Collects the faults of every page of a browser context. */
export const watch = (first: BrowserContext): Faults => {
  const said: string[] = []
  // Killing a process cuts its event streams, which the pages then reopen.
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
      // Leaving a screen aborts its pending requests.
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
