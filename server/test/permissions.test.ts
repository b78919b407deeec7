import { readFileSync } from 'node:fs'
import type { Endpoint } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { apis } from '../src/apis.ts'

// Who may call what is written down a second time, in fixtures/permissions.json: a line that changes there is a change of a permission.

/** What an endpoint asks of its caller, in words. */
const permissionOf = ({ access, method, role, records, operator, allPortals, beforeSecondFactor, seeAs }: Endpoint) => {
  const words =
    access === 'staff'
      ? [role ?? 'any role']
      : access === 'apiKey'
        ? [method === 'GET' ? 'key that reads' : 'key that writes']
        : [access].flat()
  return [
    ...words,
    ...(records ? [`sees ${records.join(', ')}`] : []),
    ...(operator ? ['looks after the installation'] : []),
    ...(allPortals ? ['all portals'] : []),
    ...(beforeSecondFactor ? [`before ${beforeSecondFactor.join(', ')}`] : []),
    ...(seeAs === undefined ? [] : [seeAs ? 'also to see as' : 'not to see as']),
  ].join('; ')
}

test.each([
  ['customers', apis.portal],
  ['staff', apis.staff],
  ['programs', apis.operator],
] as const)('the calls of %s are open to those whom permissions.json names', (name, { endpoints }) => {
  const path = new URL('fixtures/permissions.json', import.meta.url)
  const known = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>
  const declared = Object.fromEntries(endpoints.map(endpoint => [endpoint.name, permissionOf(endpoint)]))
  expect(declared).toEqual(known[name])
})
