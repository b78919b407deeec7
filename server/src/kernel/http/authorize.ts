import type { Access, Endpoint } from '@portico/contract/endpoint'
import type { Flag } from '@portico/contract/permissions'
import { hasRole, seesRecords } from '@portico/contract/staff-roles'
import { currentPortalKey } from '@portico/contract/values/portal-key'
import type { FastifyRequest } from 'fastify'
import { type ApiKeyAuthenticator, ApiKeyRejected } from '../access/api-key-scope.ts'
import type { CachingAuthenticator } from '../access/auth-cache.ts'
import { type Authenticator, requireFlag, type Scope, tokenIn, type UserScope } from '../access/scope.ts'
import { isSeeAsToken } from '../access/see-as.ts'
import type { StaffAuthenticator, StaffScope } from '../access/staff-scope.ts'
import { Unavailable } from '../database/db.ts'
import { fail } from '../errors/fail.ts'
import type { RateLimits } from '../limits/rate-limit.ts'
import { sameSecret } from '../security/secrets.ts'
import { originOf } from '../security/security-log.ts'
import type { Deps } from './deps.ts'

/** What proves who calls, and limits how often. */
export type Authenticators = {
  deps: Deps
  authenticator: CachingAuthenticator
  authenticateApiKey: ApiKeyAuthenticator
  staffAuthenticator: StaffAuthenticator
  limits: RateLimits
}

const MAX_ID = Number.MAX_SAFE_INTEGER

const readId = (text: string): number => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return id <= MAX_ID ? id : fail('not_found')
}

/** Path parameters with the types of the contract; a malformed one is `not_found`. */
const readParams = (raw: Record<string, string>): Record<string, string | number> => {
  const params: Record<string, string | number> = {}
  for (const name in raw) {
    const text = raw[name] as string
    if (text.includes('\0')) fail('not_found')
    // Calls that still use a portal key which has become a reserved word find the portal under its new key.
    if (name === 'company') params[name] = currentPortalKey(text)
    else if (name.endsWith('id')) params[name] = readId(text)
    else params[name] = text
  }
  return params
}

const flagsOf = (access: Access): readonly Flag[] => {
  if (typeof access !== 'string') return access
  return access === 'contact' ? [] : [access as Flag]
}

/** Whether an employee who sees as a customer may make this call. */
const isOpenToSeeAs = ({ method, access, path, seeAs }: Endpoint): boolean =>
  seeAs ?? (method === 'GET' && access !== 'user' && !path.startsWith('/api/auth/'))

/** Proves what a customer's session may do. Errors: 401, 404, 403, checked in this order. */
const proveSession = async (
  authenticator: Authenticator,
  access: Access,
  authorization: string | undefined,
  params: Record<string, string | number>,
): Promise<UserScope> => {
  if (access === 'user') return authenticator.user(authorization)
  const company = params.company as string | undefined
  if (access === 'portal') return authenticator.portal(authorization, company as string)
  const scope = await authenticator.contact(authorization, company, params.contactid as number)
  for (const flag of flagsOf(access)) requireFlag(scope, flag)
  return scope
}

/**
 * A session that still needs its second factor opens the calls alone that finish the sign-in. It has no CSRF token: these calls take a code
 * or do what a forged request has nothing from.
 */
const requireSecondFactor = ({ secondFactorDue }: StaffScope, { beforeSecondFactor }: Endpoint): void => {
  if (secondFactorDue && !beforeSecondFactor?.includes(secondFactorDue))
    fail('second_factor_required', { detail: secondFactorDue })
}

/** The browser sends the cookie with requests that other pages forge, too; only our own page knows the token. */
const requireCsrfToken = ({ csrfToken }: StaffScope, { method, headers }: FastifyRequest) => {
  if (method === 'GET' || method === 'HEAD') return
  const sent = headers['x-csrf-token']
  if (typeof sent !== 'string' || !sameSecret(sent, csrfToken))
    fail('forbidden', { detail: 'Send `csrfToken` of /api/staff/me as X-CSRF-Token.' })
}

const isOfContact = (scope: UserScope): scope is Scope => 'contactId' in scope

/** Runs before the body is read: counts the request, reads its path parameters, and sets `request.scope` to the proof of the caller. */
type Authorization = (request: FastifyRequest) => Promise<void>

/** Proves a customer's session again, with what the database has now. */
export const proveAgain = async (
  { authenticator }: Authenticators,
  { access }: Endpoint,
  request: FastifyRequest,
): Promise<UserScope> => {
  authenticator.forget()
  return proveSession(
    authenticator,
    access,
    request.headers.authorization,
    request.params as Record<string, string | number>,
  )
}

/** The only place that admits callers: the check of an endpoint's access, for each scheme by which somebody proves who calls. */
export const authorizationOf = (authenticators: Authenticators, declared: Endpoint): Authorization => {
  const { deps, limits, authenticator, authenticateApiKey, staffAuthenticator } = authenticators
  const { access, method, role, records = [], operator, allPortals } = declared
  const refusesSeeAs = !isOpenToSeeAs(declared)

  /** Whether the token is one of seeing as a customer, which this call refuses. */
  const isRefused = ({ headers }: FastifyRequest) => refusesSeeAs && isSeeAsToken(tokenIn(headers.authorization) ?? '')

  const setParams = (request: FastifyRequest) => {
    const params = readParams(request.params as Record<string, string>)
    request.params = params
    return params
  }

  const countFailure = async (request: FastifyRequest, error: unknown) => {
    // Wrong credentials count against the rate limit; a database outage does not, or it would lock out honest callers after it has ended.
    if (!(error instanceof Unavailable)) await limits.open(request)
  }

  const open: Authorization = async request => {
    await limits.open(request)
    if (isRefused(request)) fail('read_only')
    setParams(request)
  }

  const bearerToken: Authorization = async request => {
    try {
      const { authorization } = request.headers
      // Before anything of the path is looked at, so that the refusal reveals nothing.
      const refused = isRefused(request)
      const params = refused ? {} : setParams(request)
      const scope = await proveSession(authenticator, refused ? 'user' : access, authorization, params)
      if (scope.readOnly && refusesSeeAs) fail('read_only')
      request.scope = scope
      if (!scope.readOnly && isOfContact(scope)) deps.contactLog.noteSession(scope)
    } catch (error) {
      await countFailure(request, error)
      throw error
    }
    await limits.session(request, (request.scope as UserScope).sessionId)
  }

  const apiKey: Authorization = async request => {
    const { authorization } = request.headers
    const scope = await authenticateApiKey(authorization).catch(async error => {
      if (error instanceof ApiKeyRejected && authorization !== undefined)
        deps.security.record({
          what: 'apiKey.refused',
          result: 'failed',
          reason: error.reason,
          ...error.key,
          origin: originOf(request),
        })
      await countFailure(request, error)
      throw error
    })
    const { serviceCompanyId, apiKeyId, readOnly, portalIds } = scope
    deps.security.recordUse({ serviceCompanyId, apiKeyId }, originOf(request))
    await limits.apiKey(request, apiKeyId)
    if (readOnly && method !== 'GET') fail('forbidden', { detail: 'This API key may only read.' })
    if (allPortals && portalIds)
      fail('forbidden', { detail: 'This API key is of some portals: this call takes a key of all.' })
    if (declared.mails) await limits.apiKeyMail(request, apiKeyId)
    request.scope = scope
    setParams(request)
  }

  const staffSession: Authorization = async request => {
    const scope = await staffAuthenticator.prove(request.headers.cookie).catch(async error => {
      await countFailure(request, error)
      throw error
    })
    await limits.staffSession(request, scope.staffSessionId)
    requireSecondFactor(scope, declared)
    if (!scope.secondFactorDue) requireCsrfToken(scope, request)
    if (role && !hasRole(scope.role, role)) fail('forbidden')
    if (!seesRecords(scope, ...records)) fail('forbidden')
    if (operator && !scope.isInstallationOperator) fail('forbidden')
    if (allPortals && scope.portalIds) fail('forbidden', { detail: 'This is for accounts of all portals.' })
    request.scope = scope
    setParams(request)
  }

  if (access === 'open') return open
  if (access === 'apiKey') return apiKey
  return access === 'staff' ? staffSession : bearerToken
}
