import { mailAddress } from '@portico/contract/shapes'
import { type GroupWithMembers, staffGroupsMax } from '@portico/contract/staff/groups'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, isForeignKeyViolation, tx } from '../kernel/database/db.ts'
import { fail, failAt, requireText } from '../kernel/errors/fail.ts'
import { requireAccount, writeAccountChange } from './account-changes.ts'
import { findVisibleAccount } from './account-list-queries.ts'
import { deleteGroup, insertGroup, listGroups, updateGroup } from './group-queries.ts'

/** What a call says of a group; what is absent stays as it is. */
type GroupChange = { name?: string; email?: string | null; memberIds?: readonly number[] }

/** Of groups the one with an id. */
export const pickGroup = (groups: readonly GroupWithMembers[], id: number): GroupWithMembers =>
  groups.find(group => group.id === id) ?? fail('not_found')

const readEmail = (typed: string | null): string | null => {
  const email = typed?.trim()
  if (!email) return null
  return mailAddress.test(email) ? email : failAt('invalid_request', 'body.email', 'is no e-mail address')
}

const requireNewName = (groups: readonly GroupWithMembers[], name: string, id?: number): void => {
  const isSame = (other: string) => other.toLocaleLowerCase('it') === name.toLocaleLowerCase('it')
  if (groups.some(group => group.id !== id && isSame(group.name)))
    failAt('conflict', 'body.name', 'is the name of another group')
}

/** Puts accounts into a group and takes others out of it; returns the ids of those that changed. */
const writeMembers = async (
  db: Db,
  scope: StaffScope,
  { id, members }: Pick<GroupWithMembers, 'id' | 'members'>,
  { memberIds, now }: { memberIds: readonly number[]; now: Date },
): Promise<number[]> => {
  const before = members.map(member => member.id)
  const added = memberIds.filter(member => !before.includes(member))
  const removed = before.filter(member => !memberIds.includes(member))
  for (const accountId of added) {
    const account = await findVisibleAccount(db, scope, accountId, now)
    if (!account || account.state === 'ended')
      failAt('not_found', 'body.memberIds', 'names an account that is not there')
  }
  for (const accountId of [...added, ...removed]) {
    const account = await requireAccount(db, scope, accountId, now)
    const others = account.groups.map(group => group.id).filter(group => group !== id)
    await writeAccountChange(
      db,
      scope,
      account,
      { groupIds: added.includes(accountId) ? [...others, id] : others },
      now,
    )
  }
  return [...added, ...removed]
}

/** Makes a group; returns its id and the accounts that have changed. */
export const makeGroup = async (
  db: Db,
  scope: StaffScope,
  { name: typed, email: address = null, memberIds = [] }: GroupChange & { name: string },
  now: Date,
): Promise<{ id: number; changed: number[] }> => {
  const groups = await listGroups(db, scope)
  const name = requireText(typed, 'body.name')
  requireNewName(groups, name)
  if (groups.length >= staffGroupsMax)
    fail('conflict', { detail: `There are ${staffGroupsMax} already, which is the most.` })
  const id = await insertGroup(db, scope, { name, email: readEmail(address) })
  return { id, changed: await writeMembers(db, scope, { id, members: [] }, { memberIds, now }) }
}

/** Changes a group; returns the accounts that have changed. */
export const changeGroup = async (
  db: Db,
  scope: StaffScope,
  { groups, before, change }: { groups: readonly GroupWithMembers[]; before: GroupWithMembers; change: GroupChange },
  now: Date,
): Promise<number[]> => {
  const name = change.name === undefined ? before.name : requireText(change.name, 'body.name')
  requireNewName(groups, name, before.id)
  const email = change.email === undefined ? before.email : readEmail(change.email)
  await updateGroup(db, scope, { id: before.id, name, email })
  return change.memberIds === undefined ? [] : writeMembers(db, scope, before, { memberIds: change.memberIds, now })
}

/** Removes a group; `conflict` while a ticket or a ticket type names it. */
export const removeGroup = async (db: Db, scope: StaffScope, id: number): Promise<void> => {
  try {
    await tx(db, db => deleteGroup(db, scope, id))
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    fail('conflict', { detail: 'Tickets or ticket types name the group.' })
  }
}
