import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileSizeMax } from '@portico/contract/shapes'
import { type FileKind, SNIFF_BYTES, type Sniff, sniff } from './file-kind.ts'
import { cleanFileName } from './file-name.ts'

/** The error code of a refused file. */
export type FileRefusal = 'file_too_large' | 'file_empty' | 'file_type_refused'

/** Thrown for a refused file. */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly code: FileRefusal
  /** The cleaned name of the file. */
  readonly fileName: string
  constructor(code: FileRefusal, fileName: string) {
    super(code)
    this.code = code
    this.fileName = fileName
  }
}

/** An accepted file: `name` is cleaned, `size` in bytes, `sha256` in hex. */
export type ReceivedFile = FileKind & { name: string; size: number; sha256: string }

/**
 * `put` stores the given stream, like {@link import('../storage/storage.ts').Storage.put}, and leaves nothing if that stream fails; `sniff`
 * decides which files are accepted.
 */
export type ReceiveOptions = { name: string; limit?: number; sniff?: Sniff; put: (body: Readable) => Promise<void> }

type Chunks = AsyncIterator<Buffer>

/** Reads from a stream until the kind can be detected, or to its end. */
const takeHead = async (chunks: Chunks): Promise<Buffer> => {
  const head: Buffer[] = []
  let size = 0
  while (size < SNIFF_BYTES) {
    const { done, value } = await chunks.next()
    if (done) break
    head.push(value)
    size += value.length
  }
  return Buffer.concat(head)
}

/**
 * Streams a file to the storage, never whole in memory, and measures and hashes it on the way. Throws {@link FileRefused} as soon as the
 * reason is known: type and emptiness before anything is stored, size when the limit is passed; or the source's own error if it breaks off.
 * When it throws, the source is destroyed and nothing is stored.
 */
export const receive = async (
  source: Readable,
  { name, limit = fileSizeMax, sniff: kindOf = sniff, put }: ReceiveOptions,
): Promise<ReceivedFile> => {
  const cleanName = cleanFileName(name)
  const hash = createHash('sha256')
  let size = 0
  let refused: FileRefused | undefined

  const counted = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) {
      refused = new FileRefused('file_too_large', cleanName)
      throw refused
    }
    hash.update(chunk)
    return chunk
  }

  try {
    const chunks: Chunks = source[Symbol.asyncIterator]()
    const head = await takeHead(chunks)
    if (head.length === 0) throw new FileRefused('file_empty', cleanName)
    const kind = kindOf(head, cleanName)
    if (!kind) throw new FileRefused('file_type_refused', cleanName)
    const first = counted(head)

    const body = async function* () {
      yield first
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield counted(next.value)
    }
    await put(Readable.from(body(), { objectMode: false }))
    return { ...kind, name: cleanName, size, sha256: hash.digest('hex') }
  } catch (error) {
    throw refused ?? error
  } finally {
    source.destroy()
  }
}
