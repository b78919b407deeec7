import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aStaffUser, aUser } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { secrets } from '../../test/fixtures/messages.ts'
import { aStaffAccount } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { type Email, openDevMailTransport } from '../kernel/messages/mail-transport.ts'
import { openMessages } from '../kernel/messages/messages.ts'

// Two installations, each a customer of the other, and every mailbox of both answers by itself that nobody is there: no mail program is
// polite, each answers every mail to wherever it says.

/** An installation whose mails come from the mailbox that it reads, and somebody who works there. */
const anInstallation = async (domain: string, theirs: string) => {
  const desk = `desk@${domain}`
  const app = await testApp({
    replyAddress: { before: 'ticket+', after: `@in.${domain}` },
    messages: openMessages({ secrets, from: desk, origin: `https://${domain}` }),
  })
  const { database } = app
  const colleague = `elena@people.${domain}`
  const portal = await aPortal(database, { supportEmail: colleague })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  await database.run(sql`update web_user set email = ${`desk@${theirs}`} where id = ${person.webUserId}`)
  await aMailbox(app, portal, { address: desk })
  const staffUserId = await aStaffUser(database, portal, { email: colleague })
  await aStaffAccount(app, { serviceCompanyId: portal.serviceCompanyId, staffUserId, email: colleague })
  const { send } = await mailSender(app, portal)
  return { app, domain, desk, colleague, send }
}
type Installation = Awaited<ReturnType<typeof anInstallation>>

const [left, right] = [await anInstallation('a.example', 'b.example'), await anInstallation('b.example', 'a.example')]
const installations = [left, right]
const isOf = ({ domain }: Installation, address: string) =>
  [`@${domain}`, `@in.${domain}`, `@people.${domain}`].some(end => address.endsWith(end))

/** A mail with its envelope, as its mail server hands it over. */
type Sent = { to: string; raw: string }

const head = (returnPath: string, from: string) =>
  `Return-Path: <${returnPath}>\r\nAuthentication-Results: ${authservId}; dmarc=pass header.from=${from.split('@')[1]}\r\n`

/** The mail as it leaves, read by nobody but the other side. */
const asSent = async (mail: Email): Promise<Sent[]> => {
  let raw = ''
  const write = async (_: string, content: Buffer | string) => {
    raw = content.toString('latin1')
  }
  await openDevMailTransport({ write }).send(mail)
  const returnPath = mail.returnPath ?? mail.from.address
  return mail.recipients.map(to => ({ to, raw: head(returnPath, mail.from.address) + raw }))
}

/** `toSender`: it answers whom the mail is from, without the id of the mail, so that its answer belongs to no ticket. */
type Responder = { name: string; headers: string; subject: (of: string) => string; toSender?: boolean }

const responders: Responder[] = [
  { name: 'says that it is a program', headers: 'Auto-Submitted: auto-replied\r\n', subject: of => `Re: ${of}` },
  { name: 'says so in its subject alone', headers: '', subject: of => `Fuori ufficio: ${of}` },
]
const unmarked: Responder = { name: 'does not say that it is a program', headers: '', subject: of => `Re: ${of}` }

const outOfOffice = (owner: string, mail: Email, { headers, subject, toSender }: Responder): Sent => {
  const to = toSender ? mail.from.address : (mail.replyTo ?? mail.from.address)
  const text = 'Sono fuori ufficio fino a lunedì. Per urgenze chiamate il centralino.'
  const ids = toSender ? {} : { inReplyTo: mail.messageId }
  return { to, raw: rawMail({ from: owner, to, subject: subject(mail.subject), ...ids, headers, text }) }
}

const aRequest = (from: Installation, to: Installation): Sent => ({
  to: to.desk,
  raw: rawMail({ from: from.desk, to: to.desk, subject: 'Una richiesta', text: 'Potete aiutarci con il server?' }),
})

/** Lets a day pass in which both begin with a request to the other. The mails between the two, and those within each. */
const aDay = async (responder: Responder) => {
  let onTheWay = [aRequest(left, right), aRequest(right, left)]
  const mails: { between: string[]; within: string[] } = { between: [], within: [] }
  for (let minute = 0; minute < 24 * 60; minute += 30) {
    const next: Sent[] = []
    for (const here of installations) {
      const sent: Email[] = []
      for (const { to, raw } of onTheWay.filter(({ to }) => isOf(here, to)))
        sent.push(...(await here.send(raw, { recipient: to })).mails)
      sent.push(...(await releaseAnswers(here.app)).mails)
      for (const mail of sent) {
        const to = mail.recipients[0] ?? ''
        mails[isOf(here, to) ? 'within' : 'between'].push(`${here.domain} to ${to}: ${mail.subject}`)
        // The mailboxes of people are none of Portico's: there is only the program that answers.
        if (to !== here.colleague) next.push(...(await asSent(mail)))
        next.push(outOfOffice(to, mail, responder))
      }
      here.app.clock.pass(1_800_000)
    }
    onTheWay = next
  }
  return mails
}

test.each(responders)(
  'within a day two mails go between them, where each mailbox has a program that $name',
  async responder => {
    const { between, within } = await aDay(responder)
    // Each acknowledges the request of the other, and tells its own people of it.
    expect(between).toHaveLength(2)
    expect(within).toHaveLength(2)
  },
  60_000,
)

test('a program that does not say that it is one is heard twice in a ticket within a day', async () => {
  const { between, within } = await aDay(unmarked)
  expect(between.length, between.join('\n')).toBeLessThanOrEqual(6)
  expect(within.length, within.join('\n')).toBeLessThanOrEqual(6)
}, 60_000)

test('a program whose answers belong to no ticket raises one, and is acknowledged once an hour', async () => {
  const { between } = await aDay({ ...unmarked, toSender: true })
  expect(between).toHaveLength(2)
}, 60_000)
