import { type Secrets, sameSecret, shortMac } from './secrets.ts'

const STEP_SECONDS = 30 * 60
const LIFE_SECONDS = 90 * 60

/** A file as its address names it. The name is for the reader alone: it is not signed, and serving takes it from the file's row. */
type AddressedFile = { id: number; name: string }

/** The parts of a file address that came with a request, as text. */
type AddressProof = { fileId: number; m: string; e: string; s: string }

/** Makes and checks signed file addresses (decisions 2). */
export type FileAddresses = {
  /**
   * `/api/files/{fileId}/{name}?m={membershipId}&e={epoch seconds}&s={signature}`: good for one hour at least and 90 minutes
   * at most, and the same text whenever it is asked for within one half hour of the clock.
   */
  sign(file: AddressedFile, membershipId: number, now: Date): string
  /** The membership that the address was made for, whose right is still to be checked; undefined when forged or expired. */
  verify(proof: AddressProof, now: Date): number | undefined
}

/** File addresses under a key of their own, derived once. */
export const openFileAddresses = (secrets: Secrets): FileAddresses => {
  const key = secrets.keyFor('file address')
  const signature = (fileId: number, membershipId: number | string, expires: number | string) =>
    shortMac(key, `${fileId}.${membershipId}.${expires}`)

  return {
    sign(file, membershipId, now) {
      const expires = Math.floor(now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS + LIFE_SECONDS
      const s = signature(file.id, membershipId, expires)
      return `/api/files/${file.id}/${encodeURIComponent(file.name)}?m=${membershipId}&e=${expires}&s=${s}`
    },
    verify({ fileId, m, e, s }, now) {
      if (!sameSecret(signature(fileId, m, e), s)) return undefined
      return Number(e) * 1000 > now.getTime() ? Number(m) : undefined
    },
  }
}
