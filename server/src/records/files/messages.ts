import type { FilePurpose } from '@portico/contract/sections'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { hasContent } from '../../kernel/html/html.ts'
import type { CheckedFile, FileSource, FileTransaction } from '../definition/files.ts'
import type { NamedFile, Refuse, ResolvedLine } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import { withImageIds } from './embedded-images.ts'
import { isUnlinked } from './linked-files.ts'
import { checkFile } from './store-files.ts'

type StoredFile = { id: number; name: string; sha256: string; storageKey: string }
type Attached = StoredFile & { owner: number }

/** A message's files: `wanted` in their order, and `dropped`, which the message no longer has. */
type Attachments = {
  item: ResolvedLine
  wanted: { id: number; name: string }[]
  dropped: StoredFile[]
  changed: boolean
}

/** A message's HTML as it is stored: its images reference attachments by id. Throws a `Refusal` for a ticket without content. */
const messageOf = ({ recordType, message }: ResolvedLine, attachments: { id: number; name: string }[]): string => {
  const field = recordType.message?.field ?? ''
  if (!message) throw new Error(`The ${field} of a ${recordType.type} has not been cleaned`)
  const html = withImageIds(message, attachments, field)
  if (recordType.message?.purpose === 'ticket' && !hasContent(html))
    throw new Refusal(field, 'has neither text nor image')
  return html
}

/** The stored files of existing messages. */
const attachedTo = (
  db: Db,
  purpose: FilePurpose,
  messages: { item: ResolvedLine; id: number }[],
): Promise<Attached[]> => {
  const owner: Sql = purpose === 'ticket' ? raw('tf.ticket_id') : raw('tf.comment_id')
  const keys = messages.map(({ item: { place, referenced }, id }) => ({
    ...place,
    ticket: referenced.ticket?.id ?? id,
    id,
  }))
  // `offset 0` is an optimisation fence that keeps both look-ups on their indexes: planner statistics are stale during a bulk load.
  return db.many(sql`select tf.owner, f.id, f.name, encode(f.sha256, 'hex') as sha256, f.storage_key as "storageKey"
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as m (company bigint, portal bigint, contact bigint, ticket bigint, id bigint)
    cross join lateral (select ${owner} as owner, tf.file_id, tf.position from ticket_file tf
      where tf.service_company_id = m.company and tf.portal_id = m.portal and tf.contact_id = m.contact
        and tf.ticket_id = m.ticket and ${owner} = m.id and (tf.comment_id is null) = ${purpose === 'ticket'} offset 0) tf
    cross join lateral (select * from file f where f.service_company_id = m.company and f.portal_id = m.portal
      and f.contact_id = m.contact and f.id = tf.file_id offset 0) f
    order by tf.position`)
}

type NewFile = { item: ResolvedLine; file: CheckedFile; storageKey: string }

const insertFiles = async (db: Db, purpose: FilePurpose, files: NewFile[]): Promise<Map<string, number>> => {
  const rows = files.map(({ item, file, storageKey }) => ({
    service_company_id: item.place.company,
    portal_id: item.place.portal,
    contact_id: item.place.contact,
    name: file.name,
    media_type: file.mediaType,
    inline: file.inline,
    size: file.size,
    sha256: file.sha256,
    storage_key: storageKey,
    uploader: (item.referenced.creator ?? item.referenced.sender)?.id ?? null,
  }))
  const inserted = await db.many<{
    id: number
    storageKey: string
  }>(sql`insert into file (service_company_id, portal_id,
      contact_id, purpose, name, media_type, inline, size, sha256, storage_key, uploader_web_user_id, claimed)
    select service_company_id, portal_id, contact_id, ${purpose}, name, media_type, inline, size, decode(sha256, 'hex'),
      storage_key, uploader, true
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (service_company_id bigint, portal_id bigint, contact_id bigint,
      name text, media_type text, inline boolean, size bigint, sha256 text, storage_key text, uploader bigint)
    returning id, storage_key as "storageKey"`)
  return new Map(inserted.map(({ id, storageKey }) => [storageKey, id]))
}

/** A message's checked files and its HTML, which is final if it has no attachments. */
type Checked = { files: CheckedFile[]; html: string }

/** Reads every file that the lines reference; refuses a line if one of its files or its message is not acceptable. */
export const checkAttachments = async (
  source: FileSource,
  items: ResolvedLine[],
  refuse: Refuse,
): Promise<Map<ResolvedLine, Checked>> => {
  const checked = new Map<ResolvedLine, Checked>()
  for (const item of items) {
    const named = (item.line.attachments ?? []) as NamedFile[]
    try {
      const files: CheckedFile[] = []
      for (const [n, file] of named.entries()) files.push(await checkFile(source, file, `attachments.${n}`))
      // Validates the HTML before anything is stored, with positions in place of the ids, which do not exist yet.
      const html = messageOf(
        item,
        files.map(({ name }, id) => ({ id, name })),
      )
      checked.set(item, { files, html })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  return checked
}

/**
 * Prepares messages for writing: stores new attachments and sets the ids in the HTML. `existing` returns the id of a message that
 * exists.
 */
export const prepareMessages = async (
  db: Db,
  checked: Map<ResolvedLine, Checked>,
  existing: (item: ResolvedLine) => number | undefined,
  fileTransaction: FileTransaction,
): Promise<Map<ResolvedLine, Attachments & { html: string }>> => {
  const [first] = checked.keys()
  const purpose = first?.recordType.message?.purpose
  const prepared = new Map<ResolvedLine, Attachments & { html: string }>()
  if (!purpose) return prepared
  const there = [...checked.keys()].flatMap(item => {
    const id = existing(item)
    return id === undefined ? [] : [{ item, id }]
  })
  const attached = there.length > 0 ? await attachedTo(db, purpose, there) : []

  const fresh: NewFile[] = []
  const plans = new Map<ResolvedLine, { had: Attached[]; slots: (StoredFile | NewFile)[] }>()
  for (const [item, { files }] of checked) {
    const had = attached.filter(({ owner }) => owner === existing(item))
    const unused = [...had]
    const slots: (StoredFile | NewFile)[] = []
    for (const [n, file] of files.entries()) {
      const same = unused.findIndex(({ name, sha256 }) => name === file.name && sha256 === file.sha256)
      const kept = same < 0 ? undefined : unused.splice(same, 1)[0]
      const added = kept ?? { item, file, storageKey: await fileTransaction.store(file, `attachments.${n}`) }
      if (!kept) fresh.push(added as NewFile)
      slots.push(added)
    }
    plans.set(item, { had, slots })
  }

  const ids = fresh.length > 0 ? await insertFiles(db, purpose, fresh) : new Map<string, number>()
  for (const [item, { had, slots }] of plans) {
    const wanted = slots.map(slot =>
      'file' in slot ? { id: ids.get(slot.storageKey) ?? 0, name: slot.file.name } : { id: slot.id, name: slot.name },
    )
    const dropped = had.filter(({ id }) => !wanted.some(file => file.id === id))
    const changed = had.map(({ id }) => id).join() !== wanted.map(({ id }) => id).join()
    const html = wanted.length > 0 ? messageOf(item, wanted) : (checked.get(item)?.html ?? '')
    prepared.set(item, { item, wanted, dropped, changed, html })
  }
  return prepared
}

/** Links messages, whose rows exist by now, to their files where these changed. */
export const linkAttachments = async (
  db: Db,
  messages: Attachments[],
  idOf: (item: ResolvedLine) => number,
  fileTransaction: FileTransaction,
): Promise<void> => {
  const changed = messages.filter(message => message.changed)
  const [first] = changed
  if (!first) return
  const owner = raw(first.item.recordType.message?.purpose === 'ticket' ? 'ticket_id' : 'comment_id')
  const ofTicket = first.item.recordType.message?.purpose === 'ticket' ? raw('and comment_id is null') : raw('')
  const keyOf = ({ item }: Attachments) => ({
    service_company_id: item.place.company,
    portal_id: item.place.portal,
    contact_id: item.place.contact,
    ticket_id: item.referenced.ticket?.id ?? idOf(item),
    comment_id: item.referenced.ticket ? idOf(item) : null,
  })
  const owners = changed.map(message => idOf(message.item))
  const contacts = [...new Set(changed.map(({ item }) => item.place.contact))]
  await db.run(sql`delete from ticket_file where contact_id = any(${contacts}) and ${owner} = any(${owners}) ${ofTicket}
    and (service_company_id, portal_id, contact_id) in
      (select service_company_id, portal_id, id from contact where id = any(${contacts}))`)
  const rows = changed.flatMap(message =>
    message.wanted.map(({ id }, n) => ({ ...keyOf(message), file_id: id, position: n + 1 })),
  )
  await db.run(sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as x (service_company_id bigint, portal_id bigint,
      contact_id bigint, ticket_id bigint, comment_id bigint, file_id bigint, position smallint)`)
  const dropped = changed.flatMap(message => message.dropped)
  if (dropped.length === 0) return
  const removed = await db.many<{
    storageKey: string
  }>(sql`delete from file where contact_id = any(${contacts}) and id = any(${dropped.map(({ id }) => id)})
    and (service_company_id, portal_id, contact_id) in
      (select service_company_id, portal_id, id from contact where id = any(${contacts})) and ${isUnlinked}
    returning storage_key as "storageKey"`)
  fileTransaction.discard(removed.map(({ storageKey }) => storageKey))
}
