import { randomBytes } from 'node:crypto'
import { type Flag, type Flags, flags } from '@portico/contract/permissions'
import { hashPassword } from '../src/auth/passwords/password-hash.ts'
import { type Db, join, raw, sql } from '../src/kernel/database/db.ts'
import { fold, naturalOrder, searchWords } from '../src/kernel/database/search-words.ts'

// What a test needs to be there before it calls the server. Each makes what it stands on, unless it is given.

export type Portal = {
  serviceCompanyId: number
  portalId: number
  company: string
  /** The first step of each status: open, pending, closed. */
  steps: [number, number, number]
  taskTypeId: number
}
export type Contact = Portal & { contactId: number; companyName: string; here: { company: string; contactid: number } }
export type Person = Contact & {
  webUserId: number
  membershipId: number
  userName: string
  email: string
  referentName: string
}

/** The password of everybody here. */
export const password = 'un fiume di montagna'
let hash: Promise<string> | undefined

const some = (word: string) => `${word}-${randomBytes(5).toString('hex')}`

export const aServiceCompany = async (db: Db): Promise<number> =>
  (await db.one<{ id: number }>(sql`insert into service_company (name) values (${some('company')}) returning id`)).id

type PortalOptions = {
  serviceCompanyId?: number
  timeZone?: string
  disableHtmlEditor?: boolean
  supportEmail?: string
  customCss?: string
  baseColor?: string
}

export const aPortal = async (db: Db, options: PortalOptions = {}): Promise<Portal> => {
  const serviceCompanyId = options.serviceCompanyId ?? (await aServiceCompany(db))
  const company = some('portal')
  const { timeZone = 'Europe/Rome', disableHtmlEditor = false, supportEmail = null, customCss = null } = options
  const { id: portalId } = await db.one<{ id: number }>(sql`insert into portal
      (service_company_id, web_portal_key, web_portal_name, time_zone, disable_html_editor, support_email, custom_css, base_color)
    values (${serviceCompanyId}, ${company}, ${`Portal ${company}`}, ${timeZone}, ${disableHtmlEditor}, ${supportEmail},
      ${customCss}, ${options.baseColor ?? 'hsl(205,70%,32%)'}) returning id`)
  const step = async (name: string, status: number, position: number) =>
    (
      await db.one<{
        id: number
      }>(sql`insert into task_step (service_company_id, portal_id, name, task_status, position)
        values (${serviceCompanyId}, ${portalId}, ${name}, ${status}, ${position}) returning id`)
    ).id
  // Neither in the order of their ids nor of their names, so that only the position can tell the first.
  await step('Later', 0, 5)
  const steps: Portal['steps'] = [await step('New', 0, 1), await step('Waiting', 1, 2), await step('Done', 2, 3)]
  await step('Archived', 2, 9)
  const portal = { serviceCompanyId, portalId, company, steps }
  return { ...portal, taskTypeId: await aTaskType(db, portal) }
}

export const aTaskType = async (
  db: Db,
  portal: Pick<Portal, 'serviceCompanyId' | 'portalId'>,
  { name = 'Guasto', staffGroupId = null as number | null } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into task_type (service_company_id, portal_id, name, color, staff_group_id)
      values (${portal.serviceCompanyId}, ${portal.portalId}, ${name}, '#c00', ${staffGroupId}) returning id`)
  ).id

export const aContact = async (db: Db, given?: Portal): Promise<Contact> => {
  const portal = given ?? (await aPortal(db))
  const companyName = some('Officine')
  const { id } = await db.one<{ id: number }>(sql`insert into contact (service_company_id, portal_id, company_name)
    values (${portal.serviceCompanyId}, ${portal.portalId}, ${companyName}) returning id`)
  return { ...portal, contactId: id, companyName, here: { company: portal.company, contactid: id } }
}

/** Every flag but those given as false; `only` turns it round. */
export const every = (but: Partial<Flags> = {}): Flags =>
  Object.fromEntries(flags.map(flag => [flag, but[flag] ?? true])) as Flags
export const only = (...given: Flag[]): Flags =>
  Object.fromEntries(flags.map(flag => [flag, given.includes(flag)])) as Flags

const column = (flag: string) => flag.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Lets a user into a contact; the membership's id. */
export const aMembership = async (
  db: Db,
  contact: Contact,
  webUserId: number,
  { flags: given = every(), referentName = some('Referente'), active = true } = {},
): Promise<number> =>
  (
    await db.one<{
      id: number
    }>(sql`insert into membership (service_company_id, portal_id, contact_id, web_user_id, referent_name,
        active, ${raw(flags.map(column).join(', '))})
      values (${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}, ${webUserId}, ${referentName}, ${active},
        ${join(
          flags.map(flag => sql`${given[flag]}`),
          ', ',
        )}) returning id`)
  ).id

type PersonOptions = { contact?: Contact; flags?: Flags; userName?: string; invited?: boolean; referentName?: string }

export const aUser = async (db: Db, options: PersonOptions = {}): Promise<Person> => {
  const contact = options.contact ?? (await aContact(db))
  const userName = options.userName ?? some('user')
  const email = `${userName}@example.it`
  const referentName = options.referentName ?? some('Referente')
  hash ??= hashPassword(password)
  const { id: webUserId } = await db.one<{
    id: number
  }>(sql`insert into web_user (service_company_id, user_name, email, password_hash)
    values (${contact.serviceCompanyId}, ${userName}, ${email}, ${options.invited ? null : await hash}) returning id`)
  const membershipId = await aMembership(db, contact, webUserId, { flags: options.flags ?? every(), referentName })
  return { ...contact, webUserId, membershipId, userName, email, referentName }
}

/** Changes the flags of a membership. */
export const setFlags = (db: Db, person: Person, given: Partial<Flags>): Promise<number> =>
  db.run(
    sql`update membership set ${join(
      Object.entries(given).map(([flag, value]) => sql`${raw(column(flag))} = ${value}`),
      ', ',
    )} where id = ${person.membershipId}`,
  )

type TicketOptions = {
  title?: string
  description?: string
  createdOn?: Date | string
  status?: 0 | 1 | 2
  by?: number | null
  wikiElementId?: number | null
  staffUserId?: number | null
  staffGroupId?: number | null
}

export const aTicket = async (
  db: Db,
  person: Person,
  options: TicketOptions = {},
): Promise<{ id: number; number: number }> => {
  const { title = some('Guasto'), description = '<p>Non parte.</p>', status = 0, by = person.webUserId } = options
  const { number } = await db.one<{
    number: number
  }>(sql`update service_company set last_ticket_number = last_ticket_number + 1
    where id = ${person.serviceCompanyId} returning last_ticket_number as number`)
  const words = searchWords(person.contactId, String(number), title, description.replace(/<[^>]*>/g, ' '))
  const { id } = await db.one<{
    id: number
  }>(sql`insert into ticket (service_company_id, portal_id, contact_id, ticket_number, title,
      title_order, description, task_type_id, task_step_id, task_status, staff_group_id, staff_user_id, creator_web_user_id,
      wiki_element_id, created_on, words)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${number}, ${title}, ${naturalOrder(title)}, ${description},
      ${person.taskTypeId}, ${person.steps[status]}, ${status}, ${options.staffGroupId ?? null}, ${options.staffUserId ?? null}, ${by},
      ${options.wikiElementId ?? null}, ${new Date(options.createdOn ?? '2026-03-01T10:00:00Z')}, array_to_tsvector(${words}::text[]))
    returning id`)
  return { id, number }
}

export const aComment = async (
  db: Db,
  person: Person,
  ticketId: number,
  {
    message = 'Ancora niente.',
    at = '2026-03-01T11:00:00Z' as Date | string,
    staffUserId = null as number | null,
  } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into comment (service_company_id, portal_id, contact_id, ticket_id, message,
        sender_web_user_id, staff_user_id, creation_date, words)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${ticketId}, ${message},
        ${staffUserId ? null : person.webUserId}, ${staffUserId}, ${new Date(at)},
        array_to_tsvector(${searchWords(person.contactId, message)}::text[])) returning id`)
  ).id

export const aStaffUser = async (
  db: Db,
  { serviceCompanyId }: { serviceCompanyId: number },
  { email = null as string | null, pictureId = null as number | null } = {},
): Promise<number> =>
  (
    await db.one<{
      id: number
    }>(sql`insert into staff_user (service_company_id, first_name, last_name, display_name, email, picture_id)
      values (${serviceCompanyId}, 'Anna', 'Tecnica', 'Anna Tecnica', ${email}, ${pictureId}) returning id`)
  ).id

export const aStaffGroup = async (
  db: Db,
  { serviceCompanyId }: { serviceCompanyId: number },
  { name = 'Assistenza', email = null as string | null } = {},
): Promise<number> =>
  (
    await db.one<{ id: number }>(
      sql`insert into staff_group (service_company_id, name, email) values (${serviceCompanyId}, ${name}, ${email}) returning id`,
    )
  ).id

export const aPicture = async (
  db: Db,
  { serviceCompanyId }: { serviceCompanyId: number },
  { storageKey = some('key'), name = `${some('picture')}.png`, size = 1 } = {},
): Promise<{ id: number; name: string }> =>
  db.one(sql`insert into picture (service_company_id, name, media_type, size, storage_key)
    values (${serviceCompanyId}, ${name}, 'image/png', ${size}, ${storageKey}) returning id, name`)

/** An asset in a folder of its own name, made unless it is there. */
export const aWikiElement = async (
  db: Db,
  contact: Contact,
  { folder = 'Impianti', name = some('Caldaia') } = {},
): Promise<{ id: number; folderId: number }> => {
  const of = sql`${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}`
  const there = await db.maybe<{ id: number }>(sql`select id from wiki_folder
    where (service_company_id, portal_id, contact_id) = (${of}) and name = ${folder}`)
  const { id: folderId } =
    there ??
    (await db.one<{ id: number }>(
      sql`insert into wiki_folder (service_company_id, portal_id, contact_id, name) values (${of}, ${folder}) returning id`,
    ))
  const { id } = await db.one<{ id: number }>(sql`insert into wiki_element
      (service_company_id, portal_id, contact_id, wiki_folder_id, name, folder_order, name_order, search_text)
    values (${of}, ${folderId}, ${name}, ${naturalOrder(folder)}, ${naturalOrder(name)}, ${`${fold(folder)} ${fold(name)}`}) returning id`)
  return { id, folderId }
}

/** A value of an asset, or with `fileId` a file; the property's id. */
export const aWikiProperty = async (
  db: Db,
  contact: Contact,
  wikiElementId: number,
  {
    typologyName = 'Matricola',
    value = some('SN'),
    dataType = 'Text',
    fileId = null as number | null,
    position = 0,
  } = {},
): Promise<number> =>
  (
    await db.one<{
      id: number
    }>(sql`insert into wiki_property (service_company_id, portal_id, contact_id, wiki_element_id,
        position, typology_name, data_type, value, file_id, words)
      values (${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}, ${wikiElementId}, ${position},
        ${typologyName}, ${fileId === null ? dataType : 'File'}, ${value}, ${fileId},
        array_to_tsvector(${searchWords(contact.contactId, value)}::text[])) returning id`)
  ).id

/** An upload's row; its content is not stored. */
export const aFile = async (
  db: Db,
  person: Person,
  { purpose = 'ticket', claimed = false, at = '2026-03-02T08:00:00Z' as Date | string } = {},
): Promise<number> =>
  (
    await db.one<{
      id: number
    }>(sql`insert into file (service_company_id, portal_id, contact_id, purpose, name, media_type, inline, size,
        sha256, storage_key, uploader_web_user_id, created_at, claimed)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${purpose}, 'foto.png', 'image/png', true, 1,
        ${Buffer.alloc(32)}, ${some('key')}, ${person.webUserId}, ${new Date(at)}, ${claimed}) returning id`)
  ).id
