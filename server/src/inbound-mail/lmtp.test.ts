import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser } from '../../test/fixtures/factories.ts'
import { aMailbox, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { sql } from '../kernel/database/db.ts'
import { formatReplyToken, replyTokenPurpose } from '../kernel/security/reply-token.ts'
import { StorageUnavailable } from '../kernel/storage/storage.ts'
import { openLmtp } from './lmtp.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database, deps } = app
const lmtp = await openLmtp(deps, { port: 0, host: '127.0.0.1' })
afterAll(() => lmtp.stop())

const aCustomer = async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  return { person, address }
}

/** Sends a mail by LMTP, as a mail server does; returns who was accepted and how the others were refused. */
const deliver = async (to: string[], raw: string) => {
  const transport = createTransport({ host: '127.0.0.1', port: lmtp.port, lmtp: true, ignoreTLS: true })
  try {
    const { accepted, rejectedErrors = [] } = await transport.sendMail({
      raw,
      envelope: { from: 'mta@client.example', to },
    })
    return { accepted, refused: rejectedErrors.map(({ responseCode }) => responseCode) }
  } catch (error) {
    const { rejectedErrors = [], responseCode } = error as {
      rejectedErrors?: { responseCode?: number }[]
      responseCode?: number
    }
    return {
      accepted: [],
      refused: rejectedErrors.length > 0 ? rejectedErrors.map(one => one.responseCode) : [responseCode],
    }
  } finally {
    transport.close()
  }
}

const ticketsOf = async (serviceCompanyId: number) => {
  await app.delivered()
  return database.many(sql`select title from ticket where service_company_id = ${serviceCompanyId} order by id`)
}

test('each recipient has an answer of its own: mailboxes of two companies are taken, an unknown one is 550', async () => {
  const [one, two] = [await aCustomer(), await aCustomer()]
  const raw = rawMail({ from: one.person.email, to: one.address, subject: 'Per LMTP' })
  const { accepted, refused } = await deliver(
    [one.address.replace('help', 'HELP'), 'nobody@service.example', two.address],
    raw,
  )
  expect(accepted).toEqual([one.address.replace('help', 'HELP'), two.address])
  expect(refused).toEqual([550])
  expect(await ticketsOf(one.person.serviceCompanyId)).toEqual([{ title: 'Per LMTP' }])
  expect(await ticketsOf(two.person.serviceCompanyId)).toEqual([])
  // Delivered again, as after an answer that was lost.
  expect((await deliver([one.address], raw)).accepted).toHaveLength(1)
  expect(await ticketsOf(one.person.serviceCompanyId)).toHaveLength(1)
})

test('an address of a reader is a recipient as long as its token holds', async () => {
  const { person } = await aCustomer()
  const { id } = await aTicket(database, person)
  const reader = {
    kind: 'm' as const,
    serviceCompanyId: person.serviceCompanyId,
    ticketId: id,
    readerId: person.webUserId,
  }
  const token = formatReplyToken(deps.secrets.keyFor(replyTokenPurpose), reader, 0)
  const address = `ticket+${token}@in.service.example`
  const raw = () => rawMail({ from: person.email, to: 'whoever@service.example', results: '', text: 'Eccomi' })
  expect((await deliver([address], raw())).accepted).toEqual([address])
  await app.delivered()
  const said = () =>
    database.many(
      sql`select message from comment where ticket_id = ${id} and service_company_id = ${person.serviceCompanyId}`,
    )
  expect(await said()).toHaveLength(1)
  await database.run(sql`update web_user set reply_version = reply_version + 1 where id = ${person.webUserId}`)
  expect((await deliver([address], raw())).refused).toEqual([550])
  expect(await said()).toHaveLength(1)
})

test('nothing is accepted that could not be stored', async () => {
  const { person, address } = await aCustomer()
  const raw = rawMail({ from: person.email, to: address, subject: 'Due volte' })
  const { put } = deps.storage
  deps.storage.put = async () => {
    throw new StorageUnavailable('the disk is away')
  }
  expect((await deliver([address], raw)).refused).toEqual([451])
  deps.storage.put = put
  expect(await ticketsOf(person.serviceCompanyId)).toEqual([])
  expect((await deliver([address], raw)).accepted).toEqual([address])
  expect(await ticketsOf(person.serviceCompanyId)).toEqual([{ title: 'Due volte' }])
})

test('a connection that ends in the middle of a mail takes none', async () => {
  const { person, address } = await aCustomer()
  await new Promise<void>((resolve, reject) => {
    const socket = connect(lmtp.port, '127.0.0.1')
    socket.on('error', reject)
    const lines = ['LHLO mx.client.example', 'MAIL FROM:<a@client.example>', `RCPT TO:<${address}>`, 'DATA']
    socket.on('data', data => {
      if (String(data).startsWith('354')) {
        socket.write(rawMail({ from: person.email, to: address }))
        socket.destroy()
        resolve()
        return
      }
      if (!/^\d{3} /m.test(String(data))) return
      const line = lines.shift()
      if (line) socket.write(`${line}\r\n`)
    })
  })
  expect(await ticketsOf(person.serviceCompanyId)).toEqual([])
})
