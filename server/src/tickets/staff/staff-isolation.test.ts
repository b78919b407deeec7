import { expect, test } from 'vitest'
import { pathOf, testApp } from '../../../test/fixtures/app.ts'
import { aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, staffHeaders } from '../../../test/fixtures/staff.ts'
import { apis } from '../../apis.ts'

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
}

test('the tickets have calls', () => {
  expect(endpoints.length).toBeGreaterThan(7)
})

test.each(endpoints.map(endpoint => [endpoint.name, endpoint] as const))(
  '%s finds nothing of another company, or of a portal that the account does not work for',
  async (name, endpoint) => {
    const person = await aUser(app.database)
    const { serviceCompanyId } = person
    const { id } = await aTicket(app.database, person)
    const params = { ticketid: id, contactid: person.contactId, commentid: 1, cannedanswerid: 1 }
    const strangers = [await aStaffAccount(app), await aStaffAccount(app, { serviceCompanyId, portalIds: [] })]
    const body = bodies[name]
    for (const stranger of strangers) {
      const headers = await staffHeaders(app, stranger)
      const answer = await app.http.inject({
        method: endpoint.method,
        url: pathOf(endpoint.path, params),
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { payload: JSON.stringify(body) }),
      })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  },
)
