import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { fail } from './fail.ts'

/** `GET /healthz` answers while the process lives; `GET /readyz` when it can work (decisions 9). */
export const serveHealth = (http: FastifyInstance, { database, storage, ready }: Deps): void => {
  http.get('/healthz', async () => ({ status: 'ok' }))

  http.get('/readyz', async () => {
    if (!ready()) fail('unavailable', { retryAfter: 1, detail: 'The first load is not done yet.' })
    await Promise.all([database.check(), storage.check()])
    return { status: 'ready' }
  })
}
