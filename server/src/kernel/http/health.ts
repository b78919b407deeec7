import type { FastifyInstance } from 'fastify'
import { fail } from '../errors/fail.ts'
import type { RateLimits } from '../limits/rate-limit.ts'
import { type Secrets, shortMac } from '../security/secrets.ts'
import type { Deps } from './deps.ts'

/** Identifies this installation, the same in all its processes; SECRET_KEY cannot be derived from it. */
export const installationId = (secrets: Secrets): string => shortMac(secrets.keyFor('installation'), 'id')

/** `GET /healthz` answers while the process lives; `GET /readyz` while it can work and is not about to stop. */
export const serveHealth = (
  http: FastifyInstance,
  { database, storage, secrets, ready }: Deps,
  limits: RateLimits,
): void => {
  const installation = installationId(secrets)
  http.get('/healthz', async () => ({ status: 'ok', installation }))

  let stopping = false
  http.addHook('preClose', async () => {
    stopping = true
  })
  http.get('/readyz', { onRequest: limits.probe }, async () => {
    if (stopping) fail('unavailable', { retryAfter: 1, detail: 'This process is stopping.' })
    if (!ready()) fail('unavailable', { retryAfter: 1, detail: 'The first load is not done yet.' })
    await Promise.all([database.check(), storage.check()])
    return { status: 'ready' }
  })
}
