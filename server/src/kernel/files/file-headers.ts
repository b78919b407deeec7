import type { ByteRange } from '../storage/storage.ts'
import { isInline } from './file-kind.ts'

/** What of a stored file is needed to serve it. */
export type ServedFile = { name: string; mediaType: string }

// Nothing in a served file may load or run anything, and only our own pages may frame it. `sandbox` takes it off our origin too;
// a PDF goes without it, for Chromium's viewer does not start in a sandbox. The pages that browsers build around an image or a PDF
// are styled inline.
const LOCKED =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const encodeExtended = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A Content-Disposition (RFC 6266): the name in ASCII for old clients, and whole (RFC 8187). */
const disposition = (type: 'inline' | 'attachment', name: string) => {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_')
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** The headers under which a user's file is served; `download` asks for a download of what would be shown inline. */
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
 * A Range header against a file of `size` bytes (RFC 9110 section 14): the one range to send (206), 'unsatisfiable' (416), or undefined
 * for the whole file (200): no header, one that is malformed, or several ranges.
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
