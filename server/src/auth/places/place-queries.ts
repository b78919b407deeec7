import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { type Owner, ownerSql } from '../owners/owner.ts'

/** What is known of an owner's earlier sign-ins. `recent` counts the addresses and devices that are new since a moment. */
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
  owner: Owner,
  { address, device, now, since }: { address: string; device: string; now: Date; since: Date },
): Promise<KnownPlaces> => {
  const { serviceCompanyId } = owner
  const { prefix, ownerColumn, ownerId, isOf } = ownerSql(owner)
  const [addresses, devices] = [raw(`${prefix}sign_in_address`), raw(`${prefix}sign_in_device`)]
  return db.one(sql`
    with a as (
      insert into ${addresses} (service_company_id, ${ownerColumn}, address, first_used_at, last_used_at)
      values (${serviceCompanyId}, ${ownerId}, ${address}, ${now}, ${now})
      on conflict (service_company_id, ${ownerColumn}, address) do update set last_used_at = excluded.last_used_at
    ), d as (
      insert into ${devices} (service_company_id, ${ownerColumn}, device, first_used_at)
      values (${serviceCompanyId}, ${ownerId}, ${device}, ${now})
      on conflict do nothing
    )
    select exists (select from ${addresses} where ${isOf}) as "hasAddresses",
      exists (select from ${addresses} where ${isOf} and address = ${address}) as "isAddressKnown",
      exists (select from ${devices} where ${isOf}) as "hasDevices",
      exists (select from ${devices} where ${isOf} and device = ${device}) as "isDeviceKnown",
      (select count(*) from ${addresses} where ${isOf} and first_used_at > ${since})
        + (select count(*) from ${devices} where ${isOf} and first_used_at > ${since}) as recent`)
}
