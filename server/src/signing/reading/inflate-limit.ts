import { constants, inflateSync } from 'node:zlib'
import { PDFArray, PDFName, PDFObjectStreamParser, type PDFRawStream, PDFXRefStreamParser } from '@cantoo/pdf-lib'

/** The total size to which the compressed streams of one file may inflate, in bytes. */
const INFLATED_MAX = 100 * 1024 * 1024
/** The maximum compression ratio of Deflate. */
const DEFLATE_RATIO = 1032

// Module state is safe here, because a worker process reads one file at a time.
let left = INFLATED_MAX
let exceeded = false

const isFlate = (filter: unknown) =>
  filter === PDFName.of('FlateDecode') ||
  (filter instanceof PDFArray && filter.size() === 1 && filter.lookup(0) === PDFName.of('FlateDecode'))

const inflatedSize = (contents: Uint8Array): number => {
  try {
    return inflateSync(contents, { maxOutputLength: Math.max(1, left), finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch (error) {
    // The PDF library also reads truncated streams.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? Number.POSITIVE_INFINITY
      : contents.length * DEFLATE_RATIO
  }
}

/** Adds the inflated size of a stream to the count, before the PDF library inflates it without a limit. */
const count = ({ dict, contents }: PDFRawStream) => {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (filter === undefined) return
  // Real files compress these streams with a single filter; a chain of filters could inflate without bound.
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

/** Reads a file with the PDF library. `exceeded`: its streams would have inflated beyond the limit. */
export const withInflateLimit = async <T>(read: () => Promise<T>): Promise<{ result: T; exceeded: boolean }> => {
  left = INFLATED_MAX
  exceeded = false
  const result = await read()
  return { result, exceeded }
}
