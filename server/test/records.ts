import { randomBytes } from 'node:crypto'
import { type Db, sql } from '../src/kernel/database/db.ts'
import { fold, naturalOrder } from '../src/kernel/database/search-words.ts'
import { aFile, type Person, type Portal } from './world.ts'

// Rows of what a contact is told about its dealings, each with a file of its own.

type Id = { id: number }
const key = ({ serviceCompanyId, portalId, contactId }: Person) => sql`${serviceCompanyId}, ${portalId}, ${contactId}`
const some = () => randomBytes(4).toString('hex')

type Dated = { at?: string }

export const anInvoice = async (
  db: Db,
  person: Person,
  { number = some(), total = 100, at = '2026-03-01T10:00:00Z' }: Dated & { number?: string; total?: number } = {},
): Promise<Id & { fileId: number }> => {
  const fileId = await aFile(db, person, { purpose: 'invoice', claimed: true })
  const { id } = await db.one<Id>(sql`insert into invoice (service_company_id, portal_id, contact_id, document_number,
      number_order, search_text, total, invoice_date, file_id)
    values (${key(person)}, ${number}, ${naturalOrder(number)}, ${fold(number)}, ${total}, ${new Date(at)}, ${fileId})
    returning id`)
  return { id, fileId }
}

export const anEstimate = async (
  db: Db,
  person: Person,
  {
    name = some(),
    number = some(),
    revision = 0,
    total = 100,
    at = '2026-03-01T10:00:00Z',
  }: Dated & { name?: string; number?: string; revision?: number; total?: number } = {},
): Promise<Id & { fileId: number }> => {
  const fileId = await aFile(db, person, { purpose: 'estimate', claimed: true })
  const { id } = await db.one<Id>(sql`insert into estimate (service_company_id, portal_id, contact_id, estimate_name,
      name_order, estimate_number, number_order, search_text, revision_number, total, estimate_creation_date, file_id)
    values (${key(person)}, ${name}, ${naturalOrder(name)}, ${number}, ${naturalOrder(number)}, ${fold(`${name} ${number}`)},
      ${revision}, ${total}, ${new Date(at)}, ${fileId})
    returning id`)
  return { id, fileId }
}

type Recurrence = { type: 10 | 20 | 30; week?: number; weekday?: number; months?: number; day?: number; month?: number }

export const aSubscription = async (
  db: Db,
  person: Person,
  {
    code = some(),
    description = some(),
    quantity = 1,
    total = 100,
    at = '2026-03-01T10:00:00Z',
    recurrence = { type: 20, day: 1 },
  }: Dated & {
    code?: string
    description?: string
    quantity?: number
    total?: number
    recurrence?: Recurrence
  } = {},
): Promise<Id> => {
  const { type, week = null, weekday = null, months = null, day = null, month = null } = recurrence
  return db.one<Id>(sql`insert into recurring_advance (service_company_id, portal_id, contact_id, code, code_order,
      description, description_order, search_text, quantity, taxed_total, advance_date, recurrence_type, frequency_week,
      recurrence_day_of_week, frequency_month, recurrence_day, recurrence_month)
    values (${key(person)}, ${code}, ${naturalOrder(code)}, ${description}, ${naturalOrder(description)},
      ${fold(`${code} ${description}`)}, ${quantity}, ${total}, ${new Date(at)}, ${type}, ${week}, ${weekday}, ${months}, ${day},
      ${month})
    returning id`)
}

export const aReport = async (
  db: Db,
  person: Person,
  {
    name = some(),
    at = '2026-03-01T10:00:00Z',
    ticketId = null,
    wikiElementId = null,
  }: Dated & { name?: string; ticketId?: number | null; wikiElementId?: number | null } = {},
): Promise<Id & { fileId: number }> => {
  const fileId = await aFile(db, person, { purpose: 'report', claimed: true })
  const { id } = await db.one<Id>(sql`insert into activity_report (service_company_id, portal_id, contact_id, name,
      name_order, search_text, date_time, ticket_id, wiki_element_id, file_id)
    values (${key(person)}, ${name}, ${naturalOrder(name)}, ${fold(name)}, ${new Date(at)}, ${ticketId}, ${wikiElementId}, ${fileId})
    returning id`)
  return { id, fileId }
}

/** A company file; its content is not stored. */
export const aDocument = async (
  db: Db,
  person: Person,
  { name = some(), at = '2026-03-01T10:00:00Z' }: Dated & { name?: string } = {},
): Promise<Id & { fileId: number }> => {
  const fileId = await aFile(db, person, { purpose: 'document', claimed: true })
  const { id } = await db.one<Id>(sql`insert into document (service_company_id, portal_id, contact_id, document_name,
      name_order, search_text, create_date, file_id)
    values (${key(person)}, ${name}, ${naturalOrder(name)}, ${fold(name)}, ${new Date(at)}, ${fileId})
    returning id`)
  return { id, fileId }
}

/** A file for every contact of a portal; its id. */
export const aPublicFile = async (
  db: Db,
  { serviceCompanyId, portalId }: Portal,
  { name = 'orari.png', storageKey = some(), size = 1 } = {},
): Promise<number> =>
  (
    await db.one<Id>(sql`insert into public_file (service_company_id, portal_id, file_name, name_order, media_type,
        size, sha256, storage_key)
      values (${serviceCompanyId}, ${portalId}, ${name}, ${naturalOrder(name)}, 'image/png', ${size}, ${Buffer.alloc(32)}, ${storageKey})
      returning id`)
  ).id
