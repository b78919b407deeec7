/** A file of a `winmail.dat`. */
export type TnefFile = { name: string; content: Uint8Array }

const SIGNATURE = 0x223e9f78

// Attributes of the format (MS-OXTNEF, section 2.1.3.4).
const TITLE = 0x00018010
const DATA = 0x0006800f
const START = 0x00069002
const PROPERTIES = 0x00069005

const LONG_NAME = 0x3707
const FILES_MAX = 100

/** The name in an attachment's MAPI properties: the string after the tag of PR_ATTACH_LONG_FILENAME, in 8-bit or UTF-16. */
const longNameIn = (data: Buffer): string | undefined => {
  for (const [type, encoding] of [
    [0x1f, 'utf16le'],
    [0x1e, 'latin1'],
  ] as const) {
    const tag = Buffer.from([type, 0, LONG_NAME & 0xff, LONG_NAME >> 8])
    const at = data.indexOf(tag)
    // The tag, the number of values, the length in bytes, the text with its closing zero.
    if (at < 0 || at + 12 > data.length) continue
    const length = data.readUInt32LE(at + 8)
    if (length > 2000 || at + 12 + length > data.length) continue
    return data.toString(encoding, at + 12, at + 12 + length)
  }
  return undefined
}

const toName = (bytes: string) => bytes.split('\0')[0]?.trim() ?? ''

/**
 * The files in a `winmail.dat`, which Outlook sends instead of attachments to those it takes for its own kind (MS-OXTNEF). A file that is
 * cut off gives what precedes the cut; anything else gives nothing.
 */
export const readTnef = (bytes: Uint8Array): TnefFile[] => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < 6 || data.readUInt32LE(0) !== SIGNATURE) return []
  const files: TnefFile[] = []
  // The signature and a key come first; then attributes of level, id, length, data and checksum.
  for (let at = 6; at + 9 <= data.length && files.length <= FILES_MAX; ) {
    const id = data.readUInt32LE(at + 1)
    const length = data.readUInt32LE(at + 5)
    const end = at + 9 + length
    if (end > data.length) break
    const value = data.subarray(at + 9, end)
    if (id === START) files.push({ name: '', content: new Uint8Array() })
    const file = files.at(-1)
    if (file && id === TITLE && !file.name) file.name = toName(value.toString('latin1'))
    if (file && id === PROPERTIES) file.name = toName(longNameIn(value) ?? file.name)
    if (file && id === DATA) file.content = new Uint8Array(value)
    at = end + 2
  }
  return files.filter(({ content }) => content.length > 0)
}
