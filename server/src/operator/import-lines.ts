import { createReadStream } from 'node:fs'
import { Refusal } from './refusal.ts'

/** The most bytes that one line may have. */
const MAX_LINE_BYTES = 4 * 1024 * 1024
const NEWLINE = 10

/** A line of a file: its number from 1, its text, or why it has none, and how many bytes of the file are read so far. */
export type TextLine = { number: number; text: string | Refusal; bytes: number }

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (pieces: Buffer[], size: number): string | Refusal => {
  if (size > MAX_LINE_BYTES) return new Refusal(undefined, `is longer than ${MAX_LINE_BYTES} bytes`)
  try {
    return utf8.decode(Buffer.concat(pieces)).trim()
  } catch {
    return new Refusal(undefined, 'is not UTF-8')
  }
}

/** The lines of a file that are not blank, one at a time; an endless line takes no more memory than a long one. */
export const linesOf = async function* (path: string): AsyncGenerator<TextLine> {
  let number = 0
  let bytes = 0
  let size = 0
  let pieces: Buffer[] = []

  const take = (piece: Buffer) => {
    size += piece.length
    if (size <= MAX_LINE_BYTES) pieces.push(piece)
  }
  const finish = (): TextLine => {
    number += 1
    const line = { number, text: decode(pieces, size), bytes }
    size = 0
    pieces = []
    return line
  }

  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end))
      bytes += end + 1 - start
      start = end + 1
      const line = finish()
      if (line.text !== '') yield line
    }
    bytes += chunk.length - start
    take(chunk.subarray(start))
  }
  const last = finish()
  if (last.text !== '') yield last
}
