import type { Opened } from '../kernel/access/openings.ts'
import { type Db, join, raw, type Sql, sql } from '../kernel/database/db.ts'

/** An opening and its time. */
export type NotedOpening = Opened & { at: string }

/** What a file belongs to, by the columns that name it. */
const owners: { kind: string; table: string; columns: string[] }[] = [
  { kind: 'invoice', table: 'invoice', columns: ['file_id', 'original_file_id'] },
  { kind: 'estimate', table: 'estimate', columns: ['file_id'] },
  { kind: 'report', table: 'activity_report', columns: ['file_id'] },
  { kind: 'document', table: 'document', columns: ['file_id'] },
]

const ownersOfFile: Sql = join(
  owners.flatMap(({ kind, table, columns }) =>
    columns.map(
      column => sql`select ${raw(`'${kind}'`)} as kind, r.id from ${raw(table)} r
        where x.kind is null and r.service_company_id = x."serviceCompanyId" and r.portal_id = x."portalId"
          and r.contact_id = x."contactId" and r.${raw(column)} = x."fileId"`,
    ),
  ),
  ' union all ',
)

/** Writes openings; one within five minutes of the last is the same. Files that belong to nothing published are passed over. */
export const writeOpenings = async (db: Db, openings: readonly NotedOpening[]): Promise<void> => {
  await db.run(sql`insert into opening as o (service_company_id, portal_id, contact_id, web_user_id, kind, record_id, first_at, last_at)
    select x."serviceCompanyId", x."portalId", x."contactId", x."webUserId", r.kind, r.id, min(x.at), max(x.at)
    from json_to_recordset(${JSON.stringify(openings)}::json) as x ("serviceCompanyId" bigint, "portalId" bigint, "contactId" bigint,
      "webUserId" bigint, "fileId" bigint, kind text, "recordId" bigint, at timestamptz)
    join contact c on c.service_company_id = x."serviceCompanyId" and c.portal_id = x."portalId" and c.id = x."contactId"
    cross join lateral (select x.kind, x."recordId" as id where x.kind is not null union all ${ownersOfFile}) r
    where x."webUserId" is null or exists (select from membership m where m.service_company_id = x."serviceCompanyId"
      and m.portal_id = x."portalId" and m.contact_id = x."contactId" and m.web_user_id = x."webUserId")
    group by 1, 2, 3, 4, 5, 6
    on conflict (service_company_id, kind, record_id, portal_id, contact_id, web_user_id) do update set
      last_at = greatest(o.last_at, excluded.last_at),
      count = o.count + (excluded.first_at > o.last_at + interval '5 minutes')::int`)
}
