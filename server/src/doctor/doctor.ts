/** What a check of the installation found. `todo` says what to do; nothing has to be done about `ok`. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; found: string; todo?: string }

/** A check by its name: what it finds, in sentences. What it throws is a broken thing, whose message says why. */
export type Check = { name: string; todo: string; look: () => Promise<Found[]> }

/** One thing found. */
export type Found = Omit<Finding, 'check'>

export const ok = (found: string): Found => ({ state: 'ok', found })
export const warning = (found: string, todo: string): Found => ({ state: 'warning', found, todo })
export const broken = (found: string, todo: string): Found => ({ state: 'broken', found, todo })

/** The sentence of an error, its cause's where that says more, as errors of `fetch` have it. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const text = error.message || ('code' in error ? String(error.code) : error.name)
  return text === 'fetch failed' && inner instanceof Error ? reasonOf(inner) : text
}

const unknownAuthority = /self[- ]signed certificate|verify the first certificate|local issuer certificate/

/** What to do about an error: a certificate of somebody's own authority looks like any wrong address otherwise. */
const todoOf = (reason: string, todo: string): string =>
  unknownAuthority.test(reason)
    ? 'Its certificate is not of a public authority: name that authority in NODE_EXTRA_CA_CERTS, as docs/operating.md says.'
    : todo

/** Looks at everything, one check after the other, whatever the others find. */
export const examine = async (checks: Check[]): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { name, todo, look } of checks) {
    const found = await look().catch(error => {
      const reason = reasonOf(error)
      return [broken(reason, todoOf(reason, todo))]
    })
    findings.push(...found.map(one => ({ check: name, ...one })))
  }
  return findings
}
