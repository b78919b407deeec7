import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Instant, nullable } from '../../shapes.ts'

/** A sign-in of the staff from a new place, as its mail leads to it. */
export const StaffSignInNotice = Type.Object(
  {
    email: Type.String(),
    companyName: Type.String(),
    signedInAt: Instant,
    address: nullable(Type.String({ description: 'The network address of the sign-in.' })),
    device: nullable(Type.String({ description: 'The `User-Agent` header of the sign-in.' })),
    ended: Type.Boolean({ description: 'Whether its session has ended.' }),
  },
  { title: 'StaffSignInNotice' },
)
/** See {@link StaffSignInNotice}. */
export type StaffSignInNotice = Static<typeof StaffSignInNotice>

export const readStaffSignInNotice = endpoint({
  name: 'readStaffSignInNotice',
  summary: 'The sign-in of the staff that a mail was about; changes nothing',
  method: 'GET',
  path: `${staffRoot}/auth/sign-ins/:key`,
  access: 'open',
  reply: StaffSignInNotice,
})

export const disownStaffSignIn = endpoint({
  name: 'disownStaffSignIn',
  summary: 'Ends the session of a sign-in of the staff that was somebody else; again without effect',
  method: 'POST',
  path: `${staffRoot}/auth/sign-ins/:key`,
  access: 'open',
})
