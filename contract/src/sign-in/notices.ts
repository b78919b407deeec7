import * as Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Instant, nullable } from '../shapes.ts'

/** A sign-in from a new place, as its mail describes it. */
export const SignInNotice = Type.Object({
  userName: Type.String(),
  webPortalKey: Type.String(),
  signedInAt: Instant,
  address: nullable(Type.String()),
  device: nullable(Type.String()),
  ended: Type.Boolean({ description: 'Whether its session has ended, by this key or otherwise.' }),
})
/** See {@link SignInNotice}. */
export type SignInNotice = Static<typeof SignInNotice>

export const readSignInNotice = endpoint({
  name: 'readSignInNotice',
  summary:
    'The sign-in that a mail is about; reading it changes nothing. `invalid_code` for an unknown key and after 30 days',
  method: 'GET',
  path: '/api/auth/sign-ins/:key',
  access: 'open',
  reply: SignInNotice,
})

export const disownSignIn = endpoint({
  name: 'disownSignIn',
  summary: 'Ends the session of a sign-in that its user does not know of; again, it changes nothing',
  method: 'POST',
  path: '/api/auth/sign-ins/:key',
  access: 'open',
})
