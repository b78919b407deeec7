import type { ScopeGate } from './scope.ts'

/** Proofs kept at most; beyond that all are made anew. */
const MOST = 10_000

/** A gate that remembers, and can be told to forget. */
export type RememberingGate = ScopeGate & {
  /** Forgets every proof at once, after a session has ended here. */
  forget: () => void
}

/**
 * Proofs that hold for `life` milliseconds from the moment they were asked for. It stays under a second, because what was revoked is
 * refused within a second everywhere (decisions 3); 0 remembers nothing. What was refused is never remembered.
 */
export const openRecentProofs = (life: number) => {
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

/** A gate that remembers, so that the calls of one screen share one statement; see {@link openRecentProofs}. */
export const remembering = (gate: ScopeGate, life: number): RememberingGate => {
  const { recent, forget } = openRecentProofs(life)
  return {
    user: authorization => recent(`user ${authorization}`, () => gate.user(authorization)),
    portal: (authorization, company) =>
      recent(`portal ${company} ${authorization}`, () => gate.portal(authorization, company)),
    contact: (authorization, company, contactId) =>
      recent(`contact ${company ?? ''} ${contactId} ${authorization}`, () =>
        gate.contact(authorization, company, contactId),
      ),
    addressed: reader => recent(`addressed ${reader.membershipId} ${reader.sessionId}`, () => gate.addressed(reader)),
    forget,
  }
}
