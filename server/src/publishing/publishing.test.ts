import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { listDocuments } from '@portico/contract/documents'
import { listEstimates } from '@portico/contract/estimates'
import { listInvoices } from '@portico/contract/invoices'
import { listPublicFiles } from '@portico/contract/public-files'
import { listActivityReports } from '@portico/contract/reports'
import {
  changePublishItem,
  publishItems,
  publishKeptDays,
  readPublishList,
  readPublishOpenings,
  readPublishPreview,
  removePublishItems,
  undoPublishing,
} from '@portico/contract/staff/publishing'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal, aTicket, aUser, every, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { aPublisher } from '../../test/fixtures/publishing.ts'
import { aStaffAccount } from '../../test/fixtures/staff.ts'
import { cleanUp } from '../cleanup.ts'
import { root } from '../installation/installation.ts'
import { type Db, sql } from '../kernel/database/db.ts'

import { noticeJob } from './notices.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()
const { database, clock } = app
const samples = join(root, 'server', 'test', 'fatturapa')
const sample = (name: string) => readFile(join(samples, name))
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A customer whose numbers are those of most samples, and an office account of the company. */
const anOffice = async (role: 'office' | 'administrator' = 'office') => {
  const person = await aUser(database)
  const { serviceCompanyId, contactId } = person
  await database.run(sql`update contact set company_name = 'Beta Gamma S.r.l.', fiscal_code = '09876543210',
    vat_number = 'IT 01180680397' where id = ${contactId}`)
  const account = await aStaffAccount(app, { serviceCompanyId, role })
  return { person, account, ...(await aPublisher(app, account)) }
}
type Office = Awaited<ReturnType<typeof anOffice>>

const publish = async ({ call }: Pick<Office, 'call'>, itemIds: number[], notify = false) =>
  (await call(publishItems, { body: { itemIds, notify } })).body
const change = async ({ call }: Pick<Office, 'call'>, itemid: number, body: object) =>
  (await call(changePublishItem, { params: { itemid }, body })).body
const invoicesOf = async (person: Person) => (await (await app.as(person))(listInvoices, { params: person.here })).body
const lines = async (...texts: string[]) => {
  const document = await PDFDocument.create()
  const page = document.addPage()
  for (const [n, text] of texts.entries()) page.drawText(text, { x: 40, y: 780 - n * 20, size: 11 })
  return Buffer.from(await document.save())
}

describe('an electronic invoice', () => {
  test.each([
    ['IT01234567890_FPR02.xml', '123', 44.02, 'fiscalCode', null],
    ['IT02182030391_31.xml.p7m', '2', 122, 'vatNumber', { expired: true, selfSigned: false }],
  ])('%s is recognised, published once, and seen by the customer', async (name, number, total, foundBy, signature) => {
    const office = await anOffice()
    const [item, ...others] = await office.drop(name, await sample(name))
    expect(others).toEqual([])
    expect(item).toMatchObject({
      state: 'open',
      electronic: true,
      kind: 'invoice',
      number,
      total,
      foundBy,
      signature,
      guessed: [],
      needs: [],
      customer: { id: office.person.contactId, companyName: 'Beta Gamma S.r.l.' },
      mismatch: null,
    })
    const { outcomes, batch } = await publish(office, [item?.id ?? 0])
    expect(outcomes).toEqual([{ itemId: item?.id, outcome: 'published', reason: null }])
    expect(batch).toMatchObject({ count: 1, notify: false })
    const [invoice] = await invoicesOf(office.person)
    expect(invoice).toMatchObject({ documentNumber: number, total, originalDocumentUrl: expect.any(String) })
    const original = await app.http.inject({ url: invoice?.originalDocumentUrl ?? '' })
    expect(original.rawPayload.equals(await sample(name))).toBe(true)
    expect((await publish(office, [item?.id ?? 0])).outcomes).toMatchObject([{ outcome: 'already' }])
    expect((await office.drop(name, await sample(name)))[0]).toMatchObject({
      state: 'refused',
      refusal: { code: 'published', customer: 'Beta Gamma S.r.l.', mayRepeat: false },
    })
  })

  test('with several bodies gives several rows, and the same file dropped again is refused', async () => {
    const office = await anOffice()
    const name = 'IT02182030391_32.windows-1252.xml'
    const items = await office.drop(name, await sample(name))
    expect(items.map(({ number, total }) => [number, total])).toEqual([
      ['3', 174.8],
      ['4', 174.8],
    ])
    expect((await office.drop(name, await sample(name)))[0]).toMatchObject({ refusal: { code: 'waiting' } })
    const ids = items.map(({ id }) => id)
    expect((await publish(office, ids)).outcomes.map(({ outcome }) => outcome)).toEqual(['published', 'published'])
    expect(await invoicesOf(office.person)).toHaveLength(2)
  })

  test('that names nobody, or several, asks whose it is, and a wrong customer is asked about', async () => {
    const office = await anOffice()
    const { person } = office
    const twin = await aContact(database, person)
    await database.run(sql`update contact set vat_number = '01180680397' where id = ${twin.contactId}`)
    const name = 'IT02182030391_31.xml.p7m'
    const [item] = await office.drop(name, await sample(name))
    expect(item).toMatchObject({ customer: null, needs: ['customer'] })
    expect(item?.choices.map(({ id }) => id).sort()).toEqual([person.contactId, twin.contactId].sort())
    const stranger = await aContact(database, person)
    await database.run(sql`update contact set vat_number = '99999999999' where id = ${stranger.contactId}`)
    const id = item?.id ?? 0
    expect(await change(office, id, { customerId: stranger.contactId })).toMatchObject({
      needs: ['mismatch'],
      mismatch: { number: 'IT01180680397' },
    })
    expect((await publish(office, [id])).outcomes).toMatchObject([{ outcome: 'notReady' }])
    expect(await change(office, id, { confirmed: true })).toMatchObject({ needs: [] })
    expect(await change(office, id, { customerId: twin.contactId })).toMatchObject({ needs: [], mismatch: null })
    expect((await publish(office, [id])).outcomes).toMatchObject([{ outcome: 'published' }])
    expect(await invoicesOf(person)).toEqual([])
  })

  test('says its number, date, total and kind itself', async () => {
    const office = await anOffice()
    const [item] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    for (const body of [{ number: '9' }, { total: 1 }, { date: '2026-01-01' }, { kind: 'document' }])
      expect((await office.call(changePublishItem, { params: { itemid: item?.id ?? 0 }, body })).problem).toMatchObject(
        { status: 400, code: 'invalid_request' },
      )
  })

  test('is published once by two clicks and two colleagues at the same time', async () => {
    const office = await anOffice()
    const { serviceCompanyId } = office.person
    const colleague = await aPublisher(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
    const file = await sample('IT01234567890_FPR02.xml')
    const [mine] = await office.drop('a.xml', file)
    const [theirs] = await colleague.drop('b.xml', file)
    const answers = await Promise.all([
      publish(office, [mine?.id ?? 0]),
      publish(office, [mine?.id ?? 0]),
      publish(colleague, [theirs?.id ?? 0]),
    ])
    const outcomes = answers.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome))
    expect(outcomes.filter(outcome => outcome === 'published')).toHaveLength(1)
    expect(outcomes.filter(outcome => outcome === 'already')).toHaveLength(2)
    expect(answers.filter(({ batch }) => batch !== null)).toHaveLength(1)
    expect(await invoicesOf(office.person)).toHaveLength(1)
  })
})

describe('a PDF', () => {
  test('is guessed from its text and has to be confirmed', async () => {
    const office = await anOffice()
    const pdf = await lines(
      'Brenta Servizi S.r.l.',
      'Preventivo n. P-2026/124 del 19/11/2026',
      'Spett.le Beta Gamma S.r.l., P. IVA 01180680397',
      'Oggetto: Wi-Fi nel capannone C',
      'Totale EUR 4.270,00',
    )
    const [item] = await office.drop('scan.pdf', pdf)
    expect(item).toMatchObject({
      kind: 'estimate',
      number: 'P-2026/124',
      date: '2026-11-19',
      total: 4270,
      title: 'Wi-Fi nel capannone C',
      pages: 1,
      foundBy: 'vatNumber',
      customer: { id: office.person.contactId },
      guessed: ['kind', 'customer', 'number', 'date', 'total'],
      needs: ['confirmation'],
    })
    const id = item?.id ?? 0
    expect((await publish(office, [id])).outcomes).toMatchObject([{ outcome: 'notReady' }])
    expect(await change(office, id, { total: 4200 })).toMatchObject({ guessed: ['kind', 'customer', 'number', 'date'] })
    expect(await change(office, id, { confirmed: true })).toMatchObject({ guessed: [], needs: [] })
    expect((await publish(office, [id])).outcomes).toMatchObject([{ outcome: 'published' }])
    const { body } = await (await app.as(office.person))(listEstimates, { params: office.person.here })
    expect(body).toMatchObject([{ estimateNumber: 'P-2026/124', total: 4200 }])
  })

  test('of a ticket is a report of its customer; another customer drops the ticket', async () => {
    const office = await anOffice()
    const { person } = office
    const { id: ticket } = await aTicket(database, person)
    const { number } = await database.one<{ number: number }>(
      sql`select ticket_number as number from ticket where id = ${ticket}`,
    )
    const pdf = await lines('Rapporto di intervento', `Ticket #${number} del 3 marzo 2026`)
    const [item] = await office.drop('r.pdf', pdf)
    expect(item).toMatchObject({ kind: 'report', foundBy: 'ticket', ticket: { id: ticket }, date: '2026-03-03' })
    const other = await aContact(database, person)
    expect(await change(office, item?.id ?? 0, { customerId: other.contactId })).toMatchObject({
      ticket: null,
      needs: expect.arrayContaining(['mismatch']),
    })
    await change(office, item?.id ?? 0, { customerId: person.contactId, ticketId: ticket, confirmed: true })
    expect((await publish(office, [item?.id ?? 0])).outcomes).toMatchObject([{ outcome: 'published' }])
    const { body } = await (await app.as(person))(listActivityReports, { params: person.here })
    expect(body).toMatchObject([{ taskId: ticket }])
  })

  test('is a company file or a public one, and published once for each customer', async () => {
    const office = await anOffice()
    const { person } = office
    const pdf = await lines('Listino')
    const [item] = await office.drop('listino_2026.pdf', pdf)
    const id = item?.id ?? 0
    expect(item).toMatchObject({
      kind: 'document',
      title: 'Listino 2026',
      customer: null,
      needs: ['customer', 'confirmation'],
    })
    await change(office, id, { customerId: person.contactId, confirmed: true })
    await publish(office, [id])
    const [again] = await office.drop('other name.pdf', pdf)
    expect(again).toMatchObject({ state: 'refused', refusal: { code: 'published', mayRepeat: true } })
    await change(office, again?.id ?? 0, { again: true, customerId: person.contactId, confirmed: true })
    expect((await publish(office, [again?.id ?? 0])).outcomes).toMatchObject([{ outcome: 'already' }])
    const [public_] = await office.drop('third.pdf', pdf)
    await change(office, public_?.id ?? 0, {
      again: true,
      kind: 'publicFile',
      portalId: person.portalId,
      confirmed: true,
    })
    expect((await publish(office, [public_?.id ?? 0])).outcomes).toMatchObject([{ outcome: 'published' }])
    const reader = await app.as(person)
    expect((await reader(listDocuments, { params: person.here })).body).toMatchObject([
      { documentName: 'Listino 2026' },
    ])
    expect((await reader(listPublicFiles, { params: { company: person.company } })).body).toHaveLength(1)
  })

  test('to be signed goes to each signer, whose link is withdrawn when it is taken back', async () => {
    const office = await anOffice()
    const { person } = office
    const [item] = await office.drop('contratto-rinnovo.pdf', await aPdf())
    const id = item?.id ?? 0
    expect(item).toMatchObject({ kind: 'documentToSign', needs: expect.arrayContaining(['signers']) })
    const somebody = await aUser(database)
    const refused = await office.call(changePublishItem, {
      params: { itemid: id },
      body: { customerId: person.contactId, signerIds: [somebody.webUserId] },
    })
    expect(refused.problem).toMatchObject({ status: 404, errors: [{ path: 'body.signerIds' }] })
    await change(office, id, {
      customerId: person.contactId,
      signerIds: [person.webUserId],
      signDays: 30,
      title: 'Rinnovo 2027',
      confirmed: true,
    })
    const { batch } = await publish(office, [id], true)
    const { mails } = await app.delivered()
    expect(mails.map(({ to, subject }) => [to[0]?.address, subject])).toEqual([
      [person.email, 'Documento da firmare: Rinnovo 2027'],
    ])
    const statusOf = () =>
      database.many(sql`select status, document_name as name, valid_until::date::text as until from signing_document
        where contact_id = ${person.contactId}`)
    expect(await statusOf()).toEqual([{ status: 'unsigned', name: 'Rinnovo 2027', until: '2026-04-01' }])
    const { outcomes } = (await office.call(undoPublishing, { params: { batchid: batch?.id ?? 0 } })).body
    expect(outcomes).toEqual([{ itemId: id, outcome: 'undone' }])
    expect(await statusOf()).toMatchObject([{ status: 'withdrawn' }])
    await change(office, id, { held: false })
    expect((await publish(office, [id])).outcomes).toMatchObject([{ outcome: 'published' }])
    await app.delivered()
  })

  test('to be signed, which nobody has signed in time, can be sent again', async () => {
    const office = await anOffice()
    const { person } = office
    const content = await aPdf()
    const send = async () => {
      const [item] = await office.drop('contratto-rinnovo.pdf', content)
      if (item?.refusal) return `${item.refusal.code} already`
      await change(office, item?.id ?? 0, {
        customerId: person.contactId,
        signerIds: [person.webUserId],
        signDays: 30,
        title: 'Rinnovo 2027',
        confirmed: true,
      })
      return (await publish(office, [item?.id ?? 0])).outcomes[0]?.outcome
    }
    expect(await send()).toBe('published')
    expect(await send()).toBe('published already')
    await database.run(sql`update signing_document set valid_until = ${new Date(clock.now().getTime() - 1)}
      where contact_id = ${person.contactId}`)
    expect(await send()).toBe('published')
    expect(await send()).toBe('published already')
    await app.delivered()
  })
})

describe('what was published', () => {
  test('is taken back within ten minutes, with its files, and its rows wait again', async () => {
    const office = await anOffice()
    const name = 'IT01234567890_FPR02.xml'
    const [item] = await office.drop(name, await sample(name))
    const { batch } = await publish(office, [item?.id ?? 0], true)
    const batchid = batch?.id ?? 0
    const [invoice] = await invoicesOf(office.person)
    const openingsOf = async () => (await office.call(readPublishOpenings, { params: { batchid } })).body
    const opened = { itemId: item?.id, name: '123', customer: 'Beta Gamma S.r.l.' }
    expect(await openingsOf()).toEqual([{ ...opened, openedBy: [], signedBy: [] }])
    expect((await app.http.inject({ url: invoice?.invoiceDocumentUrl ?? '' })).statusCode).toBe(200)
    expect(await openingsOf()).toEqual([{ ...opened, openedBy: [office.person.referentName], signedBy: [] }])
    const eventsOf = () =>
      database.many(sql`select type, purpose from event where contact_id = ${office.person.contactId} order by id`)
    const told = { type: 'document.created', purpose: 'invoice' }
    expect(await eventsOf()).toEqual([told])
    expect((await office.call(undoPublishing, { params: { batchid } })).body.outcomes).toMatchObject([
      { outcome: 'undone' },
    ])
    // Open pages read their list anew.
    expect(await eventsOf()).toEqual([told, told])
    expect(await invoicesOf(office.person)).toEqual([])
    expect((await app.http.inject({ url: invoice?.invoiceDocumentUrl ?? '' })).statusCode).toBe(404)
    const { items, batches } = (await office.call(readPublishList)).body
    expect(items).toMatchObject([{ id: item?.id, state: 'open', held: true, needs: [] }])
    expect(batches).toEqual([])
    expect((await app.http.inject({ url: items[0]?.url ?? '', headers: office.headers })).statusCode).toBe(200)
    clock.pass(11 * MINUTE)
    expect((await app.delivered()).mails).toEqual([])
    const again = await publish(office, [item?.id ?? 0])
    expect(again.outcomes).toMatchObject([{ outcome: 'published' }])
    clock.pass(11 * MINUTE)
    const late = await office.call(undoPublishing, { params: { batchid: again.batch?.id ?? 0 } })
    expect(late.problem).toMatchObject({ status: 409, code: 'too_late' })
    expect(await invoicesOf(office.person)).toHaveLength(1)
  })

  test('stays where it has been changed meanwhile', async () => {
    const office = await anOffice()
    const [item] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    const { batch } = await publish(office, [item?.id ?? 0])
    await database.run(sql`update file set sha256 = decode('00', 'hex') where purpose = 'invoice'
      and contact_id = ${office.person.contactId}`)
    expect((await office.call(undoPublishing, { params: { batchid: batch?.id ?? 0 } })).body.outcomes).toMatchObject([
      { outcome: 'kept' },
    ])
    expect(await invoicesOf(office.person)).toHaveLength(1)
  })

  test('is told to whom it concerns in one mail, unless they have stopped these mails', async () => {
    const office = await anOffice()
    const { person } = office
    const colleague = await aUser(database, { contact: person })
    await setFlags(database, colleague, every({ viewContactInvoices: false }))
    const ids: number[] = []
    for (const name of ['IT02182030391_32.windows-1252.xml', 'IT02182030391_31.xml.p7m'])
      ids.push(...(await office.drop(name, await sample(name))).map(({ id }) => id))
    await publish(office, ids, true)
    await database.run(sql`update job set due_at = now() where kind = 'publish-notice'`)
    const { mails } = await app.delivered()
    expect(mails.map(({ to, subject }) => [to[0]?.address, subject])).toEqual([
      [person.email, `3 nuovi documenti su Portal ${person.company}`],
    ])
    const key = /notifications\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? expect.fail()
    expect((await app.http.inject({ method: 'POST', url: `/api/notifications/${key}/stop` })).statusCode).toBe(204)
    const [more] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    await publish(office, [more?.id ?? 0], true)
    await database.run(sql`update job set due_at = now() where kind = 'publish-notice'`)
    expect((await app.delivered()).mails).toEqual([])
  })

  test('is told once, also where the process dies right after it has written the mails', async () => {
    const office = await anOffice()
    const [item] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    await publish(office, [item?.id ?? 0], true)
    const job = await database.one<{ id: number; payload: string; tries: number }>(
      sql`select id, payload, 1 as tries from job where kind = 'publish-notice' order by id desc limit 1`,
    )
    const finish = async (db: Db) => void (await db.run(sql`delete from job where id = ${job.id}`))
    await noticeJob(app.deps).run({ ...job, finish }, new AbortController().signal)
    await database.run(sql`update job set due_at = now() where kind = 'publish-notice'`)
    expect((await app.delivered()).mails).toHaveLength(1)
  })
})

test('the preview has the list of the customer and who will see the new row', async () => {
  const office = await anOffice()
  const { person } = office
  const [one] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
  await publish(office, [one?.id ?? 0])
  const [item] = await office.drop('b.xml.p7m', await sample('IT02182030391_31.xml.p7m'))
  const previewOf = async () => (await office.call(readPublishPreview, { params: { itemid: item?.id ?? 0 } })).body
  expect(await previewOf()).toMatchObject({
    portal: { webPortalKey: person.company },
    rows: [{ name: '123', date: '2014-12-18', total: 44.02 }],
    readers: [person.referentName],
    readerCount: 1,
    people: [{ webUserId: person.webUserId }],
  })
  await setFlags(database, person, every({ viewContactInvoices: false }))
  expect(await previewOf()).toMatchObject({ readers: [], readerCount: 0 })
})

describe('nobody else', () => {
  test('finds rows, files or batches of an account', async () => {
    const office = await anOffice()
    const { person } = office
    const { serviceCompanyId } = person
    const [item] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    const [sent] = await office.drop('b.xml.p7m', await sample('IT02182030391_31.xml.p7m'))
    const { batch } = await publish(office, [sent?.id ?? 0])
    const params = { itemid: item?.id ?? 0, batchid: batch?.id ?? 0 }
    for (const stranger of [
      await aStaffAccount(app, { serviceCompanyId, role: 'administrator' }),
      await aStaffAccount(app, { role: 'administrator' }),
    ]) {
      const other = await aPublisher(app, stranger)
      expect((await other.call(readPublishList)).body).toEqual({ items: [], batches: [] })
      const calls = [
        other.call(changePublishItem, { params, body: { held: true } }),
        other.call(readPublishPreview, { params }),
        other.call(publishItems, { body: { itemIds: [params.itemid], notify: false } }),
        other.call(readPublishOpenings, { params }),
        other.call(undoPublishing, { params }),
      ]
      for (const answer of await Promise.all(calls)) expect(answer.problem).toMatchObject({ status: 404 })
      expect((await app.http.inject({ url: item?.url ?? '', headers: other.headers })).statusCode).toBe(404)
      expect((await other.call(removePublishItems, { body: { itemIds: [params.itemid] } })).status).toBe(204)
    }
    expect((await office.call(readPublishList)).body.items).toHaveLength(1)
  })

  test('is found as a customer outside of the portals that an account works for', async () => {
    const office = await anOffice()
    const { person } = office
    const { serviceCompanyId } = person
    const elsewhere = await aPortal(database, { serviceCompanyId })
    const portalIds = [elsewhere.portalId]
    const limited = await aPublisher(app, await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds }))
    const [item] = await limited.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    expect(item).toMatchObject({ customer: null, choices: [] })
    for (const body of [{ customerId: person.contactId }, { portalId: person.portalId }])
      expect(
        (await limited.call(changePublishItem, { params: { itemid: item?.id ?? 0 }, body })).problem,
      ).toMatchObject({ status: 404 })
    const [mine] = await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
    await publish(office, [mine?.id ?? 0])
    expect((await limited.drop('IT02182030391_31.xml.p7m', await sample('IT02182030391_31.xml.p7m')))[0]).toMatchObject(
      {
        customer: null,
      },
    )
    const [again] = await limited.drop('c.xml', `${await sample('IT01234567890_FPR02.xml')} `)
    expect(again).toMatchObject({ refusal: { code: 'published', customer: null } })
  })
})

test('a correction that crosses another one is refused and changes nothing; a tick is no correction', async () => {
  const office = await anOffice()
  const [item] = await office.drop('preventivo-p-77.pdf', await lines('Preventivo n. P-77', 'Totale 10,00'))
  const params = { itemid: item?.id ?? 0 }
  const correct = (body: object, version = item?.version) =>
    office.call(changePublishItem, { params, body, headers: { 'if-match': `"${version}"` } })
  expect((await correct({ held: true })).body.version).toBe(item?.version)
  const first = await correct({ number: 'P-78' })
  expect(first.body.number).toBe('P-78')
  expect((await correct({ number: 'P-79' })).problem).toMatchObject({ status: 409, code: 'conflict' })
  const [kept] = (await office.call(readPublishList)).body.items
  expect(kept).toMatchObject({ number: 'P-78', version: first.body.version })
  expect((await correct({ number: 'P-79' }, first.body.version)).body.number).toBe('P-79')
})

test('a customer who was confirmed is so for that customer alone', async () => {
  const office = await anOffice()
  const name = 'IT01234567890_FPR02.xml'
  const [item] = await office.drop(name, await sample(name))
  const id = item?.id ?? 0
  const other = await aContact(database, office.person)
  const wrong = await change(office, id, { customerId: other.contactId })
  expect(wrong).toMatchObject({ needs: ['mismatch'], mismatch: { name: 'BETA GAMMA' } })
  expect((await change(office, id, { confirmed: true })).needs).toEqual([])
  const third = await aContact(database, office.person)
  expect((await change(office, id, { customerId: third.contactId })).needs).toEqual(['mismatch'])
})

test('rows that nobody publishes are swept with their files after seven days', async () => {
  const office = await anOffice()
  await office.drop('a.xml', await sample('IT01234567890_FPR02.xml'))
  const [sent] = await office.drop('b.xml.p7m', await sample('IT02182030391_31.xml.p7m'))
  await publish(office, [sent?.id ?? 0])
  const countRows = async () =>
    (
      await database.one<{ count: number }>(sql`select count(*) as count from publish_item
      where staff_account_id = ${office.account.staffAccountId}`)
    ).count
  clock.pass((publishKeptDays - 1) * DAY)
  await cleanUp(app.deps)
  expect(await countRows()).toBe(1)
  clock.pass(2 * DAY)
  await cleanUp(app.deps)
  expect(await countRows()).toBe(0)
  expect(await database.many(sql`select from publish_file`)).toEqual([])
  // The records have files of their own.
  const files = await database.many(sql`select from file`)
  const publicFiles = await database.many(sql`select from public_file`)
  expect(await app.storedKeys()).toHaveLength(files.length + publicFiles.length)
})
