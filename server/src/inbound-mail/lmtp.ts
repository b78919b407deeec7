import type { AddressInfo } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { type Db, sql } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { tokenInAddress } from '../kernel/security/reply-token.ts'
import { isOurs } from './decide.ts'
import { MAIL_MAX } from './reading/read-mail.ts'
import type { Peer } from './received-queries.ts'
import { storeMail } from './store-mail.ts'

const SILENCE_MS = 60_000
const CONNECTIONS_MAX = 50
/** Recipients of one mail; a mail server sends the others again, as a mail of its own. */
const RECIPIENTS_MAX = 100
/** Mails that are in memory at once. */
const MAILS_AT_ONCE = 4

type LmtpDeps = Pick<Deps, 'database' | 'storage' | 'clock' | 'secrets' | 'replyAddress' | 'log'>

type Target = { serviceCompanyId: number; portalId: number | null; mailboxId: number | null }

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Whose an address is that mail is delivered to: a reader's, or a mailbox that is not fetched. Undefined for any other. */
const targetOf = async (db: Db, { secrets, replyAddress }: LmtpDeps, address: string): Promise<Target | undefined> => {
  const token = replyAddress && tokenInAddress(replyAddress, address)
  if (token && (await isOurs(db, secrets, token)))
    return { serviceCompanyId: token.serviceCompanyId, portalId: null, mailboxId: null }
  return db.maybe(sql`select x.service_company_id as "serviceCompanyId", x.portal_id as "portalId", x.id as "mailboxId"
    from mailbox x where x.address = ${address.toLowerCase()} and x.imap_url is null`)
}

/** The server that had the mail before the one beside us, if that one names it (XFORWARD of Postfix). */
const peerOf = (session: SMTPServerSession): Peer | null => {
  const address = session.xForward.get('ADDR')
  if (typeof address !== 'string' || !address) return null
  const helo = session.xForward.get('HELO')
  const { mailFrom } = session.envelope
  // Whoever connected to that server has chosen it.
  return {
    address,
    helo: typeof helo === 'string' ? helo.replace(/\p{C}/gu, '') : null,
    sender: mailFrom ? mailFrom.address : null,
  }
}

/** The sender of the envelope as the header that a last server adds (RFC 5321, section 4.4): an empty one is a program's. */
const returnPathOf = ({ envelope: { mailFrom } }: SMTPServerSession): Buffer =>
  Buffer.from(`Return-Path: <${(mailFrom ? mailFrom.address : '').replace(/[^\x21-\x7e]/g, '')}>\r\n`, 'latin1')

/** See {@link openLmtp}. */
export type Lmtp = { port: number; stop: () => Promise<void> }

/** Takes mail from a mail server beside us. A recipient is answered 250 once the mail is stored and committed for it, not before. */
export const openLmtp = async (deps: LmtpDeps, { port, host }: { port: number; host: string }): Promise<Lmtp> => {
  const { database, log } = deps
  const { SMTPServer } = await import('smtp-server')
  let busy = 0

  const receive = async (stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<(string | Error)[]> => {
    const chunks = [returnPathOf(session)]
    let bytes = chunks[0]?.length ?? 0
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes <= MAIL_MAX) chunks.push(chunk)
    }
    const addresses = session.envelope.rcptTo.map(({ address }) => address)
    if (bytes > MAIL_MAX) return addresses.map(() => reply(552, '5.3.4 The mail is too large'))
    const raw = Buffer.concat(chunks)
    const targets = new Map<string, Target>()
    for (const address of addresses) {
      const target = await targetOf(database, deps, address)
      if (target) targets.set(address, target)
    }
    const outcomes = new Map<number, string | Error>()
    for (const { serviceCompanyId } of targets.values()) {
      if (outcomes.has(serviceCompanyId)) continue
      const own = [...targets].filter(([, target]) => target.serviceCompanyId === serviceCompanyId)
      const mailbox = own.find(([, { mailboxId }]) => mailboxId !== null)?.[1]
      try {
        const mail = { raw, serviceCompanyId, way: 'lmtp' as const, portalIds: null, peer: peerOf(session) }
        const recipients = own.map(([address]) => address)
        const place = { portalId: mailbox?.portalId ?? null, mailboxId: mailbox?.mailboxId ?? null }
        await storeMail(deps, { ...mail, ...place, recipients })
        outcomes.set(serviceCompanyId, '2.0.0 The mail is stored')
      } catch (error) {
        log.warn({ err: error }, 'a mail could not be stored; its mail server sends it again')
        outcomes.set(serviceCompanyId, reply(451, '4.3.0 Try again later'))
      }
    }
    return addresses.map(address => {
      const target = targets.get(address)
      const outcome = target && outcomes.get(target.serviceCompanyId)
      return outcome ?? reply(550, '5.1.1 No such recipient')
    })
  }

  const server = new SMTPServer({
    lmtp: true,
    logger: false,
    banner: 'Portico',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    useXForward: true,
    size: MAIL_MAX,
    maxClients: CONNECTIONS_MAX,
    socketTimeout: SILENCE_MS,
    closeTimeout: 5000,
    onRcptTo: ({ address }, session, done) => {
      if (session.envelope.rcptTo.length >= RECIPIENTS_MAX) return done(reply(452, '4.5.3 Too many recipients'))
      targetOf(database, deps, address).then(
        target => done(target ? null : reply(550, '5.1.1 No such recipient')),
        () => done(reply(451, '4.3.0 Try again later')),
      )
    },
    onData: (stream, session, done) => {
      if (busy >= MAILS_AT_ONCE) {
        stream.resume()
        return done(reply(451, '4.3.2 Too many mails at once'))
      }
      busy += 1
      receive(stream, session)
        .then(
          outcomes => done(null, outcomes as never),
          error => {
            log.warn({ err: error }, 'a mail could not be read to its end')
            done(reply(451, '4.3.0 Try again later'))
          },
        )
        .finally(() => {
          busy -= 1
        })
    },
  })
  server.on('error', error => log.warn({ err: error }, 'LMTP'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}
