import { type Db, sql } from '../kernel/database/db.ts'
import type { User } from './account-queries.ts'

/** From where a user has signed in before: whether from anywhere, from this address, on such a device; how many places are new. */
export type FormerPlaces = {
  hasAddresses: boolean
  isAddressKnown: boolean
  hasDevices: boolean
  isDeviceKnown: boolean
  recent: number
}

/** What was known of a user's places before this sign-in, which is added to them. `recent`: first used since a moment. */
export const visitPlace = (
  db: Db,
  { serviceCompanyId, webUserId }: User,
  { address, device, now, since }: { address: string; device: string; now: Date; since: Date },
): Promise<FormerPlaces> => {
  const ofUser = sql`service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`
  return db.one(sql`
    with a as (
      insert into sign_in_address (service_company_id, web_user_id, address, first_used_at, last_used_at)
      values (${serviceCompanyId}, ${webUserId}, ${address}, ${now}, ${now})
      on conflict (service_company_id, web_user_id, address) do update set last_used_at = excluded.last_used_at
    ), d as (
      insert into sign_in_device (service_company_id, web_user_id, device, first_used_at)
      values (${serviceCompanyId}, ${webUserId}, ${device}, ${now})
      on conflict do nothing
    )
    select exists (select from sign_in_address where ${ofUser}) as "hasAddresses",
      exists (select from sign_in_address where ${ofUser} and address = ${address}) as "isAddressKnown",
      exists (select from sign_in_device where ${ofUser}) as "hasDevices",
      exists (select from sign_in_device where ${ofUser} and device = ${device}) as "isDeviceKnown",
      (select count(*) from sign_in_address where ${ofUser} and first_used_at > ${since})
        + (select count(*) from sign_in_device where ${ofUser} and first_used_at > ${since}) as recent`)
}
