import type { TableKind } from '@portico/contract/staff/imports'
import type { Db } from '../../kernel/database/db.ts'
import type { CellFields } from '../table/read-cells.ts'
import type { ReadRow } from '../table/table-work.ts'
import {
  assetParts,
  customersOfPortal,
  type KnownPerson,
  membershipsOf,
  peopleNamed,
  recordsOfPortal,
  takenIds,
} from './identity-queries.ts'
import { openRowFaults } from './row-faults.ts'
import { derivedId, fittingId, type NaturalKind, naturalKeyOf, naturalSlot, openCustomerIndex } from './row-identity.ts'
import type { RowPlan } from './row-plan.ts'

/** What is known of the records that some rows may name. */
export type KnownOfRows = {
  people: KnownPerson[]
  memberships: { externalId: string; contact: string; webUser: string }[]
  taken: Set<string>
}

const table: Record<Exclude<TableKind, 'webUser'>, string> = {
  contact: 'contact',
  invoice: 'invoice',
  estimate: 'estimate',
  activityContract: 'activity_contract',
  serviceContract: 'service_contract',
  subscription: 'recurring_advance',
  asset: 'wiki_element',
}

/** Whether the records of a kind belong to a customer. */
export const isOwnedKind = (kind: TableKind): kind is NaturalKind => kind !== 'contact' && kind !== 'webUser'

const texts = (fields: CellFields[], names: string[]) =>
  fields.flatMap(one => names.flatMap(name => (one[name] === undefined ? [] : String(one[name]).trim())))

/** Where the parts of a kind are, by what they belong to and their name. */
const openParts = async (db: Db, part: 'folder' | 'property', { kind, portal }: Pick<RowPlan, 'kind' | 'portal'>) => {
  const keyOf = (owner: string, name: string) => JSON.stringify([owner, name.trim().toLowerCase()])
  const known = new Map(
    kind === 'asset'
      ? (await assetParts(db, part, portal)).map(({ owner, name, externalId }) => [keyOf(owner, name), externalId])
      : [],
  )
  return (owner: string, name: string) => {
    const there = known.get(keyOf(owner, name))
    return { externalId: there ?? fittingId(`${owner}/${name.trim()}`), isThere: there !== undefined }
  }
}

/** What a portal has that rows can name. */
export const openKnownRecords = async (db: Db, { kind, portal, scope }: Pick<RowPlan, 'kind' | 'portal' | 'scope'>) => {
  const customers = await openCustomerIndex(await customersOfPortal(db, portal))
  const records = new Map<string, string | null>()
  const here = new Set<string>()
  if (isOwnedKind(kind))
    for (const record of await recordsOfPortal(db, kind, portal)) {
      const slot = naturalSlot(record.contact, record)
      // Null: several.
      records.set(slot, records.has(slot) ? null : record.externalId)
      here.add(record.externalId)
    }

  /** The external id that a row's record has or would get. */
  const wantedOf = (of: NaturalKind, fields: CellFields): string => {
    const owner = openRowFaults({}).attempt(() => customers.ownerOf(fields)) ?? ''
    return String(fields.externalId ?? derivedId(of, owner, naturalKeyOf(of, fields)))
  }

  return {
    customers,
    /** The record with a customer, name and day: its external id, null if there are several. */
    inSlot: (slot: string) => records.get(slot),
    /** Whether the portal has a record of the kind with this external id. */
    isHere: (externalId: string) => here.has(externalId),
    wantedOf,
    folderAt: await openParts(db, 'folder', { kind, portal }),
    propertyAt: await openParts(db, 'property', { kind, portal }),
    look: async (rows: ReadRow[]): Promise<KnownOfRows> => {
      const fields = rows.flatMap(row => (row.fields ? [row.fields] : []))
      const names = ['personEmail', 'personUserName', 'email', 'userName', 'externalId']
      const people = isOwnedKind(kind) ? [] : await peopleNamed(db, scope, texts(fields, names))
      const memberships = await membershipsOf(
        db,
        portal,
        people.map(({ externalId }) => externalId),
      )
      const wanted = isOwnedKind(kind)
        ? fields.map(one => wantedOf(kind, one))
        : texts(fields, ['externalId', 'vatNumber', 'fiscalCode', 'email', 'companyName'])
      const ids = wanted.flatMap(id => [fittingId(id), fittingId(`${portal.externalId}/${id}`)])
      const taken = kind === 'webUser' ? new Set<string>() : await takenIds(db, table[kind], portal.company, ids)
      return { people, memberships, taken }
    },
  }
}
/** See {@link openKnownRecords}. */
export type KnownRecords = Awaited<ReturnType<typeof openKnownRecords>>
