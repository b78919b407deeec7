import { type Db, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'

/** Total size of a service company's files in bytes, and its own quota; null: the quota of the installation applies. */
export type StoredBytes = { company: string; bytes: number; quota: number | null }

/** Lists the stored bytes of every service company. */
export const storedBytes = (db: Db): Promise<StoredBytes[]> =>
  db.many(sql`select coalesce(s.external_id, s.name) as company, coalesce(sum(b.bytes), 0)::bigint as bytes, s.storage_quota as quota
    from service_company s left join stored_bytes b on b.service_company_id = s.id group by s.id order by company`)

/** Fails with `storage_full` if `bytes` more would exceed the quota. `quota` is the default for companies; undefined: unlimited. */
export const requireQuota = async (
  db: Db,
  serviceCompanyId: number,
  { bytes, quota: defaultQuota }: { bytes: number; quota: number | undefined },
): Promise<void> => {
  const { stored, quota } = await db.one<{ stored: number; quota: number | null }>(sql`select storage_quota as quota,
      (select coalesce(sum(bytes), 0)::bigint from stored_bytes where service_company_id = ${serviceCompanyId}) as stored
    from service_company where id = ${serviceCompanyId}`)
  const limit = quota ?? defaultQuota
  if (limit !== undefined && stored + bytes > limit)
    fail('storage_full', { detail: 'The files of the service company have filled the space that it may use.' })
}

/** Replaces the rows of each service company by one row with their sum; triggers insert a row for each change of a file. */
export const compactStoredBytes = (db: Db): Promise<number> =>
  db.run(sql`with summed as (
      delete from stored_bytes where service_company_id in (
        select service_company_id from stored_bytes group by service_company_id having count(*) > 1)
      returning service_company_id, bytes)
    insert into stored_bytes (service_company_id, bytes) select service_company_id, sum(bytes) from summed group by service_company_id`)
