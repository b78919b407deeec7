/** The width and height of a picture in pixels. */
type ImageSize = { width: number; height: number }

const isJpeg = (bytes: Buffer) => bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8

/** Whether a JPEG marker begins a frame, whose header has the size. The others of this range are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Walks the segments of a JPEG up to its frame. */
const readJpeg = (bytes: Buffer): ImageSize | undefined => {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else at += 2 + Math.max(bytes.readUInt16BE(at + 2), 2)
  }
  return undefined
}

const readWebp = (bytes: Buffer): ImageSize | undefined => {
  if (bytes.length < 30) return undefined
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const readBmp = (bytes: Buffer): ImageSize | undefined => {
  if (bytes.length < 26) return undefined
  if (bytes.readUInt32LE(14) === 12) return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
  // A negative height: its lines stand from top to bottom.
  return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }
}

/** Reads the size that a PNG, GIF, JPEG, WebP or BMP claims, without decoding it; undefined where it has none. */
export const readImageSize = (bytes: Buffer): ImageSize | undefined => {
  if (isJpeg(bytes)) return readJpeg(bytes)
  if (bytes.length < 10) return undefined
  if (bytes.readUInt32BE(0) === 0x89504e47)
    return bytes.length < 24 ? undefined : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return readWebp(bytes)
  return bytes.toString('latin1', 0, 2) === 'BM' ? readBmp(bytes) : undefined
}
