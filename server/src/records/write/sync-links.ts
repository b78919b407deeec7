import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { Kind } from '../definition/record-type.ts'
import type { Draft } from '../resolve/pending-row.ts'

// Of a tie between a portal's records the contact is no part.
const places = (kind: Kind) => ({
  same: raw(kind.depth === 'contact' ? 'and l.contact_id = x.contact' : ''),
  columns: raw(`service_company_id, portal_id${kind.depth === 'contact' ? ', contact_id' : ''}`),
  values: raw(`x.company, x.portal${kind.depth === 'contact' ? ', x.contact' : ''}`),
})

/** Ties records to those that their lists name, and unties the others; the records for which this changed anything. */
export const tieLinks = async (db: Db, kind: Kind, drafts: Draft[], idOf: (draft: Draft) => number) => {
  const changed = new Set<Draft>()
  const place = places(kind)
  for (const { field, table, owner, column } of kind.links ?? []) {
    const tying = drafts.filter(({ item, existing }) => existing || (item.links[field] ?? []).length > 0)
    if (tying.length === 0) continue
    const byId = new Map(tying.map(draft => [idOf(draft), draft]))
    const owners = JSON.stringify(
      tying.map(draft => ({
        ...draft.item.place,
        owner: idOf(draft),
        ids: (draft.item.links[field] ?? []).map(({ id }) => id),
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
      const draft = byId.get(id)
      if (draft) changed.add(draft)
    }
  }
  return changed
}
