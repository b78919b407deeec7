import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TableKind } from '@portico/contract/staff/imports'
import { fold } from '../../kernel/database/search-words.ts'
import { externalIdMax } from '../../records/definition/record-type.ts'
import { bareNumber } from '../bare-number.ts'
import { type CellFields, RowRefused } from '../table/read-cells.ts'
import type { KnownCustomer } from './identity-queries.ts'

/** A field by which customers are told apart. */
const customerKeys = ['externalId', 'vatNumber', 'fiscalCode', 'email', 'companyName'] as const
type CustomerKey = (typeof customerKeys)[number]

const isCustomerKey = (key: string): key is CustomerKey => (customerKeys as readonly string[]).includes(key)

/** The value of a field as it is compared. */
const comparable = (key: CustomerKey, value: string): string => {
  if (key === 'externalId') return value.trim()
  return key === 'vatNumber' || key === 'fiscalCode' ? bareNumber(value) : fold(value.trim().replace(/\s+/g, ' '))
}

/** The customers of a portal by what rows can name them, with those that earlier rows have added. */
export const openCustomerIndex = async (known: KnownCustomer[]) => {
  const index = new Map<string, Set<string>>()
  const slot = (key: CustomerKey, value: string) => `${key} ${comparable(key, value)}`
  /** External ids that begin with zeros, by what is left without these. */
  const withZeros = new Map<string, string>()
  const add = (externalId: string, values: Partial<Record<CustomerKey, unknown>>) => {
    if (/^0+[1-9]\d*$/.test(externalId)) withZeros.set(externalId.replace(/^0+/, ''), externalId)
    for (const key of customerKeys) {
      const value = key === 'externalId' ? externalId : values[key]
      if (typeof value !== 'string' || comparable(key, value) === '') continue
      const name = slot(key, value)
      index.set(name, (index.get(name) ?? new Set()).add(externalId))
    }
  }
  for (const [at, customer] of known.entries()) {
    add(customer.externalId, customer)
    // Tens of thousands would hold up the server.
    if (at % 500 === 499) await nextTurn()
  }
  /** Throws {@link RowRefused} for the external id of a customer without its leading zeros, which a spreadsheet takes off. */
  const requireZeros = (value: string, field: string) => {
    const whole = /^[1-9]\d*$/.test(value) ? withZeros.get(value) : undefined
    if (whole !== undefined) throw new RowRefused('lostZero', whole, field)
  }
  const find = (key: CustomerKey, value: string): string[] => [...(index.get(slot(key, value)) ?? [])]

  return {
    add,
    find,
    /** The customer that a row belongs to, named by external id, number or name. Throws {@link RowRefused}. */
    ownerOf: ({ contact, contactVatNumber, contactFiscalCode }: CellFields): string => {
      const given = Object.entries({ contact, contactVatNumber, contactFiscalCode }).flatMap(([field, value]) =>
        value === undefined ? [] : [{ field, value: String(value) }],
      )
      const [first] = given
      if (!first) throw new RowRefused('noCustomer', undefined, 'contact')
      for (const { field, value } of given) {
        const byName: CustomerKey[] = field === 'contact' ? ['companyName'] : []
        for (const keys of [['externalId'], ['vatNumber', 'fiscalCode'], byName] satisfies CustomerKey[][]) {
          const [only, ...others] = new Set(keys.flatMap(key => find(key, value)))
          if (others.length > 0) throw new RowRefused('severalCustomers', value, field)
          if (only !== undefined) return only
        }
      }
      for (const { field, value } of given) requireZeros(value.trim(), field)
      throw new RowRefused('unknownCustomer', given.map(({ value }) => value).join(', '), first.field)
    },
    /**
     * The customer that a row is, by its chosen key, else by a number: without `externalId` it is new, without `wanted` it has neither.
     * Throws {@link RowRefused}.
     */
    identify: (fields: CellFields, chosen: string): { externalId: string | undefined; wanted: string | undefined } => {
      const others: CustomerKey[] = ['vatNumber', 'fiscalCode', 'email']
      const keys = [...new Set([...(isCustomerKey(chosen) ? [chosen] : []), ...others])]
      for (const key of keys) {
        const value = fields[key]
        if (typeof value !== 'string' || comparable(key, value) === '') continue
        const [only, ...more] = find(key, value)
        if (more.length > 0) throw new RowRefused('severalRecords', value, key)
        if (only === undefined && key === 'externalId') requireZeros(value.trim(), key)
        return { externalId: only, wanted: value.trim() }
      }
      return { externalId: undefined, wanted: undefined }
    },
  }
}

/** A kind whose rows belong to a customer. */
export type NaturalKind = Exclude<TableKind, 'contact' | 'webUser'>

const dayIn = (value: unknown) => String(value ?? '').slice(0, 10)

/** What identifies a row beside its customer: a name or number, and a day or second name. */
export const naturalKeyOf = (kind: NaturalKind, fields: CellFields): { name: string; more: string } => {
  const text = (field: string) => String(fields[field] ?? '').trim()
  if (kind === 'invoice') return { name: text('documentNumber'), more: dayIn(fields.invoiceDate) }
  if (kind === 'estimate') return { name: text('estimateNumber'), more: String(fields.revisionNumber ?? 0) }
  if (kind === 'activityContract') return { name: text('name'), more: dayIn(fields.start) }
  if (kind === 'serviceContract') return { name: text('name'), more: dayIn(fields.activeFrom) }
  return kind === 'asset' ? { name: text('name'), more: text('folder') } : { name: text('code'), more: '' }
}

/** Equal for two records with the same customer, name and day (for an asset its folder, for an estimate its revision). */
export const naturalSlot = (contact: string, { name, more }: { name: string; more: string }): string =>
  JSON.stringify([contact, fold(name.trim()), fold(more)])

/** The external id that a new record gets, as `portico import` derives it. */
export const derivedId = (
  kind: NaturalKind,
  contact: string,
  { name, more }: { name: string; more: string },
): string => {
  if (kind === 'invoice' || kind === 'estimate') return `${name}/${more}`
  return kind === 'asset' ? `${contact}/${more}/${name}` : [contact, name, ...(more ? [more] : [])].join('/')
}

/** An external id that is not too long: the end of a longer one gives way to its hash, so that it stays the same. */
export const fittingId = (id: string): string =>
  id.length <= externalIdMax ? id : `${id.slice(0, externalIdMax - 17)}#${hash('sha256', id).slice(0, 16)}`
