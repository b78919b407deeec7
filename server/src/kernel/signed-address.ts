import { type Secrets, sameSecret, shortMac } from './secrets.ts'

const STEP_SECONDS = 30 * 60
const LIFE_SECONDS = 90 * 60

/** A file as its address names it. The name is for the reader alone: it is not signed, and serving takes it from the file's row. */
type AddressedFile = { id: number; name: string; shelf?: Shelf }

/** Which files an id counts: those of a contact, or, as `publicfiles`, those of a portal. The first word of the address. */
type Shelf = 'files' | 'publicfiles'

/** The parts of a file address that came with a request, as text. */
type AddressProof = { fileId: number; shelf?: Shelf; m: string; e: string; s: string }

/** Makes and checks signed file addresses (decisions 2). */
export type FileAddresses = {
  /**
   * `/api/{shelf}/{fileId}/{name}?m={membershipId}&e={epoch seconds}&s={signature}`: good for one hour at least and 90 minutes
   * at most, and the same text whenever it is asked for within one half hour of the clock.
   */
  sign(file: AddressedFile, membershipId: number, now: Date): string
  /** The membership that the address was made for, whose right is still to be checked; undefined when forged or expired. */
  verify(proof: AddressProof, now: Date): number | undefined
}

/** Signatures remembered at most; beyond that all are made anew. */
const MOST = 20_000

/** File addresses under a key of their own, derived once. */
export const openFileAddresses = (secrets: Secrets): FileAddresses => {
  const key = secrets.keyFor('file address')
  // A list read again names the same files: a hundred signatures cost more than all else that it takes.
  const known = new Map<string, string>()
  const signature = (shelf: Shelf, fileId: number, membershipId: number | string, expires: number | string) =>
    shortMac(key, `${shelf === 'files' ? '' : `${shelf}.`}${fileId}.${membershipId}.${expires}`)

  return {
    sign({ id, name, shelf = 'files' }, membershipId, now) {
      const expires = Math.floor(now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS + LIFE_SECONDS
      const place = `${shelf}/${id}/${membershipId}/${expires}`
      const s = known.get(place) ?? signature(shelf, id, membershipId, expires)
      if (known.size >= MOST) known.clear()
      known.set(place, s)
      return `/api/${shelf}/${id}/${encodeURIComponent(name)}?m=${membershipId}&e=${expires}&s=${s}`
    },
    verify({ fileId, shelf = 'files', m, e, s }, now) {
      if (!sameSecret(signature(shelf, fileId, m, e), s)) return undefined
      return Number(e) * 1000 > now.getTime() ? Number(m) : undefined
    },
  }
}
