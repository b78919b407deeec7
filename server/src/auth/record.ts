import { Language } from '@portico/contract/language'
import { type NotificationKind, notificationKinds } from '@portico/contract/notifications'
import { type Flag, flags } from '@portico/contract/permissions'
import { teamNoteMax } from '@portico/contract/staff/customers/customers'
import * as Type from 'typebox'
import { columnName } from '../kernel/database/column-name.ts'
import { unsubscribeKeyPurpose } from '../notifications/queries.ts'
import { endOfDay } from '../records/definition/dates.ts'
import { Email, Name, parents, Text, When } from '../records/definition/fields.ts'
import { keepAccepted } from '../records/definition/keep-accepted.ts'
import { AddressParts, postalAddress } from '../records/definition/postal-address.ts'
import { defineRecordType, NamedFile, type PendingRow, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { dayColumn, instantColumn } from '../records/definition/select-fragments.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import type { User } from './account-queries.ts'
import { confirmationKeyPurpose } from './confirmation-queries.ts'
import { CONFIRMATION_LIFETIMES } from './confirmations.ts'
import { hashCost, isAffordable } from './passwords/password-hash.ts'
import { endReplacedPasswords, fillPassword } from './record-passwords.ts'

declare module '../records/definition/record-type.ts' {
  interface RecordServices {
    /** Called after the commit with the web users whose password has changed. */
    onPasswordsSet?: ((users: User[]) => void) | undefined
  }
}

const FlagName = Type.Unsafe<Flag>({ type: 'string', enum: [...flags] })

const group = defineRecordType({
  type: 'group',
  table: 'staff_group',
  level: 'company',
  fields: { serviceCompany: Reference, name: Name, email: Email },
  descriptions: {
    name: 'The name of the group.',
    email: 'The address that is mailed about tickets of the group.',
  },
  parents: [parents.serviceCompany],
  columns: { name: 'text', email: 'text' },
  row: line => ({ name: line.name.trim(), email: line.email ?? null }),
})

const staff = defineRecordType({
  type: 'staff',
  table: 'staff_user',
  level: 'company',
  fields: {
    serviceCompany: Reference,
    firstName: Name,
    lastName: Name,
    displayName: Type.Optional(Name),
    email: Email,
    picture: Type.Optional(NamedFile),
  },
  descriptions: {
    firstName: 'First name.',
    lastName: 'Last name.',
    displayName: 'The name that customers see. Default: first and last name.',
    email: 'The address that is mailed about tickets assigned to this person.',
    picture: 'A photo, an image.',
  },
  parents: [parents.serviceCompany],
  picture: { field: 'picture', column: 'picture_id' },
  columns: { first_name: 'text', last_name: 'text', display_name: 'text', email: 'text' },
  row: line => ({
    first_name: line.firstName.trim(),
    last_name: line.lastName.trim(),
    display_name: (line.displayName ?? `${line.firstName.trim()} ${line.lastName}`).trim(),
    email: line.email ?? null,
  }),
})

/** An address in one and in parts, as far as the parts make it up. */
const addressColumns = ({
  address,
  addressParts = {},
}: {
  address?: string | undefined
  addressParts?: AddressParts | undefined
}) => {
  const whole = postalAddress(addressParts)
  const isWhole = whole !== '' && (address === undefined || address === whole)
  return isWhole ? { address: whole, address_parts: addressParts } : { address: address ?? null, address_parts: null }
}

const contact = defineRecordType({
  type: 'contact',
  table: 'contact',
  level: 'portal',
  fields: {
    portal: Reference,
    companyName: Name,
    vatNumber: Text,
    fiscalCode: Text,
    sdiCode: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{6,7}$' })),
    address: Text,
    addressParts: Type.Optional(AddressParts),
    phone: Text,
    email: Email,
    teamNote: Type.Optional(Type.String({ maxLength: teamNoteMax })),
    archivedOn: Type.Optional(When),
    secondFactorRequired: Type.Optional(Type.Boolean()),
  },
  descriptions: {
    companyName: "The client company's name.",
    vatNumber: 'The VAT number. CSV files and electronic invoices find the contact by it.',
    fiscalCode: 'The fiscal code. CSV files and electronic invoices find the contact by it.',
    sdiCode: 'The code under which the exchange system delivers electronic invoices: six or seven letters and digits.',
    address: 'The postal address, in one. Absent, it is made of `addressParts`.',
    addressParts:
      'The postal address in parts. Parts that do not make up the `address` that is given are left out: who changes the address in one ' +
      'need not know them.',
    phone: 'The phone number.',
    email: 'The address of the company.',
    teamNote: 'What the staff tell each other about the contact. No customer ever sees it.',
    archivedOn:
      'Since when the contact is archived: nobody gets in for it, and the staff raise and publish nothing for it. Absent, it stays; the ' +
      'staff restore.',
    secondFactorRequired:
      'Whether the contact opens only to sessions with a second factor. Absent or false, it stays; of a new contact: false. Its ' +
      'administrators and the office lift it, which the log of the contact shows.',
  },
  keeps: ['archived_at'],
  keepsOr: { second_factor_required: () => false },
  unclearable: ['archivedOn', 'secondFactorRequired'],
  keptInParts: { address: 'addressParts' },
  reads: { archivedOn: dayColumn('t.archived_at') },
  parents: [parents.portal],
  defines: 'contact',
  parts: ['file', 'membership'].map(table => ({ table, column: 'contact_id' })),
  columns: {
    company_name: 'text',
    vat_number: 'text',
    fiscal_code: 'text',
    sdi_code: 'text',
    address: 'text',
    address_parts: 'jsonb',
    phone: 'text',
    email: 'text',
    team_note: 'text',
    archived_at: 'timestamptz',
    second_factor_required: 'boolean',
  },
  row: (line, at) => ({
    company_name: line.companyName.trim(),
    vat_number: line.vatNumber ?? null,
    fiscal_code: line.fiscalCode ?? null,
    sdi_code: line.sdiCode?.toUpperCase() ?? null,
    ...addressColumns(line),
    phone: line.phone ?? null,
    email: line.email ?? null,
    team_note: line.teamNote ?? null,
    archived_at: line.archivedOn === undefined ? null : at.instant(line.archivedOn, 'archivedOn').toISOString(),
    // A record requires it and does not lift it: people would not be notified.
    second_factor_required: line.secondFactorRequired || null,
  }),
})

const webUser = defineRecordType({
  type: 'webUser',
  table: 'web_user',
  level: 'company',
  fields: {
    serviceCompany: Reference,
    userName: Type.String({ minLength: 1, maxLength: 320, pattern: '^\\S+$' }),
    email: Email,
    phone: Text,
    language: Type.Optional(Language),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    passwordHash: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: '^\\$argon2id\\$v=\\d+\\$m=\\d{1,7},t=\\d{1,3},p=\\d{1,2}\\$[\\w+/]+\\$[\\w+/]+$',
      }),
    ),
    acceptedOn: Type.Optional(When),
  },
  descriptions: {
    userName: 'The name for signing in, without spaces, unique within the service company.',
    email: 'The address, unique within the service company. Who has one can sign in with it, too.',
    phone: 'The phone number.',
    language: 'The language of mails and of the first sign-in. Default: that of the browser.',
    password:
      'A new password, at least 12 characters and not a common one. Never answered; absent, the password stays.',
    passwordHash: 'An argon2id hash in place of a password, for a move from another installation. Never answered.',
    acceptedOn:
      'When the person accepted an invitation to a portal without passwords: who has no password is mailed links to sign in from then on. ' +
      'Absent, it stays.',
  },
  parents: [parents.serviceCompany],
  person: 'id',
  readsExisting: { passwordHash: 't.password_hash', replacedHash: "encode(t.replaced_hash, 'hex')" },
  slowFields: ['password'],
  secretFields: ['passwordHash'],
  unclearable: ['password', 'passwordHash', 'acceptedOn'],
  hooks: ({ onPasswordsSet }) => ({
    beforeWrite: (db, rows, { refuse }) => keepAccepted(rows, refuse, row => fillPassword(db, row)),
    afterWrite: async (db, rows, { newsSince }) => {
      const users = await endReplacedPasswords(db, rows, { now: new Date(), silent: newsSince === undefined })
      return users.length > 0 ? { afterCommit: () => onPasswordsSet?.(users) } : undefined
    },
  }),
  reads: { password: null, acceptedOn: instantColumn('t.accepted_at') },
  columns: {
    user_name: 'text',
    email: 'text',
    phone: 'text',
    language: 'text',
    password_hash: 'text',
    accepted_at: 'timestamptz',
  },
  keeps: ['password_hash', 'accepted_at'],
  row: (line, at) => {
    if (line.password !== undefined && line.passwordHash !== undefined)
      throw new Refusal('passwordHash', 'must not stand beside a password')
    if (line.passwordHash !== undefined && !isAffordable(line.passwordHash))
      throw new Refusal(
        'passwordHash',
        `costs too much to check: m × t of ${hashCost} at most; without it the user can be invited`,
      )
    return {
      user_name: line.userName,
      email: line.email ?? null,
      phone: line.phone ?? null,
      language: line.language ?? null,
      password_hash: line.passwordHash ?? null,
      accepted_at: line.acceptedOn === undefined ? null : at.instant(line.acceptedOn, 'acceptedOn').toISOString(),
    }
  },
})

const membership = defineRecordType({
  type: 'membership',
  table: 'membership',
  level: 'contact',
  fields: {
    contact: Reference,
    webUser: Reference,
    referentName: Name,
    flags: Type.Array(FlagName, { uniqueItems: true }),
    active: Type.Optional(Type.Boolean()),
  },
  descriptions: {
    webUser: 'The externalId of the web user.',
    referentName: 'The name of the person within this contact, as colleagues and staff see it.',
    flags: 'What the person may do in the portal for this contact; an empty list means nothing.',
    active: 'Whether the person still belongs to the contact. Default: true.',
  },
  parents: [parents.contact],
  references: [{ field: 'webUser', recordType: 'webUser', column: 'web_user_id' }],
  reads: {
    flags: `array_remove(array[${flags.map(flag => `case when t.${columnName(flag)} then '${flag}' end`).join(', ')}], null)`,
  },
  ends: 'active',
  exportsById: true,
  columns: {
    referent_name: 'text',
    active: 'boolean',
    ...Object.fromEntries(flags.map(flag => [columnName(flag), 'boolean'])),
  },
  row: line => ({
    referent_name: line.referentName.trim(),
    active: line.active ?? true,
    ...Object.fromEntries(flags.map(flag => [columnName(flag), line.flags.includes(flag)])),
  }),
})

/** The key of an invitation lets its holder set the web user's password, and the user may be a member of other portals too. */
const refuseKey = ({ item: { line } }: PendingRow, tenantScope: TenantScope | undefined) => {
  if (tenantScope?.portals && line.key !== undefined)
    throw new Refusal('key', 'takes an API key of all portals; without it one is made, and can be mailed', 'forbidden')
}

const invitation = defineRecordType({
  type: 'invitation',
  table: 'confirmation',
  level: 'contact',
  fields: {
    contact: Reference,
    webUser: Reference,
    key: Text,
    expiresOn: Type.Optional(When),
    mailedOn: Type.Optional(When),
    usedOn: Type.Optional(When),
  },
  descriptions: {
    webUser: 'The externalId of the web user, who needs a membership of the contact.',
    key: 'The key of the link `/confirm?key=…`, at least 22 random characters. Never answered; absent, one is made.',
    expiresOn: 'The last day or moment at which the link can be used. Default: 7 days from now.',
    mailedOn: 'When the link was mailed.',
    usedOn: 'When a password was set with the link.',
  },
  parents: [parents.contact],
  references: [{ field: 'webUser', recordType: 'webUser', column: 'web_user_id', memberOnly: true }],
  rows: `t.kind = 'invitation'`,
  hooks: () => ({
    authorize: (_db, rows, { refuse, tenantScope }) => keepAccepted(rows, refuse, row => refuseKey(row, tenantScope)),
  }),
  keyPurpose: confirmationKeyPurpose,
  unclearable: ['key', 'expiresOn', 'mailedOn', 'usedOn'],
  reads: {
    expiresOn: dayColumn('t.expires_at', { end: true }),
    mailedOn: instantColumn('t.mailed_at'),
    usedOn: instantColumn('t.used_at'),
  },
  columns: { expires_at: 'timestamptz', mailed_at: 'timestamptz', used_at: 'timestamptz' },
  keeps: ['mailed_at', 'used_at'],
  keepsOr: { expires_at: () => new Date(Date.now() + CONFIRMATION_LIFETIMES.invitation).toISOString() },
  row: (line, at) => {
    const instant = (field: 'expiresOn' | 'mailedOn' | 'usedOn', text = line[field]) =>
      text === undefined ? null : at.instant(text, field).toISOString()
    const expires = line.expiresOn && endOfDay(line.expiresOn)
    return { expires_at: instant('expiresOn', expires), mailed_at: instant('mailedOn'), used_at: instant('usedOn') }
  },
})

/** A mail preference of a user or CC address; `key` is its unsubscribe token. */
const notification = defineRecordType({
  type: 'notification',
  table: 'notification',
  level: 'company',
  fields: {
    serviceCompany: Reference,
    webUser: Type.Optional(Reference),
    address: Email,
    kind: Type.Unsafe<NotificationKind>({ type: 'string', enum: [...notificationKinds] }),
    stopped: Type.Optional(Type.Boolean()),
    key: Text,
  },
  descriptions: {
    webUser: 'The externalId of the web user; either this or `address`.',
    address: 'An address in copy of tickets; either this or `webUser`.',
    kind: 'The kind of mail.',
    stopped: 'Whether mails of this kind are no longer sent. Default: false.',
    key: 'The key of the unsubscribe link, at least 22 random characters. Never answered; absent, one is made.',
  },
  parents: [parents.serviceCompany],
  references: [{ field: 'webUser', recordType: 'webUser', column: 'web_user_id' }],
  person: 'web_user_id',
  keyPurpose: unsubscribeKeyPurpose,
  unclearable: ['key'],
  columns: { address: 'text', kind: 'text', stopped: 'boolean' },
  row: line => {
    if ((line.webUser === undefined) === (line.address === undefined))
      throw new Refusal('webUser or address', line.webUser === undefined ? 'is missing' : 'must not stand together')
    return { address: line.address?.toLowerCase() ?? null, kind: line.kind, stopped: line.stopped ?? false }
  },
})

/** The record types of people and their access, each after those that it references. */
export const peopleRecords = [group, staff, contact, webUser, membership, invitation, notification]
