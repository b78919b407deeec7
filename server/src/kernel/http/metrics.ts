import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { fail } from '../errors/fail.ts'
import { sameSecret } from '../security/secrets.ts'
import type { Deps } from './deps.ts'
import { isLoopbackName, namesLoopback } from './host-header.ts'

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether a request comes directly from this machine. A request that a local proxy forwards can mostly be recognised by its headers; some
 * proxies (HAProxy, stunnel, socat) add none, but then `Host` is the one that the sender typed.
 */
const isDirectLoopback = ({ socket, headers }: FastifyRequest): boolean => {
  const address = socket.remoteAddress ?? ''
  const loopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return loopback && namesLoopback(headers.host) && !FORWARDING.some(name => name in headers)
}

/** A metric that takes longer is left out: the other metrics are needed most while the database does not answer. */
const COUNT_TIMEOUT_MS = 2000

/**
 * A metric that is computed at each scrape: its values by state, or by another `label`. A `counter` counts since the start and never
 * decreases.
 */
export type CountedMetric = {
  name: string
  help: string
  label?: string
  counter?: boolean
  count: () => Promise<Record<string, number>>
}

/** `GET /metrics` in Prometheus text format. */
export const serveMetrics = (
  http: FastifyInstance,
  { database, metricsToken, publicUrl, log }: Deps,
  counted: CountedMetric[],
): void => {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'portico_' })
  const duration = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  new Gauge({
    name: 'portico_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, value] of Object.entries(database.connections())) this.set({ state }, value)
    },
  })
  new Counter({
    name: 'portico_database_statements_total',
    help: 'Statements sent to the database',
    registers: [register],
    collect() {
      this.reset()
      this.inc(database.statements())
    },
  })

  // The other metrics are reported even while the database is unavailable.
  const valuesOf = async ({ count }: CountedMetric) =>
    Object.entries(await Promise.race([count().catch(() => ({})), sleep(COUNT_TIMEOUT_MS, {}, { ref: false })]))
  for (const figure of counted) {
    const { name, help, label = 'state' } = figure
    const options = { name, help, labelNames: [label], registers: [register] }
    if (figure.counter)
      new Counter({
        ...options,
        async collect() {
          const values = await valuesOf(figure)
          this.reset()
          for (const [state, value] of values) this.inc({ [label]: state }, value)
        },
      })
    else
      new Gauge({
        ...options,
        async collect() {
          const values = await valuesOf(figure)
          // An old value would look like the current one.
          this.reset()
          for (const [state, value] of values) this.set({ [label]: state }, value)
        },
      })
  }

  http.addHook('onResponse', (request, reply, done) => {
    // Each built file has a route of its own; the metrics count them as one.
    const route = request.routeOptions.url?.replace(/^\/assets\/.*/, '/assets/*') ?? 'other'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  // Behind a proxy that adds no headers, a stranger could send any `Host`, so an installation open to other machines needs a token.
  const isLocal = publicUrl === undefined || isLoopbackName(new URL(publicUrl).hostname)
  if (!metricsToken && !isLocal) log.info('/metrics is closed: it needs METRICS_TOKEN where PUBLIC_URL is set')
  http.get('/metrics', async (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const allowed = metricsToken ? sameSecret(given, metricsToken) : isLocal && isDirectLoopback(request)
    if (!allowed) fail('not_found')
    return reply.type(register.contentType).send(await register.metrics())
  })
}
