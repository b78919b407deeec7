import { LRUCache } from 'lru-cache'
import { guardedRequest } from '../../kernel/security/guarded-request.ts'
import { Unproven } from '../cms/validation-errors.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import type { SignatureProof } from './document-security-store.ts'
import type { Ask } from './validation-data.ts'

/** How long the response to a GET is cached, in milliseconds: CRLs can have megabytes, and change by the hour. */
const CACHED_MS = 10 * 60_000
const CACHED_MOST = 50

/**
 * Timeouts in milliseconds: for a time stamp, for all validation data of a signature, and the pause after a failure.
 */
export type Patience = { stamp: number; proof: number; pause: number }

/** For a signer who waits for the signed document. */
export const SIGNER_PATIENCE: Patience = { stamp: 5000, proof: 4000, pause: 60_000 }
/** For background jobs. */
export const JOB_PATIENCE: Patience = { stamp: 30_000, proof: 60_000, pause: 60_000 }

/** The sources of time stamps and validation data. A server that fails is not asked again for a while. */
export type SealAuthorities = {
  /** A time-stamp token (DER) of what has this SHA-256. */
  stamp(digest: Uint8Array): Promise<Buffer>
  /** The validation data of a signature, see `proofOf`. */
  proof(contents: Buffer): Promise<SignatureProof>
}

/** Opens the authorities of TSA_URL. `allowPrivate`: addresses in certificates may resolve to private networks. */
export const openSealAuthorities = (
  { tsaUrl, allowPrivate }: { tsaUrl: string; allowPrivate: boolean },
  patience: Patience,
): SealAuthorities => {
  const stamps = circuitBreaker(patience.pause)
  const proofs = circuitBreaker(patience.pause, error => !(error instanceof Unproven && error.final))
  const answers = new LRUCache<string, Buffer>({ max: CACHED_MOST, ttl: CACHED_MS })

  const asking =
    (signal: AbortSignal): Ask =>
    async (address, most, body) => {
      const cached = body ? undefined : answers.get(address)
      if (cached) return cached
      const answer = await guardedRequest(address, {
        ...(body && { body }),
        most,
        signal,
        allowPrivate,
        setting: 'TSA_ALLOW_PRIVATE',
      })
      if (!body) answers.set(address, answer)
      return answer
    }

  return {
    stamp: digest =>
      stamps(async () => {
        const { requestTimeStamp } = await import('../cms/time-stamp.ts')
        return requestTimeStamp(tsaUrl, digest, patience.stamp)
      }),
    proof: contents =>
      proofs(async () => {
        const { proofOf } = await import('./validation-data.ts')
        return proofOf(contents, { ask: asking(AbortSignal.timeout(patience.proof)), now: new Date() })
      }),
  }
}
