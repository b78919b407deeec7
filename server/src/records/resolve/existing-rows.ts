import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { ExistingRecord, RecordType, ResolvedLine } from '../definition/record-type.ts'

/** Identifies a record among those of all types and service companies. */
export const keyOf = ({ recordType, place, line }: ResolvedLine) =>
  `${recordType.type} ${place.company} ${line.externalId}`

/** Reads the existing records for lines of one type, by {@link keyOf}. `lockRows` locks them until the transaction ends. */
export const readExisting = async (
  db: Db,
  recordType: RecordType,
  lines: ResolvedLine[],
  { lockRows }: { lockRows: boolean },
): Promise<Map<string, ExistingRecord>> => {
  const { type, table, level, keyPurpose, keepsOr = {}, readsExisting = {}, message } = recordType
  const isMessageUnchanged = message && lines.some(line => !line.message)
  const kept = [
    ...Object.keys(keepsOr).map(column => `'${column}', t.${column}`),
    ...Object.entries(readsExisting).map(([name, value]) => `'${name}', ${value}`),
    ...(isMessageUnchanged ? [`'${message.field}', t.${message.field}`] : []),
  ]
  const hasKey = keyPurpose !== undefined
  const company = level === 'installation' ? '0' : 't.service_company_id'
  const columns: Sql = raw(`t.id, t.external_id as "externalId", ${company} as company,
    ${hasKey ? 't.key_hash::text' : 'null::text'} as "keyHash", ${hasKey ? 't.sealed_key' : 'null::text'} as "encryptedKey",
    ${kept.length > 0 ? `json_build_object(${kept.join(', ')})` : 'null::json'} as kept`)
  const rows = await db.many<
    ExistingRecord & { externalId: string; company: number }
  >(sql`select ${columns} from ${raw(table)} t
    join unnest(${lines.map(({ place }) => place.company)}::bigint[], ${lines.map(({ line }) => line.externalId)}::text[])
      as x (company, external_id) on ${raw(company)} = x.company and t.external_id = x.external_id
    ${raw(lockRows ? 'for no key update of t' : '')}`)
  return new Map(rows.map(row => [`${type} ${row.company} ${row.externalId}`, row]))
}
