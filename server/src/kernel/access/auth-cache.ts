import { LRUCache } from 'lru-cache'
import type { Authenticator } from './scope.ts'

/** Largest number of cached entries; beyond it the least recently used goes. */
const MAX_ENTRIES = 10_000

/** An authenticator that caches scopes. */
export type CachingAuthenticator = Authenticator & {
  /** Clears the cache, after this process has ended a session. */
  forget: () => void
}

/**
 * Caches successful authentications for `life` milliseconds; 0 turns the cache off. `life` must stay below 1000, because every process must
 * refuse a revoked session or API key within a second. Failures are not cached.
 */
export const openAuthCache = (life: number) => {
  // A ttl of 0 would mean for ever. Without a resolution of 0 the clock of the cache stands still for as long as the event loop is busy.
  const proofs =
    life > 0 ? new LRUCache<string, Promise<unknown>>({ max: MAX_ENTRIES, ttl: life, ttlResolution: 0 }) : undefined

  const recent = <Proof>(key: string, prove: () => Promise<Proof>): Promise<Proof> => {
    const known = proofs?.get(key)
    if (known) return known as Promise<Proof>
    const proof = prove()
    proofs?.set(key, proof)
    proof.catch(() => {
      if (proofs?.peek(key) === proof) proofs.delete(key)
    })
    return proof
  }

  return { recent, forget: () => proofs?.clear() }
}

/** Adds an {@link openAuthCache} to an authenticator, so that the parallel calls of one screen share one statement. */
export const cacheAuthentication = (authenticator: Authenticator, life: number): CachingAuthenticator => {
  const { recent, forget } = openAuthCache(life)
  return {
    user: authorization => recent(`user ${authorization}`, () => authenticator.user(authorization)),
    portal: (authorization, company) =>
      recent(`portal ${company} ${authorization}`, () => authenticator.portal(authorization, company)),
    contact: (authorization, company, contactId) =>
      recent(`contact ${company ?? ''} ${contactId} ${authorization}`, () =>
        authenticator.contact(authorization, company, contactId),
      ),
    urlReader: reader =>
      recent(`urlReader ${reader.membershipId} ${reader.sessionId}`, () => authenticator.urlReader(reader)),
    forget,
  }
}
