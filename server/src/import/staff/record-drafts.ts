import type { Flag } from '@portico/contract/permissions'
import { flags } from '@portico/contract/permissions'
import type { TableKind } from '@portico/contract/staff/imports'
import type { AddressParts } from '../../records/definition/postal-address.ts'
import type { Line } from '../../records/definition/record-type.ts'
import { addressPartsOf } from '../csv/address-fields.ts'
import type { CellFields } from '../table/read-cells.ts'

/** The fields of a record as a row gives them; undefined leaves what is there. */
export type Given = Record<string, unknown>

/**
 * A record that a row makes. `isShared`: several rows may make it, if they say the same. `fresh` are fields that only a new record gets;
 * `change` derives fields from those of the record that is there.
 */
export type Draft = {
  type: string
  externalId: string
  isThere: boolean
  isShared: boolean
  given: Given
  fresh?: Given
  change?: (existing: Line) => Given
}

const pick = (fields: CellFields, names: readonly string[]): Given =>
  Object.fromEntries(names.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])))

const text = (fields: CellFields, name: string): string | undefined => {
  const value = fields[name]
  return value === undefined ? undefined : String(value)
}

const addressGiven = (fields: CellFields): Given => {
  const addressParts = addressPartsOf(fields)
  return addressParts ? { addressParts } : pick(fields, ['address'])
}

/**
 * The address of a customer who is there. Parts that a row has not stay; a town alone leaves an address in one line as it is, and so does a
 * street that the address has already. Null takes one form away: an address is made of its parts.
 */
const addressChange = (fields: CellFields, { address, addressParts }: Line): Given => {
  const [before, stored] = [address, addressParts as AddressParts | undefined]
  const parts = addressPartsOf(fields)
  const asBefore = { address: before ?? null, addressParts: stored ?? null }
  if (parts) {
    if (before !== undefined && !stored && parts.street === undefined) return asBefore
    return { address: null, addressParts: { ...stored, ...parts } }
  }
  if (fields.address === undefined || fields.address === stored?.street) return asBefore
  return { addressParts: fields.address === before ? (stored ?? null) : null }
}

/** The record of a customer. */
export const customerDraft = (
  fields: CellFields,
  at: { externalId: string; isThere: boolean; portal: string },
): Draft => ({
  type: 'contact',
  externalId: at.externalId,
  isThere: at.isThere,
  isShared: true,
  given: {
    portal: at.portal,
    ...pick(fields, ['companyName', 'vatNumber', 'fiscalCode', 'sdiCode', 'phone', 'email']),
    ...addressGiven(fields),
  },
  change: existing => addressChange(fields, existing),
})

/** What a row says of a person, whatever its columns are called. */
export type PersonFields = {
  name: string | undefined
  email: string | undefined
  phone: string | undefined
  userName: string | undefined
  language: string | undefined
}

/** The person of a row; a row of a customer names one by address or user name, or none. */
export const personFields = (kind: 'contact' | 'webUser', fields: CellFields): PersonFields =>
  kind === 'webUser'
    ? {
        name: text(fields, 'referentName'),
        email: text(fields, 'email'),
        phone: text(fields, 'phone'),
        userName: text(fields, 'userName'),
        language: text(fields, 'language'),
      }
    : {
        name: text(fields, 'personName'),
        email: text(fields, 'personEmail'),
        phone: text(fields, 'personPhone'),
        userName: text(fields, 'personUserName'),
        language: undefined,
      }

/** The account of a person; new ones are named by their address. */
export const personDraft = (
  person: PersonFields,
  { serviceCompany, ...at }: { externalId: string; isThere: boolean; serviceCompany: string },
): Draft => ({
  ...at,
  type: 'webUser',
  isShared: true,
  given: {
    serviceCompany,
    email: person.email,
    phone: person.phone,
    userName: person.userName,
    language: person.language,
  },
  fresh: { userName: person.userName ?? person.email },
})

/** What a person may see: columns say it, else it stays, and who is new gets `preset`. */
export const membershipDraft = (
  fields: CellFields,
  person: PersonFields,
  at: { externalId: string; isThere: boolean; contact: string; webUser: string; preset: readonly Flag[] },
): Draft => {
  const said = flags.filter(flag => fields[flag] !== undefined)
  const withSaid = (before: readonly string[]) =>
    flags.filter(flag => (said.includes(flag) ? fields[flag] === true : before.includes(flag)))
  return {
    type: 'membership',
    externalId: at.externalId,
    isThere: at.isThere,
    isShared: false,
    given: { contact: at.contact, webUser: at.webUser, referentName: person.name },
    fresh: { referentName: person.name ?? person.email ?? person.userName, flags: withSaid(at.preset) },
    change: existing => ({ flags: withSaid((existing.flags ?? []) as string[]) }),
  }
}

/** How often a subscription is paid, from its period and its next day. */
const triggerOf = (period: string, next: string): Given => {
  const date = new Date(`${next.slice(0, 10)}T00:00:00Z`)
  const count = Number(period.slice(1))
  if (period.startsWith('W')) return { recurrenceType: 10, frequencyWeek: count, recurrenceDayOfWeek: date.getUTCDay() }
  if (period.startsWith('Y'))
    return { recurrenceType: 30, recurrenceDay: date.getUTCDate(), recurrenceMonth: date.getUTCMonth() + 1 }
  return { recurrenceType: 20, frequencyMonth: count, recurrenceDay: date.getUTCDate() }
}

const fileOf = (fields: CellFields, name: 'file' | 'original') => {
  const path = text(fields, name)
  return path === undefined ? undefined : { path }
}

const own: Record<
  Exclude<TableKind, 'contact' | 'webUser' | 'asset'>,
  (fields: CellFields) => { given: Given; fresh?: Given }
> = {
  invoice: fields => ({
    given: {
      ...pick(fields, ['documentNumber', 'invoiceDate', 'total']),
      file: fileOf(fields, 'file'),
      original: fileOf(fields, 'original'),
    },
  }),
  estimate: fields => ({
    given: {
      ...pick(fields, ['estimateName', 'estimateNumber', 'revisionNumber', 'estimateCreationDate', 'total']),
      file: fileOf(fields, 'file'),
    },
  }),
  activityContract: fields => ({
    given: {
      ...pick(fields, ['name', 'start', 'end', 'hoursAmount', 'unitAmount', 'openingUsed']),
      // Null takes the other amount away.
      ...(fields.hoursAmount === undefined ? {} : { unitAmount: null }),
      ...(fields.hoursAmount === undefined && fields.unitAmount !== undefined && { hoursAmount: null }),
    },
  }),
  serviceContract: fields => ({
    given: pick(fields, ['name', 'status', 'activeFrom', 'activeTo']),
    fresh: { status: fields.status ?? 1 },
  }),
  subscription: fields => {
    const { period, advanceDate } = fields
    return {
      given: {
        ...pick(fields, ['code', 'description', 'quantity', 'taxedTotal', 'advanceDate']),
        ...(period !== undefined &&
          advanceDate !== undefined && { trigger: triggerOf(String(period), String(advanceDate)) }),
      },
      fresh: { quantity: fields.quantity ?? 1 },
    }
  },
}

/** The record of a row that belongs to a customer. */
export const ownedDraft = (
  kind: keyof typeof own,
  fields: CellFields,
  at: { externalId: string; isThere: boolean; contact: string },
): Draft => {
  const { given, fresh } = own[kind](fields)
  return {
    type: kind,
    externalId: at.externalId,
    isThere: at.isThere,
    isShared: false,
    given: { contact: at.contact, ...given },
    ...(fresh && { fresh }),
  }
}

/** Where the parts of an asset are, and whether they are there. */
type Part = { externalId: string; isThere: boolean }

/** An asset with its folder and properties. */
export const assetDrafts = (
  fields: CellFields,
  properties: [title: string, value: string][],
  at: { contact: string; folder: Part; element: Part; property: (title: string) => Part },
): Draft[] => {
  const [folder, name] = [text(fields, 'folder'), text(fields, 'name')]
  return [
    { type: 'wikiFolder', ...at.folder, isShared: true, given: { contact: at.contact, name: folder } },
    { type: 'wikiElement', ...at.element, isShared: false, given: { folder: at.folder.externalId, name } },
    ...properties.map(
      ([title, value], position): Draft => ({
        type: 'wikiProperty',
        ...at.property(title),
        isShared: false,
        given: { element: at.element.externalId, typologyName: title, value },
        fresh: { position },
      }),
    ),
  ]
}
