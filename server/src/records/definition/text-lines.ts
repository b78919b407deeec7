import { Refusal } from './refusal.ts'

/** Maximum length of a line, in bytes. */
const MAX_LINE_BYTES = 4 * 1024 * 1024
const NEWLINE = 10
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * A line of a file: its number from 1, its text or why it has none, `open` if the file ends without a line break after it, and the
 * bytes of the file read so far.
 */
export type TextLine = { number: number; text: string | Refusal; open: boolean; bytes: number }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decode = (pieces: Uint8Array[], size: number): string | Refusal => {
  if (size > MAX_LINE_BYTES) return new Refusal(undefined, `is longer than ${MAX_LINE_BYTES} bytes`)
  const [only = new Uint8Array()] = pieces
  try {
    return utf8.decode(pieces.length > 1 ? Buffer.concat(pieces) : only).trim()
  } catch {
    return new Refusal(undefined, 'is not UTF-8 (Windows-1252 or Latin-1, most likely): save the file as UTF-8')
  }
}

/** Detects UTF-16 by its byte-order mark, or by the zero byte beside a leading ASCII character. */
const isUtf16 = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0) !== (second === 0)

/** The chunks of a stream without its byte-order mark; buffers until the first three bytes are together. */
const withoutMark = async function* (stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of stream) {
    const next: Buffer = head ? Buffer.concat([head, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    if (head && next.length < BYTE_ORDER_MARK.length) head = next
    else if (head) {
      head = undefined
      yield next.subarray(0, 3).equals(BYTE_ORDER_MARK) ? next.subarray(3) : next
    } else yield next
  }
  if (head) yield head
}

/** The lines of a stream that are not blank, one at a time; memory stays bounded even if a line never ends. */
export const linesOf = async function* (stream: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  let number = 0
  let bytes = 0
  let size = 0
  let pieces: Buffer[] = []

  const take = (piece: Buffer) => {
    size += piece.length
    if (size <= MAX_LINE_BYTES) pieces.push(piece)
    else pieces = []
  }
  const finish = (open: boolean): TextLine => {
    number += 1
    const line = { number, text: decode(pieces, size), open, bytes }
    size = 0
    pieces = []
    return line
  }

  for await (const chunk of withoutMark(stream)) {
    if (number === 0 && size === 0 && chunk.length > 1 && isUtf16(chunk)) {
      const text = new Refusal(undefined, 'and all others are UTF-16: save the file as UTF-8')
      yield { number: 1, text, open: false, bytes: chunk.length }
      return
    }
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end))
      bytes += end + 1 - start
      start = end + 1
      const line = finish(false)
      if (line.text !== '') yield line
    }
    bytes += chunk.length - start
    if (start < chunk.length) take(chunk.subarray(start))
  }
  const last = finish(true)
  if (last.text !== '') yield last
}
