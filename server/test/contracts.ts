import { randomBytes } from 'node:crypto'
import { type Db, sql } from '../src/kernel/database/db.ts'
import { naturalOrder } from '../src/kernel/database/search-words.ts'
import type { Contact, Portal } from './world.ts'

// Contracts, and what belongs to them, for tests.

const some = (word: string) => `${word}-${randomBytes(5).toString('hex')}`
const key = ({ serviceCompanyId, portalId, contactId }: Contact) => sql`${serviceCompanyId}, ${portalId}, ${contactId}`

export const aTag = async (
  db: Db,
  { serviceCompanyId, portalId }: Portal,
  { name = some('tag'), group = null as string | null } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into tag (service_company_id, portal_id, name, tag_group_name)
      values (${serviceCompanyId}, ${portalId}, ${name}, ${group}) returning id`)
  ).id

export const anActivityContract = async (
  db: Db,
  contact: Contact,
  {
    name = some('contract'),
    start = '2026-01-01T00:00:00Z',
    end = '2026-12-31T22:59:59Z',
    inHours = true,
    amount = 600,
    openingUsed = 0,
  } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into activity_contract
        (service_company_id, portal_id, contact_id, name, name_order, starts_at, ends_at, in_hours, amount, opening_used)
      values (${key(contact)}, ${name}, ${naturalOrder(name)}, ${new Date(start)}, ${new Date(end)}, ${inHours}, ${amount}, ${openingUsed})
      returning id`)
  ).id

export const aServiceContract = async (
  db: Db,
  contact: Contact,
  {
    name = some('service'),
    status = 1,
    from = '2026-01-01T00:00:00Z',
    to = '2026-12-31T22:59:59Z' as string | null,
    tagIds = [] as number[],
    wikiElementIds = [] as number[],
  } = {},
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into service_contract
      (service_company_id, portal_id, contact_id, name, name_order, status, active_from, active_to)
    values (${key(contact)}, ${name}, ${naturalOrder(name)}, ${status}, ${new Date(from)}, ${to === null ? null : new Date(to)})
    returning id`)
  await db.run(sql`insert into service_contract_tag (service_company_id, portal_id, contact_id, service_contract_id, tag_id)
    select ${key(contact)}, ${id}, unnest(${tagIds}::bigint[])`)
  await db.run(sql`insert into service_contract_wiki_element
      (service_company_id, portal_id, contact_id, service_contract_id, wiki_element_id)
    select ${key(contact)}, ${id}, unnest(${wikiElementIds}::bigint[])`)
  return id
}

export const aPackage = async (
  db: Db,
  contact: Contact,
  contractId: number,
  { name = some('package'), inHours = true, amount = 600, openingUsed = 0 } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into contract_package
        (service_company_id, portal_id, contact_id, service_contract_id, name, in_hours, amount, opening_used)
      values (${key(contact)}, ${contractId}, ${name}, ${inHours}, ${amount}, ${openingUsed}) returning id`)
  ).id

export const aContractDocument = async (
  db: Db,
  contact: Contact,
  contractId: number,
  fileId: number,
  { documentName = 'Contratto.pdf' } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into service_contract_document
        (service_company_id, portal_id, contact_id, service_contract_id, document_name, file_id)
      values (${key(contact)}, ${contractId}, ${documentName}, ${fileId}) returning id`)
  ).id

/** Work under an activity contract, or under a package. */
export const anActivity = async (
  db: Db,
  contact: Contact,
  grantor: { contractId: number } | { packageId: number },
  {
    typeName = 'Intervento',
    start = '2026-02-01T08:00:00Z',
    minutes = 60,
    units = 0,
    staffUserId = null as number | null,
    addressType = 0,
    address = null as string | null,
    reportFileId = null as number | null,
  } = {},
): Promise<number> => {
  const contractId = 'contractId' in grantor ? grantor.contractId : null
  const packageId = 'packageId' in grantor ? grantor.packageId : null
  const { id } = await db.one<{ id: number }>(sql`insert into contract_activity
      (service_company_id, portal_id, contact_id, activity_contract_id, contract_package_id, activity_type_name, starts_at,
        minutes, units, staff_user_id, address_type, address, report_file_id)
    values (${key(contact)}, ${contractId}, ${packageId}, ${typeName}, ${new Date(start)}, ${minutes}, ${units},
      ${staffUserId}, ${addressType}, ${address}, ${reportFileId}) returning id`)
  return id
}
