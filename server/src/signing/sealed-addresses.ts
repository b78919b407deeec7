import { type Secrets, sameSecret, shortMac } from '../kernel/security/secrets.ts'

const STEP_SECONDS = 30 * 60
const LIFE_SECONDS = 90 * 60

/** A sealed revision of a file: its first `size` bytes. */
type SealedRevision = { fileId: number; name: string; size: number }

/** Signs and verifies URLs of sealed revisions. Only a caller who has uploaded the same bytes gets one. */
export type SealedAddresses = {
  /** Valid for 60 to 90 minutes. Calls within the same half hour return the same URL, so that browsers can cache it. */
  sign(revision: SealedRevision, now: Date): string
  /** The size of the revision; undefined for a forged or expired URL. */
  verify(proof: { fileId: number; name: string; n: string; e: string; s: string }, now: Date): number | undefined
}

/** Opens the signer of sealed revisions, with a key derived for this purpose. */
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
