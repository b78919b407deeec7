import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '@portico/contract/language'
import { sql } from '../../src/kernel/database/db.ts'
import type { Email } from '../../src/kernel/messages/mail-transport.ts'
import type { TestApp } from '../fixtures/app.ts'
import { aContact, aPicture, aPortal, aStaffUser, aUser, type Person } from '../fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../fixtures/staff.ts'

/** A mail, what it is about, and who reads it. */
export type SampleMail = { kind: string; reader: string; mail: Email }

/** A company whose people all read one language, and the mails that they have got. */
export type MailWorld = Awaited<ReturnType<typeof aMailWorld>>

/** A file of the demo. */
export const demoFile = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../demo/files/${name}`, import.meta.url)))

/** Makes the company, with a customer of two people, an office and a technician, who all read `language`. */
export const aMailWorld = async (app: TestApp, language: Language) => {
  const { database } = app
  const portal = await aPortal(database, { supportEmail: 'assistenza@brenta.example', baseColor: 'hsl(205,70%,32%)' })
  const { serviceCompanyId, portalId } = portal
  const logo = await aPicture(database, { serviceCompanyId })
  await database.run(sql`update portal set web_portal_name = 'Brenta Servizi', address = 'Via Brennero 12, 38122 Trento (TN)',
    support_phone = '+39 0461 555010', logo_id = ${logo.id}, answers_strangers = true where id = ${portalId}`)
  await database.run(sql`update service_company set name = 'Brenta Servizi' where id = ${serviceCompanyId}`)
  const contact = await aContact(database, portal)
  await database.run(sql`update contact set company_name = 'Officine Meccaniche Valsugana', phone = '+39 0461 700100',
    email = 'info@valsugana.example' where id = ${contact.contactId}`)
  const aReader = async (userName: string, referentName: string): Promise<Person> => {
    const person = await aUser(database, { contact, userName: `${userName}.${portal.company}`, referentName })
    await database.run(
      sql`update web_user set language = ${language}, phone = '+39 333 1234567' where id = ${person.webUserId}`,
    )
    return person
  }
  const giulia = await aReader('giulia.rossi', 'Giulia Rossi')
  const marco = await aReader('marco.bianchi', 'Marco Bianchi')
  const aColleague = async (firstName: string, lastName: string, role: 'administrator' | 'technician') => {
    const email = `${firstName}.${lastName}@brenta.example`.toLowerCase()
    const staffUserId = await aStaffUser(database, portal, { email })
    await database.run(sql`update staff_user set first_name = ${firstName}, last_name = ${lastName},
      display_name = ${`${firstName} ${lastName}`} where id = ${staffUserId}`)
    const account = await aStaffAccount(app, {
      hasPassword: true,
      serviceCompanyId,
      staffUserId,
      email: `${serviceCompanyId}-${email}`,
      role,
    })
    await database.run(sql`update staff_account set language = ${language} where id = ${account.staffAccountId}`)
    return { ...account, email, name: `${firstName} ${lastName}`, call: await asStaff(app, account) }
  }
  const elena = await aColleague('Elena', 'Conti', 'administrator')
  const ivan = await aColleague('Ivan', 'Ferraris', 'technician')
  const readers: Record<string, string> = {
    [giulia.email]: 'customer',
    [marco.email]: 'colleague',
    'assistenza@brenta.example': 'desk',
    'tecnico.esterno@fornitore.example': 'copy',
  }
  const mails: SampleMail[] = []
  /** Keeps the mails that were sent about something. */
  const keep = (kind: string, sent: readonly Email[]) => {
    for (const mail of sent) {
      const address = mail.recipients[0] ?? ''
      const isStaff = address.endsWith('@brenta.example') && readers[address] === undefined
      mails.push({ kind, reader: readers[address] ?? (isStaff ? 'staff' : 'visitor'), mail })
    }
  }
  /** Lets the jobs that are due run, and keeps their mails. */
  const deliver = async (kind: string) => keep(kind, (await app.delivered()).mails)
  return { app, language, portal, contact, giulia, marco, elena, ivan, mails, keep, deliver }
}
