import { useState } from 'react'

/** A key for writes that may be repeated: 128 random bits, also where the page is not served over HTTPS. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(16)).join('-')

/** What was sent, as JSON, and under which key. */
export type Attempt = { body: string; key: string }

const none: Attempt = { body: '', key: '' }

/** See {@link useOnce}. */
export const makeOnce = (before: Attempt = none) => {
  let last = before
  const attemptOf = (body: unknown): Attempt => {
    const text = JSON.stringify(body)
    if (last.body !== text) last = { body: text, key: newKey() }
    return last
  }
  const succeeded = () => {
    last = none
  }
  return Object.assign(attemptOf, { succeeded })
}

/**
 * Gives the same attempt for the same body until another body comes, so that a repeated attempt is the same write. What stays on the screen after
 * the write calls `succeeded`: the same body is another write then.
 */
export const useOnce = (before?: Attempt) => useState(() => makeOnce(before))[0]
