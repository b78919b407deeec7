import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { email, Id, Instant, line, nullable } from '../shapes.ts'
import { staffRoles } from '../staff-roles.ts'

/** A role of the staff; see `staff-roles`. */
export const Role = Type.Unsafe<(typeof staffRoles)[number]>({ type: 'string', enum: [...staffRoles] })

/** A portal, as the staff's accounts name it. */
export const StaffPortal = Type.Object({ id: Id, webPortalKey: Type.String(), webPortalName: Type.String() })

/** A group of the staff. */
export const StaffGroup = Type.Object({ id: Id, name: Type.String() })

/** The signed-in employee: what the account may see, and the token that every change sends as `X-CSRF-Token`. */
export const StaffMe = Type.Object(
  {
    id: Id,
    staffUserId: Id,
    displayName: Type.String(),
    email: Type.String(),
    role: Role,
    techniciansSeeMoney: Type.Boolean({
      description: 'Whether the company lets technicians see what the office sees of money.',
    }),
    serviceCompany: Type.Object({ id: Id, name: Type.String() }),
    allPortals: Type.Boolean({ description: 'Whether the account works for all portals, also those to come.' }),
    portals: Type.Array(StaffPortal, { description: 'The portals that the account may see, by name.' }),
    groups: Type.Array(StaffGroup),
    isInstallationOperator: Type.Boolean(),
    language: nullable({ ...Language, description: 'The language of the staff room. Null: that of the browser.' }),
    keys: Type.Boolean({ description: 'Whether single letters are shortcuts.' }),
    isDemo: Type.Boolean({ description: 'Whether the company is one of the demo.' }),
    csrfToken: Type.String(),
  },
  { title: 'StaffMe' },
)
/** See {@link StaffMe}. */
export type StaffMe = Static<typeof StaffMe>

/** What a sign-in needs next: nothing, a second factor, or the choice of a company. */
export const StaffSignedIn = Type.Object(
  {
    next: Type.Unsafe<'totp' | 'passkey' | 'enrol' | 'company' | null>({
      type: ['string', 'null'],
      enum: ['totp', 'passkey', 'enrol', 'company', null],
      description:
        'Null: signed in. `totp`: a code is due, or a passkey. `passkey`: a passkey is due. `enrol`: a second factor has to be set up first. Until then every other call is 401 ' +
        '`second_factor_required`, with the same word in `detail`. `company`: address and password are those of accounts in several ' +
        'companies; sign in again with one of `companies`.',
    }),
    companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'StaffSignedIn' },
)
/** See {@link StaffSignedIn}. */
export type StaffSignedIn = Static<typeof StaffSignedIn>

const password = Type.String({ maxLength: 1000 })

export const staffLogin = endpoint({
  name: 'staffLogin',
  summary: 'Signs an employee in and sets the cookie `portico_staff`',
  description:
    'Good for 12 hours. The answer and its time do not tell whether there is such an account. Ten failures for one address from one network ' +
    'address in 15 minutes are answered `too_many_requests`.',
  method: 'POST',
  path: `${staffRoot}/auth/login`,
  access: 'open',
  body: Type.Object({ email: line(320), password, company: Type.Optional(nullable(Id)) }),
  reply: StaffSignedIn,
})

export const staffLogout = endpoint({
  name: 'staffLogout',
  summary: 'Ends this session and clears its cookie',
  method: 'POST',
  path: `${staffRoot}/auth/logout`,
  access: 'staff',
  beforeSecondFactor: ['totp', 'passkey', 'enrol'],
})

export const readStaffMe = endpoint({
  name: 'readStaffMe',
  summary: 'Who is signed in, and the token that every change sends as `X-CSRF-Token`',
  method: 'GET',
  path: `${staffRoot}/me`,
  access: 'staff',
  reply: StaffMe,
})

export const changeStaffPreferences = endpoint({
  name: 'changeStaffPreferences',
  summary: 'Changes the named preferences of the own account',
  method: 'PATCH',
  path: `${staffRoot}/account`,
  access: 'staff',
  body: Type.Object({
    language: Type.Optional(
      nullable({ ...Language, description: 'The language of the staff room. Null: that of the browser.' }),
    ),
    keys: Type.Optional(Type.Boolean({ description: 'Whether single letters are shortcuts.' })),
  }),
  reply: StaffMe,
})

export const changeStaffPassword = endpoint({
  name: 'changeStaffPassword',
  summary: 'Changes the own password; the other sessions and the open links of the account end',
  description:
    'A wrong current password is `check_passwords`, and counts as a failed sign-in does. Passwords follow the rules for customers.',
  method: 'PUT',
  path: `${staffRoot}/account/password`,
  access: 'staff',
  body: Type.Object({ currentPassword: password, newPassword: password }),
})

/** What a one-time link is for: the first company of an installation, the first administrator of a company, or an account's password. */
export const StaffLink = Type.Object(
  {
    kind: Type.Unsafe<'installation' | 'administrator' | 'account'>({
      type: 'string',
      enum: ['installation', 'administrator', 'account'],
    }),
    companyName: nullable(Type.String({ description: 'Null for an installation without a company.' })),
    displayName: nullable(Type.String({ description: 'Whose account it is; null for one that the link makes.' })),
    email: nullable(Type.String()),
    expiresAt: Instant,
  },
  { title: 'StaffLink' },
)
/** See {@link StaffLink}. */
export type StaffLink = Static<typeof StaffLink>

export const readStaffLink = endpoint({
  name: 'readStaffLink',
  summary: 'What a one-time link opens; 410 with `used` or `expired` in `detail` where it opens nothing any more',
  method: 'GET',
  path: `${staffRoot}/auth/links/:key`,
  access: 'open',
  reply: StaffLink,
})

/** Maximum size of the logo of a first portal, in bytes. */
export const firstLogoMax = 512 * 1024

/** A logo within a request. */
const FirstLogo = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of the file; its extension gives the type.',
  }),
  content: Type.String({
    maxLength: 4 * Math.ceil(firstLogoMax / 3),
    contentEncoding: 'base64',
    description: `The image as base64, ${firstLogoMax / 1024} KB of it at most.`,
  }),
})

/** The first company of an installation, its portal, and what its customers may report. */
export const FirstPortal = Type.Object({
  companyName: line(200),
  webPortalKey: line(40),
  webPortalName: line(200),
  baseColor: Type.Optional(nullable(line(40))),
  logo: Type.Optional(nullable({ ...FirstLogo, description: 'The logo of the portal, an image.' })),
  supportEmail: Type.Optional(nullable(email)),
  ticketTypes: Type.Array(line(200), { maxItems: 50 }),
})
/** See {@link FirstPortal}. */
export type FirstPortal = Static<typeof FirstPortal>

const UseStaffLink = Type.Object({
  firstName: Type.Optional(nullable(line(200))),
  lastName: Type.Optional(nullable(line(200))),
  email: Type.Optional(nullable(email)),
  password,
  passwordRepeat: password,
  language: Type.Optional(
    nullable({
      ...Language,
      description: 'Of the page: kept as the preference of the account, and the language of the first portal’s steps.',
    }),
  ),
  portal: Type.Optional(nullable(FirstPortal)),
})
/** The body of {@link useStaffLink}. */
export type UseStaffLink = Static<typeof UseStaffLink>

/** Uses a link: sets the password, and makes what the link is for. `name` and `email` only where the link makes an account. */
export const useStaffLink = endpoint({
  name: 'useStaffLink',
  summary: 'Sets the password of the account that a link opens or makes, and signs in',
  description:
    'With `installation` the body also has `portal`: company, portal and first ticket types are made. The link is good once; the ' +
    "account's other sessions end.",
  method: 'POST',
  path: `${staffRoot}/auth/links/:key`,
  access: 'open',
  body: UseStaffLink,
  reply: StaffSignedIn,
})
