import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { PendingRow, RecordType } from '../definition/record-type.ts'

// A link between records of a portal has no contact.
const places = (recordType: RecordType) => ({
  same: raw(recordType.level === 'contact' ? 'and l.contact_id = x.contact' : ''),
  columns: raw(`service_company_id, portal_id${recordType.level === 'contact' ? ', contact_id' : ''}`),
  values: raw(`x.company, x.portal${recordType.level === 'contact' ? ', x.contact' : ''}`),
})

/** Links records to those that their lines list and unlinks the others; returns the records whose links changed. */
export const syncLinks = async (
  db: Db,
  recordType: RecordType,
  pendingRows: PendingRow[],
  idOf: (pending: PendingRow) => number,
) => {
  const changed = new Set<PendingRow>()
  const place = places(recordType)
  for (const { field, table, owner, column } of recordType.links ?? []) {
    const tying = pendingRows.filter(({ item, existing }) => existing || (item.links[field] ?? []).length > 0)
    if (tying.length === 0) continue
    const byId = new Map(tying.map(pending => [idOf(pending), pending]))
    const owners = JSON.stringify(
      tying.map(pending => ({
        ...pending.item.place,
        owner: idOf(pending),
        ids: (pending.item.links[field] ?? []).map(({ id }) => id),
      })),
    )
    const named = sql`json_to_recordset(${owners}::json)
        as x (company bigint, portal bigint, contact bigint, owner bigint, ids bigint[])`
    const rows = await db.many<{ owner: number }>(sql`with named as (select * from ${named}),
      untied as (delete from ${raw(table)} l using named x
        where l.service_company_id = x.company and l.portal_id = x.portal ${place.same}
          and l.${raw(owner)} = x.owner and l.${raw(column)} <> all(x.ids)
        returning x.owner),
      tied as (insert into ${raw(table)} as l (${place.columns}, ${raw(owner)}, ${raw(column)})
        select distinct ${place.values}, x.owner, i.id from named x, unnest(x.ids) as i (id)
        on conflict do nothing returning l.${raw(owner)} as owner)
      select owner from untied union select owner from tied`)
    for (const { owner: id } of rows) {
      const pending = byId.get(id)
      if (pending) changed.add(pending)
    }
  }
  return changed
}
