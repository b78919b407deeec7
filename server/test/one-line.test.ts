import type { Endpoint } from '@portico/contract/endpoint'
import { makeStaffCustomer } from '@portico/contract/staff/customers/customers'
import { createStaffGroup } from '@portico/contract/staff/groups'
import { createTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { apis, portalApi } from '../src/apis.ts'
import { testApp } from './fixtures/app.ts'
import { aUser } from './fixtures/factories.ts'
import { anOperator } from './fixtures/operator.ts'
import { aStaffAccount, asStaff } from './fixtures/staff.ts'

// Names and titles are one line without control characters, whoever writes them.

const app = await testApp()
const { database } = app

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  oneLine?: boolean
  pattern?: string
}

/** The paths of the names in a body that are not cleaned; those of files are by a rule of their own. */
const uncleaned = ({ properties, items }: Schema, at: string): string[] => [
  ...Object.entries(properties ?? {}).flatMap(([name, one]) =>
    /(?:name|title)$/i.test(name) &&
    !/\.(logo|picture)$/.test(at) &&
    [one.type].flat().includes('string') &&
    !one.oneLine
      ? [`${at}.${name}`]
      : uncleaned(one, `${at}.${name}`),
  ),
  ...(items ? uncleaned(items, `${at}[]`) : []),
]

test('every name and title of a request is cleaned', () => {
  const endpoints: Endpoint[] = [...portalApi.endpoints, ...apis.staff.endpoints]
  const found = endpoints.flatMap(({ name, body }) => (body ? uncleaned(body as Schema, name) : []))
  expect(found).toEqual([])
})

test('control characters and turned text become blanks, and nothing is left of what has nothing else', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const typed = ' Officine\n\u0007Rossi\u202E& figli\u2028 '
  const made = await staff(makeStaffCustomer, { body: { companyName: typed, portalId: person.portalId } })
  expect(made.body.companyName).toBe('Officine Rossi & figli')
  for (const companyName of ['\u0007\n', '   '])
    expect((await staff(makeStaffCustomer, { body: { companyName } })).problem.status).toBeGreaterThanOrEqual(400)
  expect((await staff(createStaffGroup, { body: { name: 'Rete\r\nBcc: tutti' } })).body.name).toBe('Rete Bcc: tutti')
  const body = { title: 'Guasto\t\u0000', taskTypeId: person.taskTypeId, description: '<p>a</p>' }
  const raise = await app.as(person)
  expect((await raise(createTicket, { params: person.here, body })).problem.code).toBe('invalid_request')
  const raised = await raise(createTicket, { params: person.here, body: { ...body, title: 'Guasto\u001b[31m' } })
  expect(raised.body.title).toBe('Guasto [31m')
  const operator = await anOperator(app, { serviceCompanyId })
  const group = await operator('PUT', '/groups/a', { name: 'Uno\u0000' })
  expect(group.problem.code).toBe('invalid_request')
  expect((await operator('PUT', '/groups/a', { name: 'Uno\u0085due' })).json).toMatchObject({ name: 'Uno due' })
})
