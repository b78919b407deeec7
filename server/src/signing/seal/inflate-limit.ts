import { constants, inflateSync } from 'node:zlib'
import { PDFArray, PDFName, PDFObjectStreamParser, type PDFRawStream, PDFXRefStreamParser } from '@cantoo/pdf-lib'

/** What the packed parts of one file may inflate to in all, in bytes. */
const INFLATED_MAX = 100 * 1024 * 1024
/** No stream of Deflate inflates to more than so many times its size. */
const DEFLATE_RATIO = 1032

// A worker process reads one file at a time.
let left = INFLATED_MAX
let exceeded = false

const isFlate = (filter: unknown) =>
  filter === PDFName.of('FlateDecode') ||
  (filter instanceof PDFArray && filter.size() === 1 && filter.lookup(0) === PDFName.of('FlateDecode'))

const inflatedSize = (contents: Uint8Array): number => {
  try {
    return inflateSync(contents, { maxOutputLength: Math.max(1, left), finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch (error) {
    // The PDF library also reads what is broken.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? Number.POSITIVE_INFINITY
      : contents.length * DEFLATE_RATIO
  }
}

/** Counts what a stream inflates to, before the PDF library does it without a limit. */
const count = ({ dict, contents }: PDFRawStream) => {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (filter === undefined) return
  // Writers pack these streams in this one way; several filters could inflate without end.
  left -= isFlate(filter) ? inflatedSize(contents) : Number.POSITIVE_INFINITY
  exceeded ||= left < 0
  if (exceeded) throw new Error('A file is too large when it is inflated')
}

const parseObjects = PDFObjectStreamParser.forStream
PDFObjectStreamParser.forStream = (stream, shouldWaitForTick) => {
  count(stream)
  return parseObjects(stream, shouldWaitForTick)
}
const parseReferences = PDFXRefStreamParser.forStream
PDFXRefStreamParser.forStream = stream => {
  count(stream)
  return parseReferences(stream)
}

/** Reads a file with the PDF library; whether its packed parts would have inflated to more than is allowed. */
export const withInflateLimit = async <T>(read: () => Promise<T>): Promise<{ result: T; exceeded: boolean }> => {
  left = INFLATED_MAX
  exceeded = false
  const result = await read()
  return { result, exceeded }
}
