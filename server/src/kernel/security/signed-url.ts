import { LRUCache } from 'lru-cache'
import { type Secrets, sameSecret, shortMac } from './secrets.ts'

const STEP_SECONDS = 30 * 60
const LIFE_SECONDS = 90 * 60

/** A file of a signed URL. `name` only makes the URL readable: it is not signed, and the server sends the name in the file's row. */
type AddressedFile = { id: number; name: string; collection?: FileCollection }

/** The table that the id belongs to, and the first segment of the path: files of contacts, or public files of a portal. */
type FileCollection = 'files' | 'publicfiles'

/** The reader for whom a URL is signed. At each request the membership's permissions are checked and the session must still live. */
export type UrlReader = { membershipId: number; sessionId: number }

/** The parts of a signed URL in a request, as text. URLs of older versions have no `n` and are refused. */
type AddressProof = { fileId: number; collection?: FileCollection; m: string; n?: string; e: string; s: string }

/** Makes and verifies signed URLs of files. */
export type SignedUrls = {
  /**
   * `/api/{collection}/{fileId}/{name}?m={membershipId}&n={sessionId}&e={epoch seconds}&s={signature}`: valid for at least one hour and at
   * most 90 minutes; identical within the same half hour of the clock.
   */
  sign(file: AddressedFile, reader: UrlReader, now: Date): string
  /** The reader for whom the URL was made, whose session and permissions the caller must still check; undefined if forged or expired. */
  verify(proof: AddressProof, now: Date): UrlReader | undefined
}

/** Largest number of cached signatures; beyond it the least recently used goes. */
const MAX_CACHED = 20_000

/** Signs with its own key, derived once from SECRET_KEY. */
export const openSignedUrls = (secrets: Secrets): SignedUrls => {
  const key = secrets.keyFor('file address')
  // Repeated lists sign the same files: a hundred signatures cost more than the rest of the request.
  const known = new LRUCache<string, string>({ max: MAX_CACHED })
  const signature = (
    collection: FileCollection,
    fileId: number,
    m: number | string,
    n: number | string,
    expires: number | string,
  ) => shortMac(key, `${collection}.${fileId}.${m}.${n}.${expires}`)

  return {
    sign({ id, name, collection = 'files' }, { membershipId, sessionId }, now) {
      const expires = Math.floor(now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS + LIFE_SECONDS
      const place = `${collection}/${id}/${membershipId}/${sessionId}/${expires}`
      let s = known.get(place)
      if (s === undefined) {
        s = signature(collection, id, membershipId, sessionId, expires)
        known.set(place, s)
      }
      return `/api/${collection}/${id}/${encodeURIComponent(name)}?m=${membershipId}&n=${sessionId}&e=${expires}&s=${s}`
    },
    verify({ fileId, collection = 'files', m, n, e, s }, now) {
      if (n === undefined || !sameSecret(signature(collection, fileId, m, n, e), s)) return undefined
      return Number(e) * 1000 > now.getTime() ? { membershipId: Number(m), sessionId: Number(n) } : undefined
    },
  }
}
