import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../errors/fail.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key under which the rate limit counts this request: an address, a session or an API key. */
    limitKey: string
  }
}

/**
 * Requests per minute. `openGet` and `openPost` are unauthenticated calls of one address, `session` all calls of a session. `signIn` counts
 * sign-ins with one name from one address, including successful ones, because each costs a password hash. `apiKeyMail` equals the number of
 * mails that `portico invite --all` sends. `page` must suffice for an office behind one address, `probe` for load balancers.
 */
const limits = {
  openGet: 600,
  openPost: 300,
  session: 1200,
  signIn: 120,
  apiKey: 6000,
  apiKeyMail: 120,
  page: 1200,
  probe: 1200,
}

/** The key under which an IP address is counted. An IPv6 /64 network belongs to one household, so it counts as one address. */
export const toNetwork = (ip: string): string => {
  if (ip.startsWith('::ffff:')) return ip.slice(7)
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The key under which a request's address is counted; see {@link toNetwork}. */
export const readClientAddress = (request: FastifyRequest): string => toNetwork(request.ip)

/** Creates the rate limits: each is a check that counts a request and throws `too_many_requests` beyond its limit. */
export const openRateLimits = async (app: FastifyInstance) => {
  await app.register(rateLimit, { global: false, cache: 50_000 })
  app.decorateRequest('limitKey', '')
  const options = { timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => request.limitKey }
  const checks = {
    openGet: app.createRateLimit({ ...options, max: limits.openGet }),
    openPost: app.createRateLimit({ ...options, max: limits.openPost }),
    session: app.createRateLimit({ ...options, max: limits.session }),
    signIn: app.createRateLimit({ ...options, max: limits.signIn }),
    apiKey: app.createRateLimit({ ...options, max: limits.apiKey }),
    apiKeyMail: app.createRateLimit({ ...options, max: limits.apiKeyMail }),
    page: app.createRateLimit({ ...options, max: limits.page }),
    probe: app.createRateLimit({ ...options, max: limits.probe }),
  }

  const count = async (kind: keyof typeof checks, request: FastifyRequest, key: string) => {
    request.limitKey = `${kind} ${key}`
    const result = await checks[kind](request)
    if (!result.isAllowed && result.isExceeded) fail('too_many_requests', { retryAfter: result.ttlInSeconds })
  }

  return {
    /** Counts a request without a valid session, by its address. */
    open: (request: FastifyRequest) =>
      count(
        request.method === 'GET' || request.method === 'HEAD' ? 'openGet' : 'openPost',
        request,
        readClientAddress(request),
      ),
    /** Counts a request with a valid session. */
    session: (request: FastifyRequest, sessionId: number) => count('session', request, String(sessionId)),
    /** Counts a request with a valid session of the staff. */
    staffSession: (request: FastifyRequest, sessionId: number) => count('session', request, `staff ${sessionId}`),
    /** Counts a sign-in under `key`, which combines name and address. */
    signIn: (request: FastifyRequest, key: string) => count('signIn', request, key),
    /** Counts a request with a valid API key. */
    apiKey: (request: FastifyRequest, apiKeyId: number) => count('apiKey', request, String(apiKeyId)),
    /** Counts a page of the web client, by the client's address. */
    page: (request: FastifyRequest) => count('page', request, readClientAddress(request)),
    /** Counts a readiness probe, by the client's address. */
    probe: (request: FastifyRequest) => count('probe', request, readClientAddress(request)),
    /** Counts a call of an API key that sends a mail. */
    apiKeyMail: (request: FastifyRequest, apiKeyId: number) => count('apiKeyMail', request, String(apiKeyId)),
  }
}

/** See {@link openRateLimits}. */
export type RateLimits = Awaited<ReturnType<typeof openRateLimits>>
