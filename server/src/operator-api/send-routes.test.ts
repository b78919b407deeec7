import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anInvitation, aService } from '../../test/fixtures/appointments.ts'
import { aDocumentToSign } from '../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal, type Contact } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { raw, sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, deps } = app

const aDocument = async (options: Parameters<typeof aDocumentToSign>[1] = {}) => {
  const document = await aDocumentToSign(app, options)
  return { ...document, path: await pathOf('documentsToSign', 'signing_document', document.contact) }
}

const anInvited = async (options: Parameters<typeof anInvitation>[4] = {}) => {
  const portal = await aPortal(database)
  const contact = await aContact(database, portal)
  const key = await anInvitation(database, deps.secrets, contact, await aService(database, portal), options)
  return { key, contact, path: await pathOf('bookingInvitations', 'booking_invitation', contact) }
}

/** The path of the one record of a contact. */
const pathOf = async (plural: string, table: string, { serviceCompanyId, contactId }: Contact) => {
  const { name } = await database.one<{ name: string }>(sql`select external_id as name from ${raw(table)}
    where service_company_id = ${serviceCompanyId} and contact_id = ${contactId}`)
  return `/${plural}/${name}/send`
}

test('a signer is mailed the link that opens the document, in the language asked for', async () => {
  const { key, contact, path } = await aDocument({ validUntil: new Date('2030-05-04T10:00:00Z') })
  const operator = await anOperator(app, contact)
  expect(await operator('POST', path, { language: 'en-EN' })).toMatchObject({
    status: 202,
    json: { email: 'giulia@example.it' },
  })
  const [mail] = (await app.delivered()).mails
  expect(mail?.recipients).toEqual(['giulia@example.it'])
  expect(mail?.text).toContain(`/${contact.company}/documents/${key}`)
  expect(mail?.text).toContain('until 04/05/2030, 12:00')
  expect((await operator('POST', path)).status).toBe(202)
  expect((await app.delivered()).mails[0]?.text).toContain('Leggi e firma')
})

test('the mail names only the last day if the document can be signed until the end of that day', async () => {
  // 23:59:59 on 31 December in Rome.
  const { contact, path } = await aDocument({ validUntil: new Date('2030-12-31T22:59:59Z') })
  await (await anOperator(app, contact))('POST', path, { language: 'it-IT' })
  expect((await app.delivered()).mails[0]?.text).toContain('Puoi firmarlo fino al 31 dicembre 2030.')
})

test('a customer is mailed the link to book, in the language of the invitation', async () => {
  const { key, contact, path } = await anInvited({ expiresAt: '2030-05-04T10:00:00Z' })
  expect((await (await anOperator(app, contact))('POST', path)).json).toEqual({ email: 'cliente@example.it' })
  const [mail] = (await app.delivered()).mails
  expect(mail?.text).toContain(`/appointments/${contact.company}/${key}`)
  expect(mail?.text).toContain('good until 4 May 2030')
})

test('a link that is no longer valid is not mailed, nor one without an address', async () => {
  const details = [
    [await aDocument({ status: 'withdrawn' }), 'withdrawn'],
    [await aDocument({ validUntil: new Date('2026-03-02T00:00:00Z') }), 'expired'],
    [await aDocument({ email: null }), 'no e-mail address'],
    [await anInvited({ withdrawn: true }), 'withdrawn'],
    [await anInvited({ expiresAt: '2020-01-01T00:00:00Z' }), 'expired'],
  ] as const
  for (const [{ contact, path }, why] of details) {
    const { code, detail } = (await (await anOperator(app, contact))('POST', path)).problem
    expect([code, detail]).toEqual(['conflict', expect.stringContaining(why)])
  }
  expect((await app.delivered()).mails).toHaveLength(0)
})

test.each([
  ['a document', aDocument],
  ['an invitation', anInvited],
])('another company, a key of other portals and a read-only key cannot send %s', async (_, make) => {
  const { contact, path } = await make()
  const { serviceCompanyId, portalId } = contact
  const other = await aPortal(database)
  const maySend = async (given: Parameters<typeof anOperator>[1]) =>
    (await (await anOperator(app, given))('POST', path)).status
  expect(await maySend({ serviceCompanyId: other.serviceCompanyId })).toBe(404)
  expect(await maySend({ serviceCompanyId, portalIds: [other.portalId] })).toBe(404)
  expect(await maySend({ serviceCompanyId, readOnly: true })).toBe(403)
  expect(await maySend({ serviceCompanyId, portalIds: [portalId] })).toBe(202)
  expect((await app.delivered()).mails).toHaveLength(1)
})
