import { type Db, sql } from '../../kernel/database/db.ts'

/** The key of a user. */
type User = { serviceCompanyId: number; webUserId: number }

/** What is known of a user's earlier sign-ins. `recent` counts the addresses and devices that are new since a moment. */
export type KnownPlaces = {
  hasAddresses: boolean
  isAddressKnown: boolean
  hasDevices: boolean
  isDeviceKnown: boolean
  recent: number
}

/** Adds the address and device of a sign-in; returns what was known before it. One statement, so all reads see the state before the insert. */
export const recordPlace = (
  db: Db,
  { serviceCompanyId, webUserId }: User,
  { address, device, now, since }: { address: string; device: string; now: Date; since: Date },
): Promise<KnownPlaces> => {
  const isOfUser = sql`service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`
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
    select exists (select from sign_in_address where ${isOfUser}) as "hasAddresses",
      exists (select from sign_in_address where ${isOfUser} and address = ${address}) as "isAddressKnown",
      exists (select from sign_in_device where ${isOfUser}) as "hasDevices",
      exists (select from sign_in_device where ${isOfUser} and device = ${device}) as "isDeviceKnown",
      (select count(*) from sign_in_address where ${isOfUser} and first_used_at > ${since})
        + (select count(*) from sign_in_device where ${isOfUser} and first_used_at > ${since}) as recent`)
}
