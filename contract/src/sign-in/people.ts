import * as Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { Id, Instant, nullable, pageQuery, rangeQuery } from '../shapes.ts'
import { type ContactAct, contactActs } from '../values/contact-acts.ts'

/** How the people of a contact have to sign in, and how many of them could. */
export const SignInRule = Type.Object({
  secondFactorRequired: Type.Boolean({
    description: 'Whether the contact opens only to sessions with a second factor.',
  }),
  people: Type.Integer({ description: 'How many have access.' }),
  withSecondFactor: Type.Integer({ description: 'How many of them have an authenticator app or a passkey.' }),
})
export type SignInRule = Static<typeof SignInRule>

/** {@link SignInRule}, as an administrator of the contact reads it. */
const ContactSignInRule = Type.Object({
  ...SignInRule.properties,
  logMonths: Type.Integer({ description: 'How many months entries of the log of the contact are kept.' }),
})

export const readSignInRule = endpoint({
  name: 'readSignInRule',
  summary: 'Whether the contact requires a second factor of its people, and how many have one.',
  method: 'GET',
  path: '/api/:company/:contactid/people/sign-in-rule',
  access: 'administrator',
  reply: ContactSignInRule,
})

export const changeSignInRule = endpoint({
  name: 'changeSignInRule',
  summary:
    'Requires a second factor of the people of the contact, or no longer. It binds every session at once, and only where it reaches this contact.',
  description:
    'To require it, the own session needs one: without, `second_factor_required` with what is missing in `detail`.',
  method: 'PATCH',
  path: '/api/:company/:contactid/people/sign-in-rule',
  access: 'administrator',
  body: Type.Object({ secondFactorRequired: Type.Boolean() }),
  reply: ContactSignInRule,
})

/** How a session is opened; a closed list. */
const signInMethods = ['password', 'link', 'passkey', 'invitation', 'recovery'] as const
/** One of {@link signInMethods}. */
export type SignInMethod = (typeof signInMethods)[number]

/** A second factor that a session has shown; a passkey is one where it has verified its user. */
const usedFactors = ['totp', 'recoveryCode', 'passkey'] as const
/** One of {@link usedFactors}. */
export type UsedFactor = (typeof usedFactors)[number]

const word = <const W extends string>(words: readonly W[], description: string) =>
  nullable(Type.Unsafe<W>({ type: 'string', enum: [...words], description }))

/** An entry of the log of a contact. */
export const ContactLogEntry = Type.Object({
  id: Id,
  at: Instant,
  what: Type.Unsafe<ContactAct>({ type: 'string', enum: [...contactActs] }),
  person: nullable(
    Type.Object(
      { webUserId: Id, referentName: Type.String() },
      { description: 'Whose session it was; of `seenAs` the person as whom somebody looked. Null: gone.' },
    ),
  ),
  staff: nullable(Type.String({ description: 'Who of the service company did it; null: the person.' })),
  fileName: nullable(
    Type.String({ description: 'Of `fileOpened`; null where the reader lacks the flag that opens such a file.' }),
  ),
  method: word(signInMethods, 'Of `signIn`; null where it was not kept.'),
  secondFactor: word(usedFactors, 'Of `signIn`; null: none.'),
  address: nullable(Type.String({ description: 'The network address; of IPv6 the network. Null of employees.' })),
  device: nullable(Type.String({ description: 'The `User-Agent` header. Null of employees.' })),
})
export type ContactLogEntry = Static<typeof ContactLogEntry>

const filter = {
  ...rangeQuery,
  what: Type.Optional(Type.Unsafe<ContactAct>({ type: 'string', enum: [...contactActs] })),
  webUserIds: Type.Optional(Type.String({ maxLength: 4000, description: 'Only of these people, comma separated.' })),
  staff: Type.Optional(
    Type.Unsafe<'1'>({ type: 'string', enum: ['1'], description: 'Only what the service company did.' }),
  ),
}

export const listContactLog = endpoint({
  name: 'listContactLog',
  summary:
    'Who has signed in to this contact, by what and from where, who has opened which file, and what the service company has looked at; newest first.',
  description:
    'A sign-in is here from the first call of its session that concerns this contact. What repeats within ten minutes is one entry. Kept for 12 months, unless the installation says otherwise.',
  method: 'GET',
  path: '/api/:company/:contactid/people/log',
  access: 'administrator',
  // Where the people of the contact are is for them, not for employees who see as one of them.
  seeAs: false,
  query: Type.Object({ ...filter, ...pageQuery }),
  reply: Type.Array(ContactLogEntry),
})

export const exportContactLog = endpoint({
  name: 'exportContactLog',
  summary: 'The log as CSV, with the filters of the list: UTF-8, semicolons, every value in quotes.',
  description: 'Titles and values are words of `language`, moments are those of the clocks of the portal.',
  method: 'GET',
  path: '/api/:company/:contactid/people/log.csv',
  access: 'administrator',
  // Where the people of the contact are is for them, not for employees who see as one of them.
  seeAs: false,
  query: Type.Object({
    ...filter,
    language: Type.Optional(Language),
  }),
  raw: 'text/csv',
})
