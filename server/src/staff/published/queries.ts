import type { Opening, PublicationChange, PublishedKind } from '@portico/contract/staff/published'
import type { StoredFile } from '../../files/queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import type { ContentRow } from './list-queries.ts'
import { contactSources } from './sources.ts'

/** What the staff keep a history of: published files, and documents to sign. */
export type RecordedKind = PublishedKind | 'documentToSign'

/** Most people named who have opened one file. */
const OPENINGS_MAX = raw('500')

/** Who has opened a record, the last first. */
export const openingsOf = (db: Db, scope: StaffScope, kind: RecordedKind, recordId: number): Promise<Opening[]> =>
  db.list(sql`select o.web_user_id as "webUserId", m.referent_name as "referentName", c.company_name as "companyName",
      instant(o.first_at) as "firstAt", instant(o.last_at) as "lastAt", o.count
    from opening o
    join membership m on ${sameContact('m', 'o')} and m.web_user_id = o.web_user_id
    join contact c on ${samePortal('c', 'o')} and c.id = o.contact_id
    where ${withinStaffPortals(scope, 'o')} and o.kind = ${kind} and o.record_id = ${recordId}
    order by o.last_at desc, o.id desc limit ${OPENINGS_MAX}`)

type ChangeRow = Omit<PublicationChange, 'formerFile'> & { formerFile: (ContentRow & { id: number }) | null }

/** What the staff have done with a record, the newest first. */
export const historyOf = (db: Db, scope: StaffScope, kind: RecordedKind, recordId: number): Promise<ChangeRow[]> =>
  db.list(sql`select h.id, h.what, instant(h.at) as at, h.reason, coalesce(h.detail -> 'fields', '[]'::jsonb) as fields,
      case when s.id is not null then json_build_object('id', s.id, 'displayName', s.display_name) end as staff,
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'mediaType', f.media_type,
        'hash', left(encode(f.sha256, 'hex'), 12)) end as "formerFile"
    from publication_change h
    left join staff_user s on ${sameCompany('s', 'h')} and s.id = h.staff_user_id
    left join former_file f on ${samePortal('f', 'h')} and f.publication_change_id = h.id
    where ${withinStaffPortals(scope, 'h')} and h.kind = ${kind} and h.record_id = ${recordId} order by h.id desc`)

const fileColumns = raw(`f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey"`)

/** The file of a published record, or the electronic original of an invoice; undefined for what is not there or beyond the scope. */
export const contentOf = (
  db: Db,
  scope: StaffScope,
  { kind, recordId, part }: { kind: PublishedKind; recordId: number; part: 'file' | 'original' },
): Promise<StoredFile | undefined> => {
  if (kind === 'publicFile')
    return part === 'original'
      ? Promise.resolve(undefined)
      : db.maybe(sql`select id, file_name as name, media_type as "mediaType", size, storage_key as "storageKey" from public_file t
          where ${withinStaffPortals(scope, 't')} and id = ${recordId}`)
  const { table, originalId } = contactSources[kind]
  return db.maybe(sql`select ${fileColumns} from ${raw(table)} t
    join file f on ${sameContact('f', 't')} and f.id = ${part === 'file' ? sql`t.file_id` : originalId}
    where ${withinStaffPortals(scope, 't')} and t.id = ${recordId}`)
}

/** A file of a published record that was replaced. */
export const formerContentOf = (
  db: Db,
  scope: StaffScope,
  { kind, recordId, formerId }: { kind: PublishedKind; recordId: number; formerId: number },
): Promise<StoredFile | undefined> =>
  db.maybe(sql`select ${fileColumns} from former_file f
    join publication_change h on ${samePortal('h', 'f')} and h.id = f.publication_change_id
    where ${withinStaffPortals(scope, 'f')} and f.id = ${formerId} and h.kind = ${kind} and h.record_id = ${recordId}`)
