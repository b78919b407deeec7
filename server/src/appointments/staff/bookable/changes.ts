import { randomUUID } from 'node:crypto'
import type { Of } from '@portico/contract/endpoint'
import { type createService, servicesMax } from '@portico/contract/staff/planning/bookable'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import type { Db } from '../../../kernel/database/db.ts'
import { fail, failAt } from '../../../kernel/errors/fail.ts'
import type { TenantScope } from '../../../records/definition/tenant-scope.ts'
import { addRecords, changeRecord } from '../../../records/write/change-records.ts'
import type { WriteDeps } from '../../../records/write/run-write.ts'
import { findService, isExternalIdTaken, portalOf, serviceOf, staffNamesOf } from './queries.ts'
import { findWeekFault, weeklyHoursOf } from './week-rules.ts'

type NewService = NonNullable<Of<typeof createService.body>>
/** What a change of a service names. */
export type ServiceChange = { [Field in keyof Omit<NewService, 'portalId'>]?: NewService[Field] | undefined }

const tenantScopeOf = ({ serviceCompanyId, portalIds }: StaffScope): TenantScope => ({
  company: serviceCompanyId,
  withCompanyRights: true,
  ...(portalIds && { portals: [...portalIds] }),
})

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Fails for what the record engine would not name as the form does. */
const check = ({ key, name, week, closedDays }: ServiceChange) => {
  if (name !== undefined && !name.trim()) failAt('fill_required_fields', 'body.name', 'is missing')
  if (key !== undefined && !/^[a-z0-9-]+$/.test(key)) failAt('invalid_request', 'body.key', 'is not of a-z, 0-9 and -')
  const fault = week && findWeekFault(week)
  if (fault) failAt('invalid_request', fault.path, fault.message)
  const wrong = (closedDays ?? []).findIndex(day => !isDay(day))
  if (wrong !== -1) failAt('invalid_request', `body.closedDays[${wrong}]`, 'is not a day: YYYY-MM-DD')
}

/** The external ids of these staff; `not_found` at `body.staffIds` if somebody is not of the company. */
export const requireStaff = async (db: Db, scope: StaffScope, staffIds: readonly number[]): Promise<string[]> => {
  const names = await staffNamesOf(db, scope, staffIds)
  if (names.length < staffIds.length) failAt('not_found', 'body.staffIds', 'names somebody who is not there')
  return names
}

/** The fields of the record that a change names. */
const fieldsOf = async (db: Db, scope: StaffScope, change: ServiceChange) => {
  check(change)
  const { week, closedDays, staffIds, isActive, name, description, ...same } = change
  const staff = staffIds && (await requireStaff(db, scope, staffIds))
  const fields = {
    ...same,
    name: name?.trim(),
    description: description === undefined ? undefined : description?.trim() || null,
    weeklyHours: week && weeklyHoursOf(week),
    closedDays: closedDays && [...new Set(closedDays)].sort(),
    active: isActive,
    staff,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Sets up a service; returns its external id. */
export const addService = async (
  deps: WriteDeps,
  scope: StaffScope,
  { portalId, ...given }: NewService,
  now: Date,
): Promise<string> => {
  const { database } = deps
  const portal =
    (await portalOf(database, scope, portalId)) ??
    failAt('not_found', 'body.portalId', 'names a portal that is not there')
  if (portal.services >= servicesMax) fail('conflict', { detail: `A portal has at most ${servicesMax} services.` })
  const fields = await fieldsOf(database, scope, given)
  // The word in addresses is what an import finds it by again, as long as nobody else has it.
  const externalId = (await isExternalIdTaken(database, scope, given.key)) ? randomUUID() : given.key
  const line = {
    ...fields,
    type: 'bookableService',
    externalId,
    serviceCompany: portal.company,
    portal: portal.externalId,
  }
  await addRecords(deps, [line], { tenantScope: tenantScopeOf(scope), now })
  return externalId
}

/** Changes a service of which the caller knows the version; `ifMatch` is checked under a lock. */
export const changeBookableService = async (
  deps: WriteDeps,
  scope: StaffScope,
  {
    serviceId,
    change,
    requireCurrent,
    now,
  }: {
    serviceId: number
    change: ServiceChange
    requireCurrent: (version: string) => void
    now: Date
  },
): Promise<void> => {
  const { database } = deps
  const { externalId } = (await findService(database, scope, serviceId)) ?? fail('not_found')
  const fields = await fieldsOf(database, scope, change)
  await changeRecord(deps, 'bookableService', externalId, {
    fields,
    now,
    tenantScope: tenantScopeOf(scope),
    begin: async db => requireCurrent(((await serviceOf(db, scope, serviceId, now)) ?? fail('not_found')).version),
  })
}
