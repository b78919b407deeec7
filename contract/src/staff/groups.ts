import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { email, Id, line, nullable } from '../shapes.ts'
import { Role } from './session.ts'

const access = 'staff'
const role = 'administrator'

/** Most groups of a company. */
export const staffGroupsMax = 200

const Member = Type.Object({
  id: Id,
  displayName: Type.String({ description: 'The name of the person.' }),
  role: Role,
})

/** A group of the company with the accounts that belong to it. */
export const GroupWithMembers = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name of the group.' }),
    email: nullable(Type.String({ description: 'The address that is mailed about tickets of the group; null: none.' })),
    members: Type.Array(Member, {
      description: 'Accounts that have not ended; a technician sees the tickets of these groups.',
    }),
    types: Type.Array(Type.String(), { description: 'The names of the ticket types whose new tickets it gets.' }),
    version: Type.String({
      description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
    }),
  },
  { title: 'GroupWithMembers' },
)
/** See {@link GroupWithMembers}. */
export type GroupWithMembers = Static<typeof GroupWithMembers>

const address = Type.Optional(nullable({ ...email, description: 'Null: none.' }))
const memberIds = Type.Optional(
  Type.Array(Id, { maxItems: 1000, uniqueItems: true, description: 'The accounts of the group, all of them.' }),
)

export const listStaffGroups = endpoint({
  name: 'listStaffGroups',
  summary: 'The groups of the company by name, with who belongs to them',
  description: 'An administrator of some portals sees the accounts whose portals are all among them.',
  method: 'GET',
  path: `${staffRoot}/groups`,
  access,
  role,
  reply: Type.Array(GroupWithMembers),
})

export const createStaffGroup = endpoint({
  name: 'createStaffGroup',
  summary: 'Makes a group',
  description:
    'For administrators of all portals: groups belong to the company. 409 `conflict` at `body.name` if another group has the name, and ' +
    `without a field if there are ${staffGroupsMax}.`,
  method: 'POST',
  path: `${staffRoot}/groups`,
  access,
  role,
  allPortals: true,
  status: 201,
  idempotent: true,
  body: Type.Object({ name: line(200), email: address, memberIds }),
  reply: GroupWithMembers,
})

export const changeStaffGroup = endpoint({
  name: 'changeStaffGroup',
  summary: 'Changes what is named of a group; sessions of its accounts have it with their next call',
  description: 'For administrators of all portals. `If-Match` with the `version` that was read.',
  method: 'PATCH',
  path: `${staffRoot}/groups/:groupid`,
  access,
  role,
  allPortals: true,
  body: Type.Object({ name: Type.Optional(line(200)), email: address, memberIds }),
  reply: GroupWithMembers,
})

export const removeStaffGroup = endpoint({
  name: 'removeStaffGroup',
  summary: 'Removes a group that no ticket and no ticket type names',
  description: 'For administrators of all portals. 409 `conflict` while a ticket or a ticket type names it.',
  method: 'DELETE',
  path: `${staffRoot}/groups/:groupid`,
  access,
  role,
  allPortals: true,
})
