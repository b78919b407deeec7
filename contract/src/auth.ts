import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Language } from './language.ts'
import { type Flag, flags } from './permissions.ts'
import type { Static } from './schema/static.ts'
import { Id, Instant, Link, line, nullable } from './shapes.ts'

/** Minimum length of a password in characters; a shorter one fails with `weak_password`. */
export const passwordMinLength = 12

const flagProperties = Object.fromEntries(flags.map(flag => [flag, Type.Boolean()])) as Record<
  Flag,
  ReturnType<typeof Type.Boolean>
>

/**
 * What a session still owes before a contact is open to it. `enrol`: the contact requires a second factor and the user has none; `passkey`: a
 * sign-in by the passkey that the user has; `signIn`: to sign in anew, with a code; `passwordless`: to sign in by link or passkey, because the
 * portal takes no passwords.
 */
export type SignInDue = 'enrol' | 'passkey' | 'signIn' | 'passwordless'

/** A membership of the signed-in user, with each of the ten permission flags as a field. */
export const Contact = Type.Object({
  contactId: Id,
  /** Ids of contacts that were merged into this one: addresses that name them lead here. */
  formerIds: Type.Array(Id),
  companyName: Type.String(),
  referentName: Type.String(),
  ...flagProperties,
  /** See {@link SignInDue}; null: nothing. */
  signInDue: nullable(Type.Unsafe<SignInDue>({ type: 'string' })),
  portalSettings: Type.Object({
    webPortalKey: Type.String(),
    webPortalName: Type.String(),
    customCss: nullable(Link),
    disableHtmlEditor: Type.Boolean(),
    enableServiceContracts: Type.Boolean(),
  }),
})
export type Contact = Static<typeof Contact>

/** Which mails the user receives. */
export const NotificationChoices = Type.Object({
  ticketCreated: Type.Boolean(),
  ticketReply: Type.Boolean(),
  ticketClosed: Type.Boolean(),
  filePublished: Type.Boolean(),
})
export type NotificationChoices = Static<typeof NotificationChoices>

/** The signed-in user. `id` is the same number as `webUser.id` and `webUserId` elsewhere. */
export const Me = Type.Object({
  id: Id,
  userName: Type.String(),
  email: nullable(Type.String()),
  language: nullable(Language),
  notifications: NotificationChoices,
  contacts: Type.Array(Contact),
})
export type Me = Static<typeof Me>

/** A new session: the bearer token, and the instant at which the session expires if it is not used. */
export const SignedIn = Type.Object({ token: Type.String(), expiresAt: Instant })
export type SignedIn = Static<typeof SignedIn>

/** A sign-in that is only half done: `POST /api/auth/second-factor` finishes it with the ticket and a code, within five minutes. */
export const SecondFactorNeeded = Type.Object({
  next: Type.Unsafe<'totp'>({ type: 'string', enum: ['totp'] }),
  ticket: Type.String(),
})
export type SecondFactorNeeded = Static<typeof SecondFactorNeeded>

/** What a sign-in answers: a session, or the ticket of one whose second factor is due. */
export const SignInAnswer = Type.Union([SignedIn, SecondFactorNeeded])
export type SignInAnswer = Static<typeof SignInAnswer>

/** A session of the user. `device` is the `User-Agent` header of the sign-in. */
export const Session = Type.Object({
  id: Id,
  current: Type.Boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  address: nullable(Type.String()),
  device: nullable(Type.String()),
})
export type Session = Static<typeof Session>

export const login = endpoint({
  name: 'login',
  summary:
    'Signs in by user name or e-mail address; answer and time do not tell whether there is such a user. `link_mailed` in `detail`: if there is, a link is mailed.',
  method: 'POST',
  path: '/api/auth/login',
  access: 'open',
  body: Type.Object({
    userName: line(320),
    password: Type.String({ maxLength: 1000 }),
    company: Type.Optional(nullable(line(40))),
    remember: Type.Optional(Type.Boolean()),
  }),
  reply: SignInAnswer,
})

export const requestRecovery = endpoint({
  name: 'requestRecovery',
  summary: 'Mails a link by which to set a new password, good for one hour, once.',
  method: 'POST',
  path: '/api/auth/recovery',
  access: 'open',
  body: Type.Object({
    userName: line(320),
    company: Type.Optional(nullable(line(40))),
    language: Type.Optional(nullable(Language)),
  }),
})

/** What a link with a confirmation key is for: an invitation or a password recovery. */
export const Confirmation = Type.Object({
  kind: Type.Unsafe<'invitation' | 'recovery'>({ type: 'string', enum: ['invitation', 'recovery'] }),
  /** False where the portal takes no passwords: the key then signs in. */
  setsPassword: Type.Boolean(),
  userName: Type.String(),
  companyName: Type.String(),
  webPortalKey: Type.String(),
})
export type Confirmation = Static<typeof Confirmation>

export const readConfirmation = endpoint({
  name: 'readConfirmation',
  summary: 'What a key is for; 410 where it is over, with the reason in `detail`.',
  method: 'GET',
  path: '/api/auth/confirmations/:key',
  access: 'open',
  reply: Confirmation,
})

export const confirm = endpoint({
  name: 'confirm',
  summary: "Sets the password, ends the user's other sessions, and signs in.",
  method: 'POST',
  path: '/api/auth/confirmations/:key',
  access: 'open',
  // Optional here so that a missing password fails with `check_passwords` instead of a schema error.
  body: Type.Object({
    password: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
    passwordRepeat: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  }),
  reply: SignInAnswer,
})

export const renewConfirmation = endpoint({
  name: 'renewConfirmation',
  summary: 'Mails a new key to the address on record.',
  method: 'POST',
  path: '/api/auth/confirmations/:key/renew',
  access: 'open',
})

export const logout = endpoint({
  name: 'logout',
  summary: 'Ends this session.',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
})

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where the user is signed in.',
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'user',
  reply: Type.Array(Session),
})

export const endSession = endpoint({
  name: 'endSession',
  summary: 'Ends one session of the user.',
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionid',
  access: 'user',
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Ends every session of the user but this one.',
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'user',
})

export const readMe = endpoint({
  name: 'readMe',
  summary: 'The signed-in user, with a contact for each membership.',
  method: 'GET',
  path: '/api/users/me',
  access: 'user',
  seeAs: true,
  reply: Me,
})

export const updateMe = endpoint({
  name: 'updateMe',
  summary: 'Changes language, mail choices or password; with that the other sessions end.',
  method: 'PATCH',
  path: '/api/users/me',
  access: 'user',
  body: Type.Object({
    language: Type.Optional(Language),
    // Written out because deriving it from the schema above adds 10 kB to the browser bundle.
    notifications: Type.Optional(
      Type.Object({
        ticketCreated: Type.Optional(Type.Boolean()),
        ticketReply: Type.Optional(Type.Boolean()),
        ticketClosed: Type.Optional(Type.Boolean()),
        filePublished: Type.Optional(Type.Boolean()),
      }),
    ),
    currentPassword: Type.Optional(Type.String({ maxLength: 1000 })),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    passwordRepeat: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Me,
})
