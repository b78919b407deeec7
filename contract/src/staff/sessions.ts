import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Id, Instant, nullable } from '../shapes.ts'

/** A session of the own staff account. */
export const StaffSession = Type.Object(
  {
    id: Id,
    current: Type.Boolean({ description: 'Whether it is the session of this call.' }),
    createdAt: Instant,
    expiresAt: Instant,
    address: nullable(Type.String({ description: 'The network address of the sign-in.' })),
    device: nullable(Type.String({ description: 'The `User-Agent` header of the sign-in.' })),
  },
  { title: 'StaffSession' },
)
/** See {@link StaffSession}. */
export type StaffSession = Static<typeof StaffSession>

export const listStaffSessions = endpoint({
  name: 'listStaffSessions',
  summary: 'Where the own account is signed in, newest first',
  method: 'GET',
  path: `${staffRoot}/account/sessions`,
  access: 'staff',
  reply: Type.Array(StaffSession),
})

export const endStaffSession = endpoint({
  name: 'endStaffSession',
  summary: 'Ends one session of the own account',
  method: 'DELETE',
  path: `${staffRoot}/account/sessions/:sessionid`,
  access: 'staff',
})

export const endOtherStaffSessions = endpoint({
  name: 'endOtherStaffSessions',
  summary: 'Ends every session of the own account but this one',
  method: 'DELETE',
  path: `${staffRoot}/account/sessions`,
  access: 'staff',
})
