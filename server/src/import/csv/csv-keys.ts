import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { requireRecordType } from '../../records/registry.ts'
import type { NamedPortal } from '../import-clients.ts'

/** The values of a row, by field. */
export type Fields = Record<string, string | number | boolean>

/** The fields that the external id is derived from if no column contains it: the first alternative whose fields are all present. */
const derivedFrom = (type: string): string[][] => {
  if (type === 'contact') return [['vatNumber'], ['fiscalCode']]
  if (type === 'webUser') return [['userName']]
  if (type === 'invoice') return [['documentNumber', 'invoiceDate']]
  return [['contact', 'name', type === 'activityContract' ? 'start' : 'activeFrom']]
}

/**
 * The fields whose values form a row's external id: its own column, or those it is derived from. Throws a `Refusal` if neither is
 * present.
 */
export const keyFieldsOf = (type: string, fields: Fields): string[] => {
  const ways = [['externalId'], ...derivedFrom(type)]
  const given = ways.find(names => names.every(name => fields[name] !== undefined))
  if (given) return given
  throw new Refusal(ways.map(names => names.join(' and ')).join(' or '), 'is missing')
}

/**
 * Returns a function that determines a row's external id. External ids are unique in the service company, so a derived id that a
 * record of another portal has (for instance the same customer) gets the portal's id as prefix.
 */
export const externalIdsOf = async (db: Db, type: string, portal: NamedPortal | undefined) => {
  const { table, level } = requireRecordType(type)
  const prefix = `${portal?.externalId}/`
  const rows =
    portal && level !== 'company'
      ? await db.many<{ id: string; here: boolean }>(sql`select external_id as id, portal_id = ${portal.id} as here
          from ${raw(table)} where service_company_id = ${portal.company}
            and (portal_id <> ${portal.id} or starts_with(external_id, ${prefix}))`)
      : []
  const [here, elsewhere] = [true, false].map(
    wanted => new Set(rows.flatMap(row => (row.here === wanted ? row.id : []))),
  )
  return (fields: Fields): string => {
    const names = keyFieldsOf(type, fields)
    const own = names.map(name => fields[name]).join('/')
    const prefixed = `${prefix}${own}`
    if (here?.has(prefixed)) return prefixed
    if (!elsewhere?.has(own)) return own
    if (!names.includes('externalId')) return prefixed
    throw new Refusal('externalId', `is "${own}", which a record in another portal of the company has`)
  }
}
