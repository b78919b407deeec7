import type { AssignedUser } from '@portico/contract/shapes'
import type { TicketListed } from '@portico/contract/tickets'
import { LRUCache } from 'lru-cache'
import type { Static } from 'typebox'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameCompany, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { pictureLink } from '../portals/queries.ts'

/** A staff member as tickets show them, and the name that messages show. */
type Staff = { user: Static<typeof AssignedUser>; displayName: string }

/** A web user of the contact, and the same as tickets show it. */
type Member = { userName: string; creator: NonNullable<TicketListed['creatorContactWebUser']> }

/** What tickets and messages of one contact name by an id. */
export type Names = {
  types: Map<number, NonNullable<TicketListed['taskType']>>
  steps: Map<number, { name: string }>
  groups: Map<number, NonNullable<TicketListed['assignedGroup']>>
  staff: Map<number, Staff>
  members: Map<number, Member>
}

type Kind = keyof Names

/** The ids to find names for. */
export type NamedIds = { [kind in Kind]?: (number | null)[] }

/** The names of one contact that are in memory, all of them at least as new as a version. */
type Known = { version: number; names: Names }

/** Largest number of contacts whose names are in memory; beyond it the least recently read goes. */
const MAX_CONTACTS = 1000

const noNames = (): Names => ({
  types: new Map(),
  steps: new Map(),
  groups: new Map(),
  staff: new Map(),
  members: new Map(),
})

/** The version of the names in the snapshot of a statement, to be selected along with the ids. */
export const namesVersion = (scope: Scope): Sql =>
  sql`(select names_version from service_company where id = ${scope.serviceCompanyId})`

type Loaded = { [kind in Kind]: [number, unknown][] | null }

const loadNames = (db: Db, scope: Scope, ids: Record<Kind, number[]>): Promise<Loaded> => {
  const ofCompany = (alias: string) => sql`${raw(alias)}.service_company_id = ${scope.serviceCompanyId}`
  const ofPortal = (alias: string) => sql`${ofCompany(alias)} and ${raw(alias)}.portal_id = ${scope.portalId}`
  return db.one<Loaded>(sql`select
    (select json_agg(json_build_array(y.id, json_build_object('name', y.name, 'color', y.color)))
      from task_type y where ${ofPortal('y')} and y.id = any(${ids.types}::bigint[])) as types,
    (select json_agg(json_build_array(s.id, json_build_object('name', s.name)))
      from task_step s where ${ofPortal('s')} and s.id = any(${ids.steps}::bigint[])) as steps,
    (select json_agg(json_build_array(g.id, json_build_object('name', g.name)))
      from staff_group g where ${ofCompany('g')} and g.id = any(${ids.groups}::bigint[])) as groups,
    (select json_agg(json_build_array(s.id, json_build_object('displayName', s.display_name, 'user',
        json_build_object('firstName', s.first_name, 'lastName', s.last_name, 'profileImage', ${pictureLink('p')}))))
      from staff_user s left join picture p on ${sameCompany('p', 's')} and p.id = s.picture_id
      where ${ofCompany('s')} and s.id = any(${ids.staff}::bigint[])) as staff,
    (select json_agg(json_build_array(m.web_user_id, json_build_object('userName', u.user_name, 'creator',
        json_build_object('webUserId', m.web_user_id, 'referentName', m.referent_name, 'companyName', c.company_name))))
      from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
      join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id
      where ${within(scope, 'm')} and m.web_user_id = any(${ids.members}::bigint[])) as members`)
}

/**
 * Makes the function that finds the names of ids. Names stay in memory while `service_company.names_version` stays the same, so that no
 * answer has a name older than the ids beside it, whichever process changed it. Names that are not in memory cost one statement.
 * See decision 70, Names of tickets in memory by version.
 */
export const openTicketNames = () => {
  const contacts = new LRUCache<number, Known>({ max: MAX_CONTACTS })

  const knownOf = ({ contactId }: Scope, version: number): Names => {
    const known = contacts.get(contactId)
    if (known?.version === version) return known.names
    const names = noNames()
    contacts.set(contactId, { version, names })
    return names
  }

  return async (db: Db, scope: Scope, version: number, named: NamedIds): Promise<Names> => {
    const names = knownOf(scope, version)
    const missing = (kind: Kind): number[] => {
      const ids = new Set<number>()
      for (const id of named[kind] ?? []) if (id !== null && !names[kind].has(id)) ids.add(id)
      return [...ids]
    }
    const ids = {
      types: missing('types'),
      steps: missing('steps'),
      groups: missing('groups'),
      staff: missing('staff'),
      members: missing('members'),
    }
    const kinds = (Object.keys(ids) as Kind[]).filter(kind => ids[kind].length > 0)
    if (kinds.length === 0) return names
    const loaded = await loadNames(db, scope, ids)
    for (const kind of kinds) {
      const known = names[kind] as Map<number, unknown>
      for (const [id, name] of loaded[kind] ?? []) known.set(id, name)
    }
    return names
  }
}

/** See {@link openTicketNames}. */
export type TicketNames = ReturnType<typeof openTicketNames>

/** The name of an id that may be null. */
export const nameOf = <Name>(names: Map<number, Name>, id: number | null): Name | null =>
  id === null ? null : (names.get(id) ?? null)
