import type { ByteRange } from '../storage/storage.ts'
import { isInline } from './file-kind.ts'

/** The properties of a stored file that serving it needs. */
export type ServedFile = { name: string; mediaType: string }

// A served file may load or run nothing, and only our own pages may frame it. `sandbox` also moves it out of our origin; a PDF has none,
// because Chromium's viewer does not start in a sandbox. The pages that browsers build around an image or a PDF have inline styles.
const LOCKED =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const encodeExtended = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A Content-Disposition header (RFC 6266): the name in ASCII for old clients, and in full (RFC 8187). */
const disposition = (type: 'inline' | 'attachment', name: string) => {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_')
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** The headers of a user's file; with `download` an inline file is downloaded instead. */
export const contentHeaders = (
  { name, mediaType }: ServedFile,
  { download = false }: { download?: boolean } = {},
): Record<string, string> => {
  const shown = isInline(mediaType)
  return {
    'content-type': shown ? mediaType : 'application/octet-stream',
    'content-disposition': disposition(shown && !download ? 'inline' : 'attachment', name),
    'content-security-policy': mediaType === 'application/pdf' ? LOCKED : `${LOCKED}; sandbox`,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, section 14): the one range to send (206), 'unsatisfiable' (416), or undefined
 * for the whole file (200), if the header is missing, malformed, or has several ranges.
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : 'unsatisfiable'
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'unsatisfiable'
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
