import type { Authenticator } from './scope.ts'

/** Proofs kept at most; beyond that all are made anew. */
const MOST = 10_000

/** A gate that remembers, and can be told to forget. */
export type CachingAuthenticator = Authenticator & {
  /** Forgets every proof at once, after a session has ended here. */
  forget: () => void
}

/**
 * Proofs that hold for `life` milliseconds from the moment they were asked for. It stays under a second, because what was revoked is
 * refused within a second everywhere (decisions 3); 0 remembers nothing. What was refused is never remembered.
 */
export const openAuthCache = (life: number) => {
  const proofs = new Map<string, { at: number; proof: Promise<unknown> }>()

  const recent = <Proof>(key: string, prove: () => Promise<Proof>): Promise<Proof> => {
    const at = performance.now()
    const known = proofs.get(key)
    if (known && at - known.at < life) return known.proof as Promise<Proof>
    const proof = prove()
    if (life === 0) return proof
    if (proofs.size >= MOST) proofs.clear()
    proofs.set(key, { at, proof })
    proof.catch(() => {
      if (proofs.get(key)?.proof === proof) proofs.delete(key)
    })
    return proof
  }

  return { recent, forget: () => proofs.clear() }
}

/** A gate that remembers, so that the calls of one screen share one statement; see {@link openAuthCache}. */
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
