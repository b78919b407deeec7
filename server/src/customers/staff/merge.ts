import { createHash } from 'node:crypto'
import type { CustomerMergeLook } from '@portico/contract/staff/customers/merge'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, isForeignKeyViolation, tx, Unavailable } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { closeContact, type LockedContact, lockCompany, lockContacts, requireContact } from './customer-queries.ts'
import {
  fillFields,
  increaseNamesVersion,
  listContactTables,
  lockRows,
  lookOf,
  moveJobs,
  moveLog,
  moveMatches,
  moveRows,
  replaceContact,
  uniteMemberships,
  uniteOpenings,
} from './merge-queries.ts'

/** A customer with very many records takes a while to move. */
const TIMEOUT = 5 * 60_000
/** How often a merge begins again after it met a customer who was writing. */
const TRIES = 5

type Pair = { from: LockedContact; into: LockedContact }

/** The two contacts, if they can be merged. A fault of the one in the path is reported first. */
const requirePair = (from: LockedContact | undefined, into: LockedContact | undefined, path: string): Pair => {
  if (!from) return fail('not_found')
  if (!into) return failAt('not_found', path, 'names a customer that is not there')
  if (from.contactId === into.contactId) failAt('invalid_request', path, 'must be another customer')
  if (from.portalId !== into.portalId) failAt('invalid_request', path, 'is a customer of another portal')
  if (into.archivedAt !== null) fail('conflict', { detail: 'The customer that stays is archived: restore it first.' })
  return { from, into }
}

/** Names what decides about a merge: both names, and who may do what. Tickets that come in meanwhile change nothing. */
const versionOf = ({ customer, into, people }: Omit<CustomerMergeLook, 'version'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        [customer, into].map(({ id, companyName, archivedAt }) => [id, companyName, archivedAt]),
        people,
      ]),
    )
    .digest('base64url')
    .slice(0, 22)

/** What a merge of two customers will do. */
export const lookAt = async (
  db: Db,
  scope: StaffScope,
  ids: { contactId: number; intoId: number },
  now: Date,
): Promise<CustomerMergeLook> => {
  const from = await requireContact(db, scope, ids.contactId)
  const into = await requireContact(db, scope, ids.intoId).catch(() => undefined)
  const pair = requirePair(from, into, 'query.into')
  const look = await lookOf(db, pair.from, pair.into, now)
  return { ...look, version: versionOf(look) }
}

type Merge = { contactId: number; intoId: number; version: string; unites: boolean; now: Date }

const mergeOnce = (db: Db, scope: StaffScope, { contactId, intoId, version, unites, now }: Merge): Promise<Pair> =>
  tx(
    db,
    async db => {
      const known = await requireContact(db, scope, contactId)
      const tables = await listContactTables(db)
      // In the order in which customers' calls take them: company, tickets, what else is referred to, and the contact last.
      await lockCompany(db, known)
      await lockRows(db, tables, known)
      const locked = await lockContacts(db, scope, [contactId, intoId])
      const find = (id: number) => locked.find(one => one.contactId === id)
      const { from, into } = requirePair(find(contactId), find(intoId), 'body.into')
      await closeContact(db, from)
      if (versionOf(await lookOf(db, from, into, now)) !== version)
        fail('conflict', { detail: 'Names or people have changed since: look again.' })
      await uniteMemberships(db, from, into, unites)
      await uniteOpenings(db, from, into)
      await moveRows(db, tables, from, into)
      await fillFields(db, from, into)
      const former = await replaceContact(db, from, into, { staffUserId: scope.staffUserId, now })
      await moveJobs(db, from, into)
      await moveMatches(db, from, into)
      await moveLog(db, from, into)
      await increaseNamesVersion(db, into)
      const detail = { merged: former }
      await recordStaffAct(
        db,
        { ...into, staffUserId: scope.staffUserId },
        { type: 'staff.contact.merged', detail },
        now,
      )
      return { from, into }
    },
    { statementTimeout: TIMEOUT },
  )

/**
 * Merges a contact into another one of the portal, in one transaction. Who writes for it meanwhile is waited for; what slipped in between two
 * locks makes the move fail as a whole, and it begins again.
 */
export const mergeContacts = async (db: Db, scope: StaffScope, merge: Merge): Promise<Pair> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await mergeOnce(db, scope, merge)
    } catch (error) {
      const hasMetWriter = isForeignKeyViolation(error) || error instanceof Unavailable
      if (!hasMetWriter || tries === TRIES) throw error
    }
  }
}
