import { type Db, empty, type Sql, sql } from './db.ts'

/** A job, such as a mail or a text message, that has no retries left. */
export type GivenUpJob = {
  id: number
  kind: string
  serviceCompany: string | null
  createdAt: string
  givenUpAt: string
  lastError: string | null
}

/** SQL condition on jobs `j`: those that were given up, optionally of one kind. */
export const givenUp = (kind?: string): Sql =>
  sql`j.given_up_at is not null ${kind === undefined ? empty : sql`and j.kind = ${kind}`}`

/** Lists jobs that were given up, oldest first. */
export const listGivenUp = (db: Db, kind?: string): Promise<GivenUpJob[]> =>
  db.many(sql`select j.id, j.kind, coalesce(s.external_id, s.name) as "serviceCompany",
      instant(j.created_at) as "createdAt", instant(j.given_up_at) as "givenUpAt", j.last_error as "lastError"
    from job j left join service_company s on s.id = j.service_company_id
    where ${givenUp(kind)} order by j.id`)

/** Tries jobs again that were given up; returns how many. */
export const retryGivenUp = (db: Db, ids: number[]): Promise<number> =>
  db.run(sql`update job j set due_at = now(), tries = 0, deaths = 0, given_up_at = null
    where j.id = any(${ids}::bigint[]) and j.given_up_at is not null`)

/** Removes jobs that were given up; returns how many. */
export const removeGivenUp = (db: Db, ids: number[]): Promise<number> =>
  db.run(sql`delete from job j where j.id = any(${ids}::bigint[]) and j.given_up_at is not null`)
