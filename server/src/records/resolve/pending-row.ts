import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { RecordType, Row } from '../definition/record-type.ts'
import type { ResolvedLine } from './resolve-references.ts'

/** What of a record that is already there decides about its new state. */
export type Existing = {
  id: number
  passwordHash: string | null
  /** SHA-256, in hex, of the hash in whose place a sign-in has put `passwordHash`. */
  replacedHash: string | null
  keyHash: string | null
  sealedKey: string | null
  ticketNumber: number | null
  stepId: number | null
  status: number | null
  kept: Record<string, string | number> | null
}

/** A row that is being filled. */
export type PendingRow = { item: ResolvedLine; row: Row; existing: Existing | undefined }

/** Names a record among those of a file. */
export const keyOf = ({ recordType, place, line }: ResolvedLine) =>
  `${recordType.type} ${place.company} ${line.externalId}`

/** What is already there of some lines of one kind, by {@link keyOf}; `held` until the transaction ends. */
export const readExisting = async (
  db: Db,
  recordType: RecordType,
  items: ResolvedLine[],
  { held }: { held: boolean },
): Promise<Map<string, Existing>> => {
  const isTicket = recordType.type === 'ticket'
  const kept = Object.keys(recordType.keepsOr ?? {}).map(column => `'${column}', t.${column}`)
  const hasKey = recordType.keyPurpose !== undefined
  const company = recordType.level === 'installation' ? '0' : 't.service_company_id'
  const columns: Sql = raw(`t.id, t.external_id as "externalId", ${company} as company,
    ${recordType.type === 'webUser' ? 't.password_hash' : 'null::text'} as "passwordHash",
    ${recordType.type === 'webUser' ? "encode(t.replaced_hash, 'hex')" : 'null::text'} as "replacedHash",
    ${hasKey ? 't.key_hash::text' : 'null::text'} as "keyHash", ${hasKey ? 't.sealed_key' : 'null::text'} as "sealedKey",
    ${isTicket ? 't.ticket_number' : 'null::bigint'} as "ticketNumber",
    ${kept.length > 0 ? `json_build_object(${kept.join(', ')})` : 'null::json'} as kept,
    ${isTicket ? 't.task_step_id' : 'null::bigint'} as "stepId", ${isTicket ? 't.task_status' : 'null::int'} as status`)
  const rows = await db.many<
    Existing & { externalId: string; company: number }
  >(sql`select ${columns} from ${raw(recordType.table)} t
    join unnest(${items.map(({ place }) => place.company)}::bigint[], ${items.map(({ line }) => line.externalId)}::text[])
      as x (company, external_id) on ${raw(company)} = x.company and t.external_id = x.external_id
    ${raw(held ? 'for no key update of t' : '')}`)
  return new Map(rows.map(row => [`${recordType.type} ${row.company} ${row.externalId}`, row]))
}
