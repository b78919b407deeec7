import { type Secrets, sameSecret, shortMac } from '../kernel/security/secrets.ts'

const STEP_SECONDS = 30 * 60
const LIFE_SECONDS = 90 * 60

/** A sealed revision as its address names it: a file, and how many of its bytes, from the first on, the revision has. */
type SealedRevision = { fileId: number; name: string; size: number }

/** Makes and checks the addresses of sealed revisions. They are made for whoever has shown the revision, byte by byte. */
export type SealedAddresses = {
  /** Good for one hour at least and 90 minutes at most, and the same text whenever it is asked for within one half hour of the clock. */
  sign(revision: SealedRevision, now: Date): string
  /** The size of the revision; undefined when the address was forged or has expired. */
  verify(proof: { fileId: number; name: string; n: string; e: string; s: string }, now: Date): number | undefined
}

/** Addresses under a key of their own. */
export const openSealedAddresses = (secrets: Secrets): SealedAddresses => {
  const key = secrets.keyFor('sealed revision')
  const signature = (fileId: number, size: number | string, expires: number | string, name: string) =>
    shortMac(key, `${fileId}.${size}.${expires}.${name}`)
  return {
    sign({ fileId, name, size }, now) {
      const expires = Math.floor(now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS + LIFE_SECONDS
      const s = signature(fileId, size, expires, name)
      return `/api/signing/sealed/${fileId}/${encodeURIComponent(name)}?n=${size}&e=${expires}&s=${s}`
    },
    verify({ fileId, name, n, e, s }, now) {
      if (!sameSecret(signature(fileId, n, e, name), s)) return undefined
      return Number(e) * 1000 > now.getTime() ? Number(n) : undefined
    },
  }
}
