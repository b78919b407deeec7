import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { email, Id, line, nullable } from '../shapes.ts'

/** An employee without an account: tickets are assigned to them, and customers read their name. */
export const StaffUser = Type.Object(
  {
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    displayName: Type.String({ description: 'The name that customers and colleagues read.' }),
    email: nullable(Type.String({ description: 'The address that notices about tickets go to.' })),
  },
  { title: 'StaffUser' },
)
/** See {@link StaffUser}. */
export type StaffUser = Static<typeof StaffUser>

const description = 'For administrators of all portals; others are `forbidden`.'
const common = { path: `${staffRoot}/users`, access: 'staff', role: 'administrator' } as const

export const listStaffUsers = endpoint({
  name: 'listStaffUsers',
  summary: 'Lists the employees of the company who have no account, by name',
  description,
  method: 'GET',
  ...common,
  reply: Type.Array(StaffUser),
})

export const addStaffUser = endpoint({
  name: 'addStaffUser',
  summary: 'Adds an employee without an account; an invitation to the address gives one later',
  description: `${description} \`conflict\` at \`body.email\` where another employee has the address.`,
  method: 'POST',
  ...common,
  idempotent: true,
  status: 201,
  body: Type.Object({ firstName: line(200), lastName: line(200), email: Type.Optional(nullable(email)) }),
  reply: StaffUser,
})
