import { guardedRequest } from '../../kernel/security/guarded-request.ts'
import { Unproven } from '../cms/validation-errors.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import type { SignatureProof } from './document-security-store.ts'
import type { Ask } from './validation-data.ts'

/** How long the answer to a GET is good for another request: lists are some megabytes at worst, and change by the hour. */
const KEPT_MS = 10 * 60_000
const KEPT_MOST = 50

/**
 * How long to wait, in milliseconds: for a time stamp, for all the validation data of a signature, and after a failure until the next
 * request.
 */
export type Patience = { stamp: number; proof: number; pause: number }

/** While somebody waits for the signed document. */
export const SIGNER_PATIENCE: Patience = { stamp: 5000, proof: 4000, pause: 60_000 }
/** In the background. */
export const JOB_PATIENCE: Patience = { stamp: 30_000, proof: 60_000, pause: 60_000 }

/** Where time stamps and validation data come from. What fails is not asked again for a while. */
export type SealAuthorities = {
  /** A time-stamp token (DER) of what has this SHA-256. */
  stamp(digest: Uint8Array): Promise<Buffer>
  /** What proves a signature of a file, see `proofOf`. */
  proof(contents: Buffer): Promise<SignatureProof>
}

/** Answers to GET, kept for a while. */
const keptAnswers = () => {
  const kept = new Map<string, { answer: Buffer; until: number }>()
  return async (address: string, ask: () => Promise<Buffer>) => {
    const found = kept.get(address)
    if (found && performance.now() < found.until) return found.answer
    const answer = await ask()
    kept.delete(address)
    kept.set(address, { answer, until: performance.now() + KEPT_MS })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MOST && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

/** Opens the authorities of TSA_URL. `allowPrivate`: whether the addresses in certificates may lead into private networks. */
export const openSealAuthorities = (
  { tsaUrl, allowPrivate }: { tsaUrl: string; allowPrivate: boolean },
  patience: Patience,
): SealAuthorities => {
  const stamps = circuitBreaker(patience.pause)
  const proofs = circuitBreaker(patience.pause, error => !(error instanceof Unproven && error.final))
  const kept = keptAnswers()

  const asking =
    (signal: AbortSignal): Ask =>
    (address, most, body) => {
      const request = () =>
        guardedRequest(address, {
          ...(body && { body }),
          most,
          signal,
          allowPrivate,
          setting: 'TSA_ALLOW_PRIVATE',
        })
      return body ? request() : kept(address, request)
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
