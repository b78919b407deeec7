import type { Static } from '@portico/contract/schema/static'
import type { AssignedUser } from '@portico/contract/shapes'
import type { TicketListed } from '@portico/contract/tickets'
import { type Scope, within } from '../../kernel/access/scope.ts'
import { sameCompany, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { pictureLink } from '../../portals/queries.ts'
import { type LoadedNames, type NamesOf, openNames } from './names-in-memory.ts'

/** A staff member as tickets show them, and the name that messages show. */
type Staff = { user: Static<typeof AssignedUser>; displayName: string }

/** A web user of the contact, and the same as tickets show it. */
type Member = { userName: string; creator: NonNullable<TicketListed['creatorContactWebUser']> }

/** What tickets and messages of one contact name by an id. */
type Kinds = {
  types: NonNullable<TicketListed['taskType']>
  steps: { name: string }
  groups: NonNullable<TicketListed['assignedGroup']>
  staff: Staff
  members: Member
}

/** See {@link Kinds}. */
export type Names = NamesOf<Kinds>

/** The version of the names in the snapshot of a statement, to be selected along with the ids. */
export const namesVersion = (scope: { serviceCompanyId: number }): Sql =>
  sql`(select names_version from service_company where id = ${scope.serviceCompanyId})`

const loadNames = (db: Db, scope: Scope, ids: Record<keyof Kinds, number[]>) => {
  const ofCompany = (alias: string) => sql`${raw(alias)}.service_company_id = ${scope.serviceCompanyId}`
  const ofPortal = (alias: string) => sql`${ofCompany(alias)} and ${raw(alias)}.portal_id = ${scope.portalId}`
  return db.one<LoadedNames<Kinds>>(sql`select
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

/** Opens the names of the customers' side. See {@link openNames}. */
export const openTicketNames = () =>
  openNames<Scope, Kinds>({
    kinds: ['types', 'steps', 'groups', 'staff', 'members'],
    keyOf: ({ contactId }) => contactId,
    max: 1000,
    load: loadNames,
  })

/** See {@link openTicketNames}. */
export type TicketNames = ReturnType<typeof openTicketNames>
