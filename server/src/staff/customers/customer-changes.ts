import { randomUUID } from 'node:crypto'
import type { CustomerChange, NewCustomer } from '@portico/contract/staff/customers/customers'
import { vatNumberFault } from '../../import/csv/vat-number.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { RecordServices } from '../../records/definition/record-type.ts'
import { hasVatNumber, isExternalIdTaken, type LockedCustomer, portalsOf } from './customer-queries.ts'
import { changeRecord, writeRecord } from './write-lines.ts'

/** Texts without the spaces around them; one that is empty clears its field. */
const trimmed = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value]),
  ) as Fields

/** Fails for a VAT number that cannot be one, and for one that another customer of the portal has. */
const requireVatNumber = async (
  db: Db,
  place: { serviceCompanyId: number; portalId: number },
  { vatNumber, but, isTakenTwice }: { vatNumber: string; but: number | null; isTakenTwice: boolean | undefined },
) => {
  const fault = vatNumberFault(vatNumber)
  if (fault) failAt('invalid_request', 'body.vatNumber', fault)
  if (!isTakenTwice && (await hasVatNumber(db, place, { vatNumber, but })))
    failAt('conflict', 'body.vatNumber', 'is that of another customer')
}

/** The external id under which a CSV file finds the customer again: the VAT number, as long as nobody else has it. */
const externalIdFor = async (db: Db, scope: StaffScope, vatNumber: string | null | undefined): Promise<string> =>
  vatNumber && !(await isExternalIdTaken(db, scope, 'contact', vatNumber)) ? vatNumber : randomUUID()

/** Makes a customer; returns its id. */
export const makeCustomer = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  { portalId, sameVatNumber, ...given }: NewCustomer,
): Promise<number> => {
  const portals = await portalsOf(db, scope)
  if (portalId === undefined && portals.length > 1) failAt('fill_required_fields', 'body.portalId', 'is missing')
  const portal =
    portals.find(({ id }) => id === (portalId ?? portals[0]?.id)) ??
    failAt('not_found', 'body.portalId', 'names a portal that is not there')
  const fields = trimmed(given)
  if (!fields.companyName) failAt('fill_required_fields', 'body.companyName', 'is missing')
  const { serviceCompanyId } = scope
  if (fields.vatNumber)
    await requireVatNumber(
      db,
      { serviceCompanyId, portalId: portal.id },
      { vatNumber: fields.vatNumber, but: null, isTakenTwice: sameVatNumber },
    )
  const externalId = await externalIdFor(db, scope, fields.vatNumber)
  await writeRecord(db, services, scope, {
    ...fields,
    type: 'contact',
    externalId,
    serviceCompany: portal.companyExternalId,
    portal: portal.externalId,
  })
  const { id } = await db.one<{ id: number }>(sql`select id from contact where service_company_id = ${serviceCompanyId}
    and external_id = ${externalId}`)
  return id
}

/** Changes the fields of a customer that are named. */
export const changeCustomer = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  customer: LockedCustomer,
  { sameVatNumber, ...change }: CustomerChange,
): Promise<void> => {
  const fields = trimmed(change)
  if (fields.companyName === null)
    fail('fill_required_fields', { errors: [{ path: 'body.companyName', message: 'is missing' }] })
  if (fields.vatNumber && fields.vatNumber !== customer.vatNumber)
    await requireVatNumber(db, customer, {
      vatNumber: fields.vatNumber,
      but: customer.contactId,
      isTakenTwice: sameVatNumber,
    })
  await changeRecord(db, services, scope, { ...fields, type: 'contact', externalId: customer.externalId })
}
