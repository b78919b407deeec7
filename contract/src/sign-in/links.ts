import * as Type from 'typebox'
import { SignInAnswer } from '../auth.ts'
import { endpoint } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { line, nullable } from '../shapes.ts'

/** What a browser calls itself, so that a link that is opened in another one can say so: a random text. */
const Browser = Type.String({ minLength: 20, maxLength: 100 })

export const requestSignInLink = endpoint({
  name: 'requestSignInLink',
  summary:
    'Mails a link that signs in without a password, good for ten minutes, once; at most five an hour for one user. The answer and its time do not tell whether there is such a user.',
  method: 'POST',
  path: '/api/auth/links',
  access: 'open',
  body: Type.Object({
    userName: line(320),
    company: Type.Optional(nullable(line(40))),
    browser: Type.Optional(nullable(Browser)),
  }),
})

/** The user whom a mailed link signs in, and the portal. */
export const SignInLink = Type.Object({
  userName: Type.String(),
  webPortalKey: Type.String(),
  elsewhere: Type.Boolean({ description: 'Whether it was asked for in another browser than the one of the query.' }),
})
export type SignInLink = Static<typeof SignInLink>

export const readSignInLink = endpoint({
  name: 'readSignInLink',
  summary:
    'Whom a mailed link signs in; 410 `link_used` once it has, 410 `invalid_code` with `expired` or `withdrawn` in `detail`.',
  method: 'GET',
  path: '/api/auth/links/:key',
  access: 'open',
  query: Type.Object({ browser: Type.Optional(Browser) }),
  reply: SignInLink,
})

export const openSignInLink = endpoint({
  name: 'openSignInLink',
  summary: 'Signs in by a mailed link, once; the address is then one that the user has signed in from.',
  method: 'POST',
  path: '/api/auth/links/:key',
  access: 'open',
  reply: SignInAnswer,
})
