import { physicalAddress } from '@portico/contract/contracts'
import { type Db, raw, sql } from '../kernel/database/db.ts'
import { recordListChange } from '../kernel/database/record-event.ts'
import { failAt } from '../kernel/errors/fail.ts'

type Place = { serviceCompanyId: number; portalId: number; contactId: number }

/** Work under a contract or package, of which it names one. `minutes` of one in hours, `units` of one in units. */
export type WrittenActivity = {
  activityContractId?: number | null | undefined
  contractPackageId?: number | null | undefined
  activityTypeName: string
  startsAt: Date
  minutes?: number | undefined
  units?: number | undefined
  staffUserId: number | null
  address?: string | null | undefined
}

/**
 * The contract or package of a customer that an activity is noted on, locked so that it stays, and goes on counting in hours or in units; errors
 * at `at`.
 */
export const requireGrantor = async (
  db: Db,
  { serviceCompanyId, portalId, contactId }: Place,
  { activityContractId, contractPackageId }: Pick<WrittenActivity, 'activityContractId' | 'contractPackageId'>,
  at = 'body',
): Promise<{ table: 'activity_contract' | 'contract_package'; id: number; inHours: boolean }> => {
  if (activityContractId && contractPackageId)
    return failAt('invalid_request', `${at}.contractPackageId`, 'must not stand beside activityContractId')
  const id = activityContractId ?? contractPackageId
  if (!id) return failAt('fill_required_fields', `${at}.activityContractId`, 'is missing')
  const [table, field] = activityContractId
    ? (['activity_contract', 'activityContractId'] as const)
    : (['contract_package', 'contractPackageId'] as const)
  const row = await db.maybe<{ inHours: boolean }>(sql`select s.in_hours as "inHours" from ${raw(table)} s
    where s.service_company_id = ${serviceCompanyId} and s.portal_id = ${portalId} and s.contact_id = ${contactId}
      and s.id = ${id} for share`)
  return row ? { table, id, ...row } : failAt('not_found', `${at}.${field}`, 'names something that is not there')
}

/**
 * Notes work under a contract or package of a customer, also beyond what is left, and notifies the customer's open pages; returns the id of the
 * activity.
 */
export const insertActivity = async (db: Db, place: Place, activity: WrittenActivity, at = 'body'): Promise<number> => {
  const { table, id: grantorId, inHours } = await requireGrantor(db, place, activity, at)
  const { minutes = 0, units = 0, startsAt, staffUserId } = activity
  if (inHours && units > 0) failAt('invalid_request', `${at}.units`, 'must not stand beside a contract of hours')
  if (!inHours && minutes > 0) failAt('invalid_request', `${at}.minutes`, 'must not stand beside a contract of units')
  if (minutes === 0 && units === 0)
    failAt('fill_required_fields', `${at}.${inHours ? 'minutes' : 'units'}`, 'is missing')
  const activityTypeName =
    activity.activityTypeName.replace(/\p{Cc}+/gu, ' ').trim() ||
    failAt('fill_required_fields', `${at}.activityTypeName`, 'is missing')
  const address = activity.address?.trim() || null
  const { serviceCompanyId, portalId, contactId } = place
  const { id } = await db.one<{
    id: number
  }>(sql`insert into contract_activity (service_company_id, portal_id, contact_id,
      ${raw(`${table}_id`)}, activity_type_name, starts_at, minutes, units, staff_user_id, address_type, address)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${grantorId}, ${activityTypeName}, ${startsAt}, ${minutes}, ${units},
      ${staffUserId}, ${address === null ? 0 : physicalAddress}, ${address}) returning id`)
  await recordListChange(db, place, 'contract')
  return id
}
