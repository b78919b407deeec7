import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import { everyEndpoint } from '@portico/contract/every-endpoint'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { appointmentRoutes } from './appointments/routes.ts'
import { confirmationRoutes } from './auth/confirmation-routes.ts'
import { linkRoutes } from './auth/link-routes.ts'
import { authRoutes } from './auth/routes.ts'
import { contractRoutes } from './contracts/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { estimateRoutes } from './estimates/routes.ts'
import { feedRoutes } from './events/feed-routes.ts'
import { eventHub } from './events/hub.ts'
import { eventRoutes } from './events/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { storedBytes } from './files/stored-bytes-queries.ts'
import { acceptMultipart } from './files/uploads.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { createApiKeyAuthenticator } from './kernel/access/api-key-scope.ts'
import { cacheAuthentication } from './kernel/access/auth-cache.ts'
import { createAuthenticator } from './kernel/access/scope.ts'
import { jobCounts } from './kernel/database/jobs.ts'
import { fail } from './kernel/errors/fail.ts'
import type { Deps } from './kernel/http/deps.ts'
import { trackConnections } from './kernel/http/drain-connections.ts'
import { handleClientError, installErrorHandler, sendProblem } from './kernel/http/error-handler.ts'
import { forwardedAddresses } from './kernel/http/forwarded-addresses.ts'
import { serveHealth } from './kernel/http/health.ts'
import { hasAmbiguousHost } from './kernel/http/host-header.ts'
import { serveMetrics } from './kernel/http/metrics.ts'
import { openApiOf } from './kernel/http/openapi.ts'
import { operatorDocument } from './kernel/http/operator-openapi.ts'
import type { App } from './kernel/http/route.ts'
import { apiContentSecurityPolicy, securityHeaders } from './kernel/http/security-headers.ts'
import { endSlowBodies } from './kernel/http/slow-bodies.ts'
import { serveWeb } from './kernel/http/static-web.ts'
import { connectionLimits, limitConnections } from './kernel/limits/connection-limits.ts'
import { openRateLimits } from './kernel/limits/rate-limit.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { operatorDocumentRoutes } from './operator-api/document-routes.ts'
import { operatorRoutes } from './operator-api/routes.ts'
import { operatorCalls } from './operator-calls.ts'
import { settingsOf } from './portals/queries.ts'
import { portalRoutes } from './portals/routes.ts'
import { publicFileRoutes } from './public-files/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { securityLogRoutes } from './security-log/routes.ts'
import { signingRoutes } from './signing/routes.ts'
import type { Seal } from './signing/seal/seal.ts'
import { countToRaise } from './signing/seal-queries.ts'
import { verifyRoutes } from './signing/verify-routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { mayOpenTicketFile } from './tickets/queries.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { countDeliveries } from './webhooks/delivery-queries.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { wikiRoutes } from './wiki/routes.ts'

/** Largest JSON body, in bytes. */
const BODY_LIMIT = 1024 * 1024

/** A request that has not arrived whole by then is given up: time for 25 MB over a slow line. */
const REQUEST_TIMEOUT_MS = 5 * 60_000

/** What the whole server is built from. */
export type AppDeps = Deps & { seal: Seal }

/** The whole server, ready to listen or to be called by `inject`. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const http = fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: deps.trustProxy.length > 0 ? deps.trustProxy : false,
    forceCloseConnections: 'idle',
    // While the server stops, what still arrives over open connections is served.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // What the router refuses comes by no hook.
    frameworkErrors: (error, request, reply) => {
      const headers = { 'content-security-policy': apiContentSecurityPolicy, 'x-request-id': request.id }
      sendProblem(error, request, reply.headers({ ...securityHeaders, ...headers }))
    },
    clientErrorHandler: handleClientError,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  })
  let stopping = false
  http.decorateRequest('scope', null)
  http.addHook('onRequest', async (request, reply) => {
    const { 'x-forwarded-for': forwarded } = request.raw.headers
    if (typeof forwarded === 'string') request.raw.headers['x-forwarded-for'] = forwardedAddresses(forwarded)
    reply.headers(securityHeaders).header('content-security-policy', apiContentSecurityPolicy)
    if (hasAmbiguousHost(request.raw))
      fail('invalid_request', { detail: 'A request has one Host header and a version.' })
    if (!deps.ready() && /^\/api(\/|\?|$)/i.test(request.url))
      fail('unavailable', { retryAfter: 2, detail: 'The first load is not done yet.' })
  })
  http.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A connection that outlives its last answer would hold up the stopping of the server.
    if (stopping) reply.header('connection', 'close')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    // The route alone: a path may hold a key that opens something.
    request.log.info(
      { method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      routeOptions.url ?? 'page',
    )
  })
  installErrorHandler(http)

  const app: App = {
    http,
    deps,
    authenticator: cacheAuthentication(createAuthenticator(deps.database, deps.clock), deps.authCacheMs),
    authenticateApiKey: createApiKeyAuthenticator(deps.database, deps.clock, deps.authCacheMs),
    limits: await openRateLimits(http),
  }
  // Texts alone, quickly: pictures and PDF are compressed already, and the web client's files are at build time.
  await http.register(compress, {
    encodings: ['gzip'],
    customTypes: /^(application\/(problem\+)?json|text\/html)\b/,
    threshold: 2048,
    zlibOptions: { level: 1 },
  })
  await acceptMultipart(http)
  serveHealth(http, deps, app.limits)
  const webhookDeliveries = {
    name: 'portico_webhook_deliveries',
    help: 'Deliveries of webhooks that wait, and that were parked after a day',
    count: () => countDeliveries(deps.database),
  }
  const jobs = {
    name: 'portico_jobs',
    help: 'Mails, text messages and other work of the whole installation, by state',
    count: () => jobCounts(deps.database),
  }
  const seals = {
    name: 'portico_seals_to_raise',
    help: 'Signed documents whose seal has not the level yet that it is to have, by the level that it has',
    count: () => countToRaise(deps.database),
  }
  const stored = {
    name: 'portico_stored_bytes',
    help: 'Bytes of the files that are kept, by service company',
    label: 'company',
    count: async () =>
      Object.fromEntries((await storedBytes(deps.database)).map(({ company, bytes }) => [company, bytes])),
  }
  const workerTasks = {
    name: 'portico_worker_tasks',
    help: 'Files and texts of outsiders that wait for a worker process, and that are in one',
    count: async () => deps.workers.current(),
  }
  const workerTasksEnded = {
    name: 'portico_worker_tasks_total',
    help: 'Tasks of worker processes by their end: done, failed, ended for time, memory or a crash, refused for want of room',
    counter: true,
    count: async () => deps.workers.ended(),
  }
  const connections = limitConnections(http.server, connectionLimits(), deps)
  const openConnections = {
    name: 'portico_http_connections',
    help: 'Connections of clients and proxies that are open',
    count: async () => ({ open: connections().open }),
  }
  const refusedConnections = {
    name: 'portico_http_connections_total',
    help: 'Connections that were refused because too many were open, in all or of one address',
    counter: true,
    count: async () => ({ refused: connections().refused }),
  }
  const figures = [
    webhookDeliveries,
    jobs,
    seals,
    stored,
    workerTasks,
    workerTasksEnded,
    openConnections,
    refusedConnections,
  ]
  serveMetrics(http, deps, figures)
  const openApi = JSON.stringify(openApiOf(everyEndpoint))
  http.get('/api/openapi.json', { onRequest: request => app.limits.open(request) }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi),
  )

  authRoutes(app)
  linkRoutes(app)
  appointmentRoutes(app)
  confirmationRoutes(app)
  notificationRoutes(app)
  portalRoutes(app)
  ticketRoutes(app)
  contractRoutes(app)
  wikiRoutes(app)
  estimateRoutes(app)
  invoiceRoutes(app)
  subscriptionRoutes(app)
  reportRoutes(app)
  documentRoutes(app)
  publicFileRoutes(app)
  fileRoutes(app, [mayOpenTicketFile])
  signingRoutes(app, deps.seal)
  verifyRoutes(app, deps.seal)
  await operatorRoutes(app, deps.seal)
  operatorDocumentRoutes(app, () => operatorDocument(operatorCalls))
  const hub = eventHub(deps)
  eventRoutes(app, hub)
  feedRoutes(app)
  securityLogRoutes(app)
  webhookRoutes(app)
  endSlowBodies(http.server)
  const drainConnections = trackConnections(http.server)
  http.addHook('preClose', async () => {
    stopping = true
    hub.close()
    await drainConnections()
  })

  const portalOf = async (company: string) => (deps.ready() ? settingsOf(deps.database, company) : undefined)
  await serveWeb(http, deps.webDir, portalOf, app.limits)
  return http
}
