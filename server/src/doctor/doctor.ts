/** A result of a check. `todo` says what to do; it is absent if the state is `ok`. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; found: string; todo?: string }

/** A named check. If `look` throws, the check reports `broken` with the message of the error and `todo`. */
export type Check = { name: string; todo: string; look: () => Promise<Found[]> }

/** A finding without the name of its check. */
export type Found = Omit<Finding, 'check'>

export const ok = (found: string): Found => ({ state: 'ok', found })
export const warning = (found: string, todo: string): Found => ({ state: 'warning', found, todo })
export const broken = (found: string, todo: string): Found => ({ state: 'broken', found, todo })

/** The message of an error, or of its cause if the error is only the "fetch failed" of `fetch`. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const text = error.message || ('code' in error ? String(error.code) : error.name)
  return text === 'fetch failed' && inner instanceof Error ? describeError(inner) : text
}

const unknownAuthority = /self[- ]signed certificate|verify the first certificate|local issuer certificate/

/** Returns a specific hint if the error comes from a certificate of a private authority, otherwise `todo`. */
const suggestAction = (reason: string, todo: string): string =>
  unknownAuthority.test(reason)
    ? 'Its certificate is not of a public authority: name that authority in NODE_EXTRA_CA_CERTS, as docs/operating.md says.'
    : todo

/** How long a check may take, in milliseconds, for a caller that waits for all of them. */
const PATIENCE_MS = 30_000

const inTime = (looking: Promise<Found[]>): Promise<Found[]> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found[]>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS)
  })
  return Promise.race([looking, late]).finally(() => clearTimeout(timer))
}

/** Runs all checks in sequence, even if some fail. `onDone` is called after each with what was found so far. */
export const examine = async (
  checks: Check[],
  onDone?: (findings: Finding[], done: number) => Promise<void>,
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [n, { name, todo, look }] of checks.entries()) {
    const found = await inTime(look()).catch(error => {
      const reason = describeError(error)
      return [broken(reason, suggestAction(reason, todo))]
    })
    findings.push(...found.map(one => ({ check: name, ...one })))
    await onDone?.(findings, n + 1)
  }
  return findings
}
