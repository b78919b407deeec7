import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { email, Id, Link, line, nullable } from '../shapes.ts'

/** An employee, to whom tickets are assigned and whose name and photo customers see. */
export const StaffUser = Type.Object(
  {
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    displayName: Type.String({ description: 'The name that customers and colleagues read.' }),
    email: nullable(Type.String({ description: 'The address that notices about tickets go to.' })),
    profileImage: nullable({ ...Link, description: 'The photo that customers and colleagues see; null: none.' }),
  },
  { title: 'StaffUser' },
)
/** See {@link StaffUser}. */
export type StaffUser = Static<typeof StaffUser>

const description = 'For administrators of all portals; others are `forbidden`.'
const common = { path: `${staffRoot}/users`, access: 'staff', role: 'administrator' } as const

/** Maximum size of the photo of an employee, in bytes. */
export const staffPhotoMax = 512 * 1024

/** The largest width and height of the photo of an employee, in pixels. */
export const staffPhotoSideMax = 2000

const Photo = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of the file; its extension gives the type.',
  }),
  content: Type.String({
    maxLength: 4 * Math.ceil(staffPhotoMax / 3),
    contentEncoding: 'base64',
    description: `The image as base64, ${staffPhotoMax / 1024} KB and ${staffPhotoSideMax} × ${staffPhotoSideMax} pixels of it at most.`,
  }),
})

export const listStaffUsers = endpoint({
  name: 'listStaffUsers',
  summary: 'Lists the employees of the company who have no account, by name',
  description,
  method: 'GET',
  ...common,
  allPortals: true,
  reply: Type.Array(StaffUser),
})

export const addStaffUser = endpoint({
  name: 'addStaffUser',
  summary: 'Adds an employee without an account; an invitation to the address gives one later',
  description: `${description} \`conflict\` at \`body.email\` where another employee has the address.`,
  method: 'POST',
  ...common,
  allPortals: true,
  idempotent: true,
  status: 201,
  body: Type.Object({ firstName: line(200), lastName: line(200), email: Type.Optional(nullable(email)) }),
  reply: StaffUser,
})

/** What is changed of an employee; what is not named stays as it is. */
export const StaffUserChange = Type.Object({
  firstName: Type.Optional(line(200)),
  lastName: Type.Optional(line(200)),
  email: Type.Optional(
    nullable({ ...email, description: 'The address that notices about tickets go to. Null: none.' }),
  ),
  picture: Type.Optional(nullable({ ...Photo, description: 'A new photo. Null: none.' })),
})
/** See {@link StaffUserChange}. */
export type StaffUserChange = Static<typeof StaffUserChange>

export const changeStaffUser = endpoint({
  name: 'changeStaffUser',
  summary: 'Changes the name, the address for notices or the photo of an employee, with or without an account',
  description:
    `${description} The address that signs in is that of the account. \`conflict\` at \`body.email\` where another employee has the ` +
    'address. Who looks after the installation is changed by operators of the installation alone.',
  method: 'PATCH',
  path: `${staffRoot}/users/:userid`,
  access: 'staff',
  role: 'administrator',
  allPortals: true,
  body: StaffUserChange,
  reply: StaffUser,
})
