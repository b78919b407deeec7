/**
 * Counts the elements of an ASN.1 BER encoding, up to `most`. Parsing costs some 75 µs per element, and anybody may upload a file.
 */
export const elementsIn = (bytes: Buffer, most: number): number => {
  let count = 0
  for (let at = 0; at + 1 < bytes.length && count <= most; count += 1) {
    const constructed = ((bytes[at] as number) & 0x20) !== 0
    // Multi-byte tag.
    if (((bytes[at] as number) & 0x1f) === 0x1f)
      while (at + 1 < bytes.length && (bytes[at + 1] as number) & 0x80) at += 1
    const short = bytes[at + 1] as number
    const more = short > 0x80 ? Math.min(short & 0x7f, 4) : 0
    if (at + 2 + more > bytes.length) break
    const length = more > 0 ? bytes.readUIntBE(at + 2, more) : short & 0x7f
    // Descend into a constructed element.
    at += 2 + more + (constructed ? 0 : length)
  }
  return count
}
