import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { pictureLink } from '../../portals/queries.ts'
import { type LoadedNames, type NamesOf, openNames } from './names-in-memory.ts'

/** What the staff's tickets of one service company name by an id. */
type Kinds = {
  portals: StaffTicketListed['portal']
  types: NonNullable<StaffTicketListed['taskType']>
  steps: Pick<StaffTicketListed['step'], 'id' | 'name'>
  groups: NonNullable<StaffTicketListed['group']>
  staff: NonNullable<StaffTicketListed['assignee']>
}

/** See {@link Kinds}. */
export type StaffNames = NamesOf<Kinds>

type Company = Pick<StaffScope, 'serviceCompanyId'>

const loadNames = (db: Db, { serviceCompanyId }: Company, ids: Record<keyof Kinds, number[]>) => {
  const named = (alias: string, kind: keyof Kinds) =>
    sql`${raw(alias)}.service_company_id = ${serviceCompanyId} and ${raw(alias)}.id = any(${ids[kind]}::bigint[])`
  return db.one<LoadedNames<Kinds>>(sql`select
    (select json_agg(json_build_array(p.id, json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
        'baseColor', p.base_color))) from portal p where ${named('p', 'portals')}) as portals,
    (select json_agg(json_build_array(y.id, json_build_object('id', y.id, 'name', y.name, 'color', y.color)))
      from task_type y where ${named('y', 'types')}) as types,
    (select json_agg(json_build_array(s.id, json_build_object('id', s.id, 'name', s.name)))
      from task_step s where ${named('s', 'steps')}) as steps,
    (select json_agg(json_build_array(g.id, json_build_object('id', g.id, 'name', g.name)))
      from staff_group g where ${named('g', 'groups')}) as groups,
    (select json_agg(json_build_array(s.id, json_build_object('id', s.id, 'displayName', s.display_name,
        'profileImage', ${pictureLink('p')})))
      from staff_user s left join picture p on ${sameCompany('p', 's')} and p.id = s.picture_id
      where ${named('s', 'staff')}) as staff`)
}

/** Opens the names of the staff's side. See {@link openNames}. */
export const openStaffNames = () =>
  openNames<Company, Kinds>({
    kinds: ['portals', 'types', 'steps', 'groups', 'staff'],
    keyOf: ({ serviceCompanyId }) => serviceCompanyId,
    max: 200,
    load: loadNames,
  })

/** See {@link openStaffNames}. */
export type FindStaffNames = ReturnType<typeof openStaffNames>

/** Where the staff's tickets are read from: the database, and the names that this process has in memory. */
export type StaffTicketSource = { db: Db; findNames: FindStaffNames }
