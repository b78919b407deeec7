import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Instant } from '../../shapes.ts'

/** How long an employee sees as a customer, in minutes. */
export const seeAsMinutes = 15

/** What opens the customers' portal as one of its people sees it. */
export const SeeAs = Type.Object(
  {
    token: Type.String({
      description:
        'Sent as `Authorization: Bearer …` to the calls of the customers. It reads and never writes: every call that is no GET, and every ' +
        'call of the account and its sessions, answers `read_only`. Keep it in memory only.',
    }),
    expiresAt: Instant,
    url: Type.String({ description: 'The path of the contact in the portal.' }),
  },
  { title: 'SeeAs' },
)
/** See {@link SeeAs}. */
export type SeeAs = Static<typeof SeeAs>

export const beginSeeAs = endpoint({
  name: 'beginSeeAs',
  summary: 'Sees as a person of a contact for 15 minutes, without being able to write',
  description:
    'The token reaches this contact alone, and no further than the account does. It ends with the session that asked for it, with the ' +
    'membership, and when role, portals or groups of the account change. It marks nothing read and leaves no trace with the person; the ' +
    'security log keeps `staff.seeAs`. A session sees as five people at once at most: the oldest token ends.',
  method: 'POST',
  path: `${staffRoot}/see-as`,
  access: 'staff',
  body: Type.Object({
    contactId: { ...Id, description: 'The contact, of a portal of the account.' },
    webUserId: { ...Id, description: 'The person, with a membership of the contact that has not ended.' },
  }),
  reply: SeeAs,
  status: 201,
})

export const endSeeAs = endpoint({
  name: 'endSeeAs',
  summary: 'Ends a token of seeing as a customer, which itself is the proof; 204 also where it has ended already',
  method: 'POST',
  path: `${staffRoot}/see-as/end`,
  access: 'open',
  seeAs: true,
  body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
})
