import type { Endpoint } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { pathOf, testApp } from '../../../test/fixtures/app.ts'
import { aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, staffHeaders } from '../../../test/fixtures/staff.ts'
import { apis } from '../../apis.ts'
import type { StaffAccount } from '../../staff/account-queries.ts'

const app = await testApp()

const endpoints = apis.staff.endpoints.filter(({ path }) => /:(ticketid|contactid)/.test(path))

/** Valid bodies, so that only the scope is a reason to refuse. */
const bodies: Record<string, object> = {
  changeStaffTicket: { dueAt: null },
  createStaffComment: { message: '<p>a</p>', seen: null },
  createStaffNote: { message: '<p>a</p>' },
  noteStaffTime: { minutes: 1, activityTypeName: 'a' },
  markStaffTicketRead: { commentId: null },
  setStaffPresence: { state: 'looking' },
  saveStaffDraft: { mode: 'answer', message: '<p>a</p>' },
  fillCannedAnswer: {},
  linkStaffTicket: { ticketId: 1 },
  mergeStaffTicket: { into: 1 },
  changeStaffCustomer: { phone: '1' },
  invitePeople: { people: [{ referentName: 'A', email: 'a@b.example' }], flags: {} },
  changePerson: { phone: '1' },
  endPerson: {},
  archiveCustomer: { closeTickets: false },
  mergeCustomers: { into: 1, version: 'a', flags: 'kept' },
  createBookingInvitation: { serviceId: 1, send: false },
  copyStaffTicket: { contactId: 1, title: 'a', taskTypeId: 1, commentIds: [], attachments: [], close: true },
}

/** Likewise the parameters that a call needs. */
const queries: Record<string, string> = { lookAtMerge: '?into=1' }

test('the tickets have calls', () => {
  expect(endpoints.length).toBeGreaterThan(7)
})

const refusals = async (endpoint: Endpoint, params: Record<string, number>, strangers: StaffAccount[]) => {
  const body = bodies[endpoint.name]
  for (const stranger of strangers) {
    const headers = await staffHeaders(app, stranger)
    const answer = await app.http.inject({
      method: endpoint.method,
      url: pathOf(endpoint.path, params) + (queries[endpoint.name] ?? ''),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
}

test.each(endpoints.map(endpoint => [endpoint.name, endpoint] as const))(
  '%s finds nothing of another company, or of a portal that the account does not work for',
  async (_, endpoint) => {
    const person = await aUser(app.database)
    const { serviceCompanyId } = person
    const { id } = await aTicket(app.database, person)
    const params = {
      ticketid: id,
      contactid: person.contactId,
      personid: person.membershipId,
      commentid: 1,
      otherid: 1,
      cannedanswerid: 1,
      invitationid: 1,
    }
    await refusals(endpoint, params, [
      await aStaffAccount(app),
      await aStaffAccount(app, { serviceCompanyId, portalIds: [] }),
    ])
  },
)

test.each(
  endpoints.filter(({ path }) => path.includes(':ticketid')).map(endpoint => [endpoint.name, endpoint] as const),
)('%s finds no ticket of another group for a technician', async (_, endpoint) => {
  const person = await aUser(app.database)
  const { serviceCompanyId, portalId } = person
  const { id } = await aTicket(app.database, person, { staffGroupId: await aStaffGroup(app.database, person) })
  const groupIds = [await aStaffGroup(app.database, person)]
  const technician = { serviceCompanyId, role: 'technician', portalIds: [portalId], groupIds } as const
  await refusals(endpoint, { ticketid: id, commentid: 1, otherid: 1, cannedanswerid: 1 }, [
    await aStaffAccount(app, technician),
  ])
})
