import { physicalAddress } from '@portico/contract/contracts'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { raw, type Sql, sql } from '../kernel/database/db.ts'
import { pictureLink } from '../portals/queries.ts'

/** A table whose rows grant hours or units; activities and adjustments refer to it by the column `{table}_id`. */
export type Grantor = 'activity_contract' | 'contract_package'

/** Whether row `alias` belongs to contract or package `of`. */
const under = (grantor: Grantor, alias: string, of: string): Sql =>
  sql`${sameContact(alias, of)} and ${raw(`${alias}.${grantor}_id = ${of}.id`)}`

/** Condition for the adjustments `j` of contract or package `of`. One of minutes says nothing about a contract that counts units by now. */
export const isAdjustment = (grantor: Grantor, of: string): Sql =>
  sql`${under(grantor, 'j', of)} and ${raw(`(j.in_hours is null or j.in_hours = ${of}.in_hours)`)}`

/**
 * What is left of contract or package `of`, in minutes or units: the amount, less the opening use, less the activities, plus the
 * adjustments in the same unit. No other code computes it (specification/contracts.md#residual).
 */
export const residual = (grantor: Grantor, of: string): Sql =>
  sql`(${raw(`${of}.amount - ${of}.opening_used`)}
    - coalesce((select sum(case when ${raw(of)}.in_hours then u.minutes else u.units end)
        from contract_activity u where ${under(grantor, 'u', of)}), 0)
    + coalesce((select sum(j.amount) from contract_adjustment j where ${isAdjustment(grantor, of)}), 0))`

/** An activity as the database returns it. */
export type ActivityRow = {
  id: number
  activityTypeName: string
  start: string
  minutes: number
  units: number
  firstName: string | null
  lastName: string | null
  profileImage: string | null
  addressType: number
  activityLocation_Address: string | null
  reportId: number | null
  reportName: string | null
}

/** The activities of contract or package `of` as JSON, newest first. Their fields are flat: nested objects take a third more time. */
export const activities = (grantor: Grantor, of: string): Sql => sql`(select coalesce(json_agg(a), '[]') from (
    select v.id, v.activity_type_name as "activityTypeName", instant(v.starts_at) as start, v.minutes, v.units,
      s.first_name as "firstName", s.last_name as "lastName", ${pictureLink('sp')} as "profileImage",
      v.address_type as "addressType",
      case when v.address_type = ${raw(String(physicalAddress))} then v.address end as "activityLocation_Address",
      r.id as "reportId", r.name as "reportName"
    from contract_activity v
    left join staff_user s on ${sameCompany('s', 'v')} and s.id = v.staff_user_id
    left join picture sp on ${sameCompany('sp', 's')} and sp.id = s.picture_id
    left join file r on ${sameContact('r', 'v')} and r.id = v.report_file_id
    where ${under(grantor, 'v', of)} order by v.starts_at desc, v.id desc) a)`
