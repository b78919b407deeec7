import { type Secrets, sameSecret, shortMac } from './secrets.ts'

const STEP_SECONDS = 30 * 60
const LIFE_SECONDS = 90 * 60

/** A file as its address names it. The name is for the reader alone: it is not signed, and serving takes it from the file's row. */
type AddressedFile = { id: number; name: string; collection?: FileCollection }

/** Which files an id counts: those of a contact, or, as `publicfiles`, those of a portal. The first word of the address. */
type FileCollection = 'files' | 'publicfiles'

/** For whom an address is made: the membership whose right is checked at each opening, and the session, which has to live then. */
export type UrlReader = { membershipId: number; sessionId: number }

/** The parts of a file address that came with a request, as text; addresses of older versions have no `n`, and open nothing. */
type AddressProof = { fileId: number; collection?: FileCollection; m: string; n?: string; e: string; s: string }

/** Makes and checks signed file addresses (decisions 2). */
export type SignedUrls = {
  /**
   * `/api/{collection}/{fileId}/{name}?m={membershipId}&n={sessionId}&e={epoch seconds}&s={signature}`: good for one hour at least and
   * 90 minutes at most, and the same text whenever it is asked for within one half hour of the clock.
   */
  sign(file: AddressedFile, reader: UrlReader, now: Date): string
  /** Whom the address was made for, whose session and right are still to be checked; undefined when forged or expired. */
  verify(proof: AddressProof, now: Date): UrlReader | undefined
}

/** Signatures remembered at most; beyond that all are made anew. */
const MOST = 20_000

/** File addresses under a key of their own, derived once. */
export const openSignedUrls = (secrets: Secrets): SignedUrls => {
  const key = secrets.keyFor('file address')
  // A list read again names the same files: a hundred signatures cost more than all else that it takes.
  const known = new Map<string, string>()
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
      const s = known.get(place) ?? signature(collection, id, membershipId, sessionId, expires)
      if (known.size >= MOST) known.clear()
      known.set(place, s)
      return `/api/${collection}/${id}/${encodeURIComponent(name)}?m=${membershipId}&n=${sessionId}&e=${expires}&s=${s}`
    },
    verify({ fileId, collection = 'files', m, n, e, s }, now) {
      if (n === undefined || !sameSecret(signature(collection, fileId, m, n, e), s)) return undefined
      return Number(e) * 1000 > now.getTime() ? { membershipId: Number(m), sessionId: Number(n) } : undefined
    },
  }
}
