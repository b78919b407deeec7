import { inflateRawSync } from 'node:zlib'

/** The files of a zip by their names without folders, or why it is refused. */
export type Unzipped = { files: { name: string; content: Uint8Array }[] } | { refused: 'zip' | 'tooMuch' }

/** Most files, and most bytes that they may have together. */
const FILES_MAX = 1000
const BYTES_MAX = 64 * 1024 * 1024

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const COMMENT_MAX = 0xffff
/** Bits of the flags (APPNOTE 4.4.4): encrypted, names in UTF-8. */
const [ENCRYPTED, UTF8] = [0x0001, 0x0800]

class Refused extends Error {
  readonly code: 'zip' | 'tooMuch'
  constructor(code: 'zip' | 'tooMuch') {
    super(code)
    this.code = code
  }
}

type Entry = { name: string; method: number; size: number; at: number }

const endOf = (zip: Buffer): number => {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - COMMENT_MAX); at -= 1)
    if (zip.readUInt32LE(at) === END) return at
  throw new Refused('zip')
}

/** The entries of the central directory (APPNOTE 4.3.12); folders are left out, and names lose theirs. */
const entriesOf = function* (zip: Buffer): Generator<Entry> {
  const end = endOf(zip)
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Refused('zip')
    const flags = zip.readUInt16LE(at + 8)
    if (flags & ENCRYPTED) throw new Refused('zip')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(from => zip.readUInt16LE(at + from))
    const start = at + 46
    const path = zip.toString(flags & UTF8 ? 'utf8' : 'latin1', start, start + (nameLength ?? 0))
    const name = path.split(/[\\/]/).at(-1) ?? ''
    const entry = {
      name,
      method: zip.readUInt16LE(at + 10),
      size: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    }
    at = start + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
    // What macOS adds is no file of anybody's.
    if (name !== '' && !name.startsWith('.') && !path.startsWith('__MACOSX/')) yield entry
  }
}

const contentOf = (zip: Buffer, { method, size, at }: Entry, room: number): Buffer => {
  if (zip.readUInt32LE(at) !== LOCAL) throw new Refused('zip')
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  if (start + size > zip.length) throw new Refused('zip')
  const packed = zip.subarray(start, start + size)
  if (method === 0) {
    if (size > room) throw new Refused('tooMuch')
    return Buffer.from(packed)
  }
  if (method !== 8) throw new Refused('zip')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    throw new Refused((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooMuch' : 'zip')
  }
}

/**
 * The implementation of the task `unzip`; runs in a worker process. The sizes that a zip claims are not believed: what comes out of it is
 * counted. Paths are dropped, so that nothing can be written elsewhere.
 */
export const unzip = ({ zip: bytes }: { zip: Uint8Array }): Unzipped => {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const files: { name: string; content: Uint8Array }[] = []
  let room = BYTES_MAX
  try {
    for (const entry of entriesOf(zip)) {
      if (files.length >= FILES_MAX) throw new Refused('tooMuch')
      const content = contentOf(zip, entry, room)
      room -= content.length
      files.push({ name: entry.name, content })
    }
    return { files }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code }
    if (error instanceof RangeError) return { refused: 'zip' }
    throw error
  }
}
