import { extensionOf } from './file-name.ts'

/** How a file is served: only real images and PDF files are shown inline, any other downloads as `application/octet-stream`. */
export type FileKind = { mediaType: string; kind: 'image' | 'pdf' | 'other'; inline: boolean }

/** Detects the kind of a file from its first {@link SNIFF_BYTES} bytes and its cleaned name; undefined if the file is refused. */
export type Sniff = (firstBytes: Uint8Array, name: string) => FileKind | undefined

/** How many bytes from the beginning of a file {@link sniff} needs. */
export const SNIFF_BYTES = 4100

const PDF = 'application/pdf'

/** The kind of every file that is not shown inline. */
const OTHER: FileKind = { mediaType: 'application/octet-stream', kind: 'other', inline: false }

/** The image types that are shown inline; {@link sniff} has verified each file that has one of them. */
const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp']

/** Whether a stored media type may be shown inline. */
export const isInline = (mediaType: string): boolean => mediaType === PDF || IMAGES.includes(mediaType)

const IMAGE_NAMES = new Set(['jpg', 'jpeg', 'png', 'bmp', 'gif', 'webp'])

/**
 * Extensions that a double click runs on Windows, macOS, Linux or Android, or opens as a disk or collection whose content runs without a
 * warning; the list is in decision 4, File storage and serving.
 */
const EXECUTABLE_NAMES = new Set(
  [
    'apk appimage application appref-ms appx appxbundle bat chm cmd com command cpl deb desktop diagcab dll dmg exe',
    'gadget hta img inf iso jar jnlp js jse library-ms lnk mde msc msi msix msixbundle msp mst one pif pkg ps1 psd1',
    'psm1 reg rpm run scf scpt scr sct search-ms searchconnector-ms settingcontent-ms sh sys url vb vbe vbs vhd vhdx',
    'website workflow ws wsc wsf wsh xbap xll',
  ].flatMap(line => line.split(' ')),
)

type Bytes = Uint8Array

const hasAt = (bytes: Bytes, offset: number, signature: string) => {
  for (let i = 0; i < signature.length; i += 1) {
    if (bytes[offset + i] !== signature.charCodeAt(i)) return false
  }
  return true
}

const startsWithAny = (bytes: Bytes, signatures: string[]) => signatures.some(signature => hasAt(bytes, 0, signature))

const EXECUTABLE_STARTS = [
  '\x7fELF',
  '\xfe\xed\xfa\xce', // Mach-O, 32 and 64 bit, both byte orders
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xca\xfe\xba\xbe', // Mach-O for several processors, Java class
  'dex\n', // Android
  'L\0\0\0\x01\x14\x02\0', // Windows shortcut
  '!<arch>\ndebian', // packages
  '\xed\xab\xee\xdb',
]

const isExecutable = (bytes: Bytes) =>
  startsWithAny(bytes, EXECUTABLE_STARTS) ||
  // DOS and Windows programs begin with two letters that a text may begin with too, but a text has no zero byte.
  (hasAt(bytes, 0, 'MZ') && bytes.subarray(0, 64).includes(0)) ||
  /^(?:\xef\xbb\xbf)?#![ \t]*\//.test(String.fromCharCode(...bytes.subarray(0, 16)))

const imageType = (bytes: Bytes): string | undefined => {
  if (hasAt(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (hasAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWithAny(bytes, ['GIF87a', 'GIF89a'])) return 'image/gif'
  if (hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WEBPVP8')) return 'image/webp'
  // A text may begin with 'BM' too, so the header size at offset 14 must be a known one.
  if (hasAt(bytes, 0, 'BM') && [12, 16, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0)
    return 'image/bmp'
  return undefined
}

/** Readers and browsers look for the PDF header in the first 1024 bytes, because scanners and mail gateways write lines before it. */
const isPdf = (bytes: Bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-')

const isZip = (bytes: Bytes) => startsWithAny(bytes, ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'])

/** Whether a file is a program, by its first bytes or its cleaned name. */
export const isProgram = (firstBytes: Uint8Array, name: string): boolean =>
  EXECUTABLE_NAMES.has(extensionOf(name)) || isExecutable(firstBytes)

/**
 * Detects the kind of a file from its first {@link SNIFF_BYTES} bytes and its cleaned name. Returns undefined for a refused file: one with
 * the extension of an image, PDF or zip but other bytes, or an executable by name or bytes.
 */
export const sniff: Sniff = (firstBytes, name) => {
  const extension = extensionOf(name)
  if (isProgram(firstBytes, name)) return undefined
  if (IMAGE_NAMES.has(extension)) {
    const mediaType = imageType(firstBytes)
    return mediaType ? { mediaType, kind: 'image', inline: true } : undefined
  }
  if (extension === 'pdf') return isPdf(firstBytes) ? { mediaType: PDF, kind: 'pdf', inline: true } : undefined
  if (extension === 'zip') return isZip(firstBytes) ? OTHER : undefined
  return OTHER
}

/** Matches the first element of an XML document, after what may precede it except a document type. */
const ROOT = /^(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!-))*-->)*<(?:[\w.-]+:)?([a-z_][\w.-]*)/i

const isXml = (bytes: Bytes) => {
  // In every common charset ASCII characters are readable, between the zeros of UTF-16.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
  const root = ROOT.exec(text)?.[1]
  return root !== undefined && !/^(?:html|svg)$/i.test(root)
}

/** The object identifier of signed data (RFC 5652), at the beginning of a sequence of any length. */
const SIGNED_DATA = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02'
const isSignedData = (bytes: Bytes) =>
  hasAt(bytes, 0, '0') && [2, 3, 4, 5, 6].some(offset => hasAt(bytes, offset, SIGNED_DATA))
const fromBase64 = (bytes: Bytes) =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/^\s*-----BEGIN [^-]*-----/, ''),
    'base64',
  )

/** The {@link Sniff} of the original of an electronic invoice: XML, or a signed file that contains it (CAdES, DER or Base64). */
export const sniffElectronicInvoice: Sniff = (firstBytes, name) => {
  const extension = extensionOf(name)
  if (extension === 'xml') return isXml(firstBytes) ? OTHER : undefined
  if (extension !== 'p7m') return undefined
  return isSignedData(firstBytes) || isSignedData(fromBase64(firstBytes)) ? OTHER : undefined
}
