import { type Endpoint, operatorRoot, staffRoot } from '@portico/contract/endpoint'
import type { ErrorCode } from '@portico/contract/errors'
import type { Api } from './kernel/http/openapi.ts'
import { registrations } from './registrations.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const everyEndpoint: Endpoint[] = registrations.flatMap(({ contract = {}, endpoints = [] }) => [
  ...endpoints,
  ...Object.values(contract).filter(isEndpoint),
])

const isUnder = (path: string, root: string) => path.startsWith(`${root}/`)

const codes: ErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'invalid_request',
  'conflict',
  'file_too_large',
  'file_type_refused',
  'file_empty',
  'too_many_requests',
  'unavailable',
  'internal',
]

/** The API of the customers' portal. */
export const portalApi: Api = {
  title: 'Portico',
  description: 'Calls of the customer portal. Static path segments match whatever their case.',
  root: '/api',
  endpoints: everyEndpoint.filter(({ path }) => !isUnder(path, operatorRoot) && !isUnder(path, staffRoot)),
}

/** The API of the service company's programs. */
export const operatorApi: Api = {
  title: 'Portico operator API',
  description: [
    'For the programs of the service company. Every call takes an API key, made by `portico apikey add`, as `Authorization: Bearer …`.',
    'A record is named by the externalId that the company gives it; one that a customer made in the portal has one too, and may be',
    'renamed. `PUT` creates or replaces: an absent or null field becomes empty or takes its default. `PATCH` changes only the fields in its',
    'body. An unknown field or query parameter is refused.',
    'Dates are read as `2026-11-03`, `2026-11-03 09:15` (in the time zone of the portal) or an instant. A day is answered as the day',
    'that was sent, any other date as an instant.',
    `Errors are problem documents (RFC 9457): ${codes.map(code => `\`${code}\``).join(', ')}.`,
  ].join(' '),
  root: operatorRoot,
  endpoints: everyEndpoint.filter(({ path }) => isUnder(path, operatorRoot)),
}

/** The API of the staff room. */
const staffApi: Api = {
  title: 'Portico staff API',
  description: [
    'For the staff room. The sign-in sets the cookie `portico_staff`; every call that changes something sends `csrfToken` of',
    '`GET /api/staff/me` as `X-CSRF-Token`. A call beyond the role is 403; what lies beyond company, portals or groups is 404.',
    'Unknown fields and query parameters are refused.',
  ].join(' '),
  root: staffRoot,
  endpoints: everyEndpoint.filter(({ path }) => isUnder(path, staffRoot)),
}

/** Every API of the product, by the name under which `portico openapi` prints its document. */
export const apis = { portal: portalApi, operator: operatorApi, staff: staffApi }
