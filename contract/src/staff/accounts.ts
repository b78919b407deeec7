import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { email, Id, Instant, Link, line, nullable } from '../shapes.ts'
import { Role, StaffGroup, StaffPortal } from './session.ts'

/** An account of the staff, as administrators see it. */
export const StaffAccount = Type.Object(
  {
    id: Id,
    staffUserId: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    displayName: Type.String(),
    profileImage: nullable({ ...Link, description: 'The photo that customers and colleagues see; null: none.' }),
    email: Type.String({ description: 'The address that signs in.' }),
    noticeEmail: nullable(Type.String({ description: 'The address that notices about tickets go to.' })),
    role: Role,
    portals: Type.Unsafe<Static<typeof StaffPortal>[] | null>({
      type: ['array', 'null'],
      items: StaffPortal,
      description: 'By name. Null: all, also those to come.',
    }),
    groups: Type.Array(StaffGroup, { description: 'By name.' }),
    isInstallationOperator: Type.Boolean({ description: 'Whether the account also looks after the installation.' }),
    state: Type.Unsafe<'invited' | 'active' | 'ended'>({
      type: 'string',
      enum: ['invited', 'active', 'ended'],
      description: '`invited`: without a password yet.',
    }),
    linkExpiresAt: nullable({ ...Instant, description: 'Until when the newest open link is good.' }),
    lastSignInAt: nullable({ ...Instant, description: 'Null before the first sign-in.' }),
    hasSecondFactor: Type.Boolean({ description: 'Whether it signs in with a second factor.' }),
  },
  { title: 'StaffAccount' },
)
/** See {@link StaffAccount}. */
export type StaffAccount = Static<typeof StaffAccount>

/** An account that has got a new link. */
const StaffInvitation = Type.Object(
  {
    account: StaffAccount,
    link: nullable({
      ...Link,
      description:
        'The one-time link, only where mails are not set up, or the company has no portal. Null: it was mailed.',
    }),
  },
  { title: 'StaffInvitation' },
)

const portalIds = Type.Unsafe<number[] | null>({
  type: ['array', 'null'],
  items: Id,
  maxItems: 1000,
  description: 'Null: all portals, also those to come. An administrator of some portals gives only those.',
})
const groupIds = Type.Array(Id, { maxItems: 1000, description: 'The groups whose tickets a technician sees.' })
const isInstallationOperator = Type.Boolean({ description: 'Only an operator of the installation may send true.' })
const language = Type.Optional(
  nullable({ ...Language, description: 'The language of the mail. Default: that of the inviter’s preferences.' }),
)

export const listStaffAccounts = endpoint({
  name: 'listStaffAccounts',
  summary: 'Lists the accounts of the company by name, also those that have ended',
  description: 'An administrator of some portals sees those whose portals are all among them.',
  method: 'GET',
  path: `${staffRoot}/accounts`,
  access: 'staff',
  role: 'administrator',
  reply: Type.Array(StaffAccount),
})

export const inviteStaff = endpoint({
  name: 'inviteStaff',
  summary: 'Makes an account and mails a link to choose its password, good for 24 hours and once',
  description:
    'The staff user of that address gets the account, or a new one. `conflict` where the address has an account already, also one that has ended.',
  method: 'POST',
  path: `${staffRoot}/accounts`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({
    firstName: line(200),
    lastName: line(200),
    email,
    role: Role,
    portalIds,
    groupIds: Type.Optional(groupIds),
    isInstallationOperator: Type.Optional(isInstallationOperator),
    language,
  }),
  reply: StaffInvitation,
  status: 201,
})

export const changeStaffAccount = endpoint({
  name: 'changeStaffAccount',
  summary: 'Changes what is named of an account; its sessions have it with their next call',
  description:
    'A changed address ends the open links. `conflict` where the company would be left without an administrator. The account of an ' +
    'operator of the installation is changed by operators alone.',
  method: 'PATCH',
  path: `${staffRoot}/accounts/:accountid`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({
    role: Type.Optional(Role),
    portalIds: Type.Optional(portalIds),
    groupIds: Type.Optional(groupIds),
    email: Type.Optional(email),
    isInstallationOperator: Type.Optional(isInstallationOperator),
  }),
  reply: StaffAccount,
})

export const inviteStaffAgain = endpoint({
  name: 'inviteStaffAgain',
  summary: 'Mails a new link to choose a password; five an hour for each account',
  description: 'Also for an account that has a password, which stays good until the link is used. Earlier links end.',
  method: 'POST',
  path: `${staffRoot}/accounts/:accountid/invite`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({ language }),
  reply: StaffInvitation,
})

export const endStaffAccount = endpoint({
  name: 'endStaffAccount',
  summary: 'Ends an account with its sessions and links',
  description: '`conflict` where the company would be left without an administrator.',
  method: 'POST',
  path: `${staffRoot}/accounts/:accountid/end`,
  access: 'staff',
  role: 'administrator',
  reply: StaffAccount,
})

export const restoreStaffAccount = endpoint({
  name: 'restoreStaffAccount',
  summary: 'Restores an account that has ended, with the rights that it had, and mails a link to choose a password',
  method: 'POST',
  path: `${staffRoot}/accounts/:accountid/restore`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({ language }),
  reply: StaffInvitation,
})

export const revokeStaffReplyAddresses = endpoint({
  name: 'revokeStaffReplyAddresses',
  summary: 'Revokes the reply addresses that an account has in mails about tickets. The next mails bring new ones.',
  description: 'The end of an account and a new password revoke them, too.',
  method: 'DELETE',
  path: `${staffRoot}/accounts/:accountid/reply-addresses`,
  access: 'staff',
  role: 'administrator',
})

/** Whether technicians see what the office sees of money; see `recordRoles`. */
export const MoneyRule = Type.Object({ techniciansSeeMoney: Type.Boolean() })
/** See {@link MoneyRule}. */
export type MoneyRule = Static<typeof MoneyRule>

export const readMoneyRule = endpoint({
  name: 'readMoneyRule',
  summary: 'Whether technicians see invoices, estimates, subscriptions and amounts of money.',
  method: 'GET',
  path: `${staffRoot}/money`,
  access: 'staff',
  role: 'administrator',
  reply: MoneyRule,
})

export const setMoneyRule = endpoint({
  name: 'setMoneyRule',
  summary:
    'Says whether technicians see invoices, estimates, subscriptions and amounts of money. For administrators of all portals.',
  method: 'PUT',
  path: `${staffRoot}/money`,
  access: 'staff',
  role: 'administrator',
  allPortals: true,
  body: MoneyRule,
  reply: MoneyRule,
})
