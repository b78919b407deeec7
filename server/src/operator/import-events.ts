import type { LiveEvent } from '@portico/contract/events'
import { documentFlags } from '@portico/contract/permissions'
import { type Db, sql } from '../kernel/db.ts'
import type { Draft } from './import-draft.ts'
import type { Kind } from './import-kind.ts'
import type { Written } from './import-upsert.ts'

type Told = {
  company: number
  portal: number | null
  contact: number | null
  type: LiveEvent['type']
  ticket: number | null
}

const toldOf = (kind: Kind, { item }: Draft, { id, created }: Written): Told[] => {
  const { company, portal, contact } = item.place
  const tell = (type: LiveEvent['type'], ticket: number | null) => [{ company, portal, contact, type, ticket }]
  if (kind.announces === 'ticket') return tell(created ? 'ticket.created' : 'ticket.changed', id)
  if (kind.announces === 'comment') return tell('comment.created', item.names.ticket?.id ?? 0)
  return created ? tell('document.created', null) : []
}

/** More messages at once, and those of before are history that is filled in, not news for open screens. */
const MANY = 100

/** Whether a message is new here and of before. */
const isHistory = ({ row }: Draft, { created }: Written, since: Date) => {
  const date = row.created_on ?? row.creation_date
  return created && typeof date === 'string' && new Date(date) < since
}

/**
 * Tells open screens what an import has written, each ticket and each section of a contact once a batch; of many messages at once,
 * none that is new and older than `since`.
 */
export const recordImported = async (
  db: Db,
  kind: Kind,
  drafts: Draft[],
  writtenOf: (draft: Draft) => Written | undefined,
  since: Date,
): Promise<void> => {
  const { announces } = kind
  if (!announces) return
  const all = drafts.flatMap(draft => {
    const written = writtenOf(draft)
    const quiet = written && drafts.length > MANY && isHistory(draft, written, since)
    return written && !quiet ? toldOf(kind, draft, written) : []
  })
  const told = [...new Set(all.map(one => JSON.stringify(one)))]
  if (told.length === 0) return
  const purpose = announces in documentFlags ? announces : null
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, purpose)
    select company, portal, contact, type, ticket, ${purpose}
    from json_to_recordset(${`[${told.join()}]`}::json)
      as x (company bigint, portal bigint, contact bigint, type text, ticket bigint)`)
}
