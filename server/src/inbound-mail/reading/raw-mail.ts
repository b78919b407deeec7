import { setImmediate as nextTurn } from 'node:timers/promises'

/** What may be read of the headers of a mail, in bytes. */
export const HEADERS_MAX = 256 * 1024

/** Splits a raw mail where its headers end, with line ends as Unix has them. */
export const splitMail = (raw: Buffer): { headers: string; body: Buffer } => {
  const end = /\r?\n\r?\n/.exec(raw.subarray(0, HEADERS_MAX).toString('latin1'))
  if (!end) return { headers: raw.subarray(0, HEADERS_MAX).toString('latin1'), body: raw }
  return {
    headers: raw.subarray(0, end.index).toString('latin1'),
    body: raw.subarray(end.index + end[0].length),
  }
}

/** The headers of a raw mail, folded as they came. */
export const headersOf = (raw: Buffer): string => splitMail(raw).headers

/** The values of a header of a raw mail, unfolded, topmost first. */
export const headerValues = (raw: Buffer, name: string): string[] => {
  const unfolded = splitMail(raw).headers.replace(/\r?\n[ \t]+/g, ' ')
  const pattern = new RegExp(`^${name}[ \\t]*:(.*)$`, 'gim')
  return [...unfolded.matchAll(pattern)].map(([, value = '']) => value.trim())
}

/** How much of a mail is worked on before other work has its turn, in bytes. */
const PART = 256 * 1024

/** A mail, or its body, in parts, between which other work has its turn: to hash the largest at once takes about a second. */
export async function* inParts(raw: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += PART) {
    if (at > 0) await nextTurn()
    yield raw.subarray(at, at + PART)
  }
}

/** The same with the line ends that mails have on their way. */
export async function* inCrlfParts(raw: Buffer): AsyncGenerator<Buffer> {
  let cut = ''
  for await (const part of inParts(raw)) {
    const text = cut + part.toString('latin1')
    cut = text.endsWith('\r') ? '\r' : ''
    yield Buffer.from((cut ? text.slice(0, -1) : text).replace(/\r?\n/g, '\r\n'), 'latin1')
  }
  if (cut) yield Buffer.from(cut)
}
