import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { apis } from './apis.ts'
import { acceptMultipart } from './files/uploads.ts'
import { openedBy } from './installation/opened-by.ts'
import { createApiKeyAuthenticator } from './kernel/access/api-key-scope.ts'
import { cacheAuthentication } from './kernel/access/auth-cache.ts'
import { createAuthenticator } from './kernel/access/scope.ts'
import { createStaffAuthenticator } from './kernel/access/staff-scope.ts'
import { jobCounts } from './kernel/database/jobs.ts'
import { fail } from './kernel/errors/fail.ts'
import { serveDocument } from './kernel/http/document-routes.ts'
import { trackConnections } from './kernel/http/drain-connections.ts'
import { handleClientError, installErrorHandler, sendProblem } from './kernel/http/error-handler.ts'
import { forwardedAddresses } from './kernel/http/forwarded-addresses.ts'
import { serveHealth } from './kernel/http/health.ts'
import { hasAmbiguousHost } from './kernel/http/host-header.ts'
import { serveMetrics } from './kernel/http/metrics.ts'
import type { App } from './kernel/http/route.ts'
import { apiContentSecurityPolicy, securityHeaders } from './kernel/http/security-headers.ts'
import { endSlowBodies } from './kernel/http/slow-bodies.ts'
import { serveWeb } from './kernel/http/static-web.ts'
import { connectionLimits, limitConnections } from './kernel/limits/connection-limits.ts'
import { openRateLimits } from './kernel/limits/rate-limit.ts'
import { refuseOtherMethods } from './operator-api/method-not-allowed.ts'
import { settingsAtAddress } from './portals/queries.ts'
import { registrations } from './registrations.ts'
import type { AppDeps } from './sections/definition/section.ts'

/** Largest JSON body, in bytes. */
const BODY_LIMIT = 1024 * 1024

/** A request that has not arrived completely by then is ended; enough for 25 MB over a slow connection. */
const REQUEST_TIMEOUT_MS = 5 * 60_000

/** Builds the whole server, ready to listen or to be called with `inject`. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const http = fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: deps.trustProxy.length > 0 ? deps.trustProxy : false,
    forceCloseConnections: 'idle',
    // While the server stops, it still serves requests that arrive over open connections.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // No hook runs for requests that the router refuses.
    frameworkErrors: (error, request, reply) => {
      const headers = { 'content-security-policy': apiContentSecurityPolicy, 'x-request-id': request.id }
      sendProblem(error, request, reply.headers({ ...securityHeaders, ...headers }))
    },
    clientErrorHandler: handleClientError,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  })
  // By default node:http drops what follows the first thousand headers, such as a second Host or what announces a body. 16 kB bound them all.
  http.server.maxHeadersCount = 0
  let stopping = false
  http.decorateRequest('scope', null)
  http.addHook('onRequest', (request, reply, done) => {
    const { 'x-forwarded-for': forwarded } = request.raw.headers
    if (typeof forwarded === 'string') request.raw.headers['x-forwarded-for'] = forwardedAddresses(forwarded)
    reply.headers(securityHeaders).header('content-security-policy', apiContentSecurityPolicy)
    if (hasAmbiguousHost(request.raw))
      fail('invalid_request', { detail: 'A request has one Host header and a version.' })
    if (!deps.ready() && /^\/api(\/|\?|$)/i.test(request.url))
      fail('unavailable', { retryAfter: 2, detail: 'The first load is not done yet.' })
    done()
  })
  http.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id)
    // A connection that stays open after its last reply would delay the stop of the server.
    if (stopping) reply.header('connection', 'close')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    // Only the route: the path itself may contain a secret key.
    request.log.info(
      { method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      routeOptions.url ?? 'page',
    )
    done()
  })
  installErrorHandler(http)

  const app: App = {
    http,
    deps,
    authenticator: cacheAuthentication(createAuthenticator(deps.database, deps.clock), deps.authCacheMs),
    authenticateApiKey: createApiKeyAuthenticator(deps.database, deps.clock, deps.authCacheMs),
    staffAuthenticator: createStaffAuthenticator(deps.database, deps.clock, {
      authCacheMs: deps.authCacheMs,
      isOpen: openedBy(deps.home.settings) !== undefined,
    }),
    limits: await openRateLimits(http),
  }
  // Compresses only text, at a fast level: images and PDF files are compressed already, and the web client's files at build time.
  await http.register(compress, {
    encodings: ['gzip'],
    customTypes: /^(application\/(problem\+)?json|text\/html)\b/,
    threshold: 2048,
    zlibOptions: { level: 1 },
  })
  await acceptMultipart(http)
  http.addContentTypeParser(
    'application/merge-patch+json',
    { parseAs: 'string' },
    http.getDefaultJsonParser('error', 'error'),
  )
  serveHealth(http, deps, app.limits)
  const jobs = {
    name: 'portico_jobs',
    help: 'Mails, text messages and other work of the whole installation, by state',
    count: () => jobCounts(deps.database),
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
  const ofSections = registrations.flatMap(({ metrics }) => metrics?.(deps) ?? [])
  serveMetrics(http, deps, [...ofSections, jobs, workerTasks, workerTasksEnded, openConnections, refusedConnections])

  const fileAccess = registrations.flatMap(section => section.fileAccess ?? [])
  for (const { routes } of registrations) await routes?.(app, { seal: deps.seal, fileAccess })
  for (const api of Object.values(apis)) serveDocument(app, api)
  refuseOtherMethods(http, apis.operator.endpoints)
  endSlowBodies(http.server)
  const drainConnections = trackConnections(http.server)
  http.addHook('preClose', async () => {
    stopping = true
    await drainConnections()
  })

  const portalOf = async (key: string) => (deps.ready() ? settingsAtAddress(deps.database, key) : undefined)
  await serveWeb(http, deps.webDir, portalOf, app.limits)
  return http
}
