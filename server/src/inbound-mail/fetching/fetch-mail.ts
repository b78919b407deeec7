import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { tx } from '../../kernel/database/db.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { describeImapError, failedStepOf, isRefusedLogin, openImap, readImapUrl } from '../imap.ts'
import {
  type FetchedMailbox,
  keepLease,
  leaseMailboxes,
  leaseSeconds,
  noteChecked,
  releaseLease,
  writePosition,
} from '../mailbox-queries.ts'
import { openCredentials } from '../oauth/credentials.ts'
import { MAIL_MAX } from '../reading/read-mail.ts'
import { storeMail } from '../store-mail.ts'
import { type AnswerLimits, downloadMail, MailWithheld, newUids, placeholder } from './download-mail.ts'

/** How often a process looks for mailboxes that nobody fetches. */
const LOOK_MS = 5000
/** How long it waits for the server to announce new mail: servers stop announcing without notice. */
const POLL_MS = 60_000
/** How long a stop waits for the mail under way. */
const STOP_MS = 5000
/** A connection that ends sooner was no good, so that the next is not tried at once. */
const SHORT_MS = 30_000
/** How often a mail is tried before its headers have to do, and the mails after it have their turn. */
const TRIES = 3
const DAY = 24 * 3_600_000

const usualLimits: AnswerLimits = { answerMs: 90_000, mailMs: 600_000 }

type FetchDeps = Pick<Deps, 'database' | 'storage' | 'clock' | 'secrets' | 'log' | 'home'>

/** Another process has the mailbox by now, or it was removed. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** See {@link openFetcher}. */
export type Fetcher = {
  start: () => void
  stop: () => Promise<void>
  /** Fetches once what is new, for tests. */
  runOnce: () => Promise<void>
}

/**
 * Fetches mail from mailboxes by IMAP. One process at a time fetches each. How far it has read is written with the mail, by UIDVALIDITY
 * and UID, and never into the mailbox: what others read or mark as unread there changes nothing.
 */
export const openFetcher = (deps: FetchDeps, limits: AnswerLimits = usualLimits): Fetcher => {
  const { database, log } = deps
  const openSecret = openCredentials({ ...deps, mailClients: deps.home.settings.mailClients })
  const owner = randomUUID()
  const serving = new Map<number, Promise<void>>()
  /** The mail of each mailbox that could not be read lately, and how often. */
  const failing = new Map<number, { uid: number; tries: number }>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /** Reads a mail; one that cannot be had, again and again, by its headers, or as a placeholder, so that it holds up no other. */
  const readOne = async (client: ImapFlow, mailbox: FetchedMailbox, uidValidity: number, uid: number) => {
    const known = failing.get(mailbox.id)
    const tries = known?.uid === uid ? known.tries : 0
    try {
      return await downloadMail(client, uid, { ...limits, sizeMax: MAIL_MAX, headersAlone: tries >= TRIES })
    } catch (error) {
      failing.set(mailbox.id, { uid, tries: tries + 1 })
      if (tries >= 2 * TRIES && error instanceof MailWithheld) return placeholder(uidValidity, uid)
      throw error
    }
  }

  /** Takes one mail, and remembers its UID in the same transaction. */
  const takeOne = async (client: ImapFlow, mailbox: FetchedMailbox, uidValidity: number, uid: number) => {
    const alsoWrite = async (db: Parameters<typeof writePosition>[0]) => {
      if (!(await writePosition(db, mailbox.id, owner, { uidValidity, lastUid: uid }))) throw new LeaseLost()
    }
    const raw = await readOne(client, mailbox, uidValidity, uid)
    if (!raw) return tx(database, alsoWrite)
    const { serviceCompanyId, portalId, id: mailboxId } = mailbox
    const place = { serviceCompanyId, portalId, mailboxId, portalIds: null, recipients: [], peer: null }
    await storeMail(deps, { ...place, way: 'imap', raw, alsoWrite })
  }

  /** Takes what has come since the last mail that was taken; the whole folder again where the server has renumbered it. */
  const takeNew = async (client: ImapFlow, mailbox: FetchedMailbox, uidValidity: number) => {
    const isRenumbered = mailbox.uidValidity !== uidValidity
    const last = isRenumbered ? 0 : (mailbox.lastUid ?? 0)
    const since = isRenumbered ? new Date(mailbox.createdAt.getTime() - DAY) : undefined
    for (const uid of await newUids(client, { last, since }, limits)) {
      if (stopping.signal.aborted) return
      await takeOne(client, mailbox, uidValidity, uid)
      failing.delete(mailbox.id)
      mailbox.uidValidity = uidValidity
      mailbox.lastUid = uid
    }
  }

  /** Fetches what is new whenever the server announces it, and each minute; `once`: until there is nothing new. */
  const follow = async (client: ImapFlow, mailbox: FetchedMailbox, uidValidity: number, once: boolean) => {
    let wake = () => {}
    client.on('exists', () => wake())
    client.on('close', () => wake())
    const openedAt = performance.now()
    for (;;) {
      const told = new Promise<void>(resolve => {
        wake = resolve
      })
      await takeNew(client, mailbox, uidValidity)
      if (!(await noteChecked(database, mailbox.id, owner))) throw new LeaseLost()
      if (once || stopping.signal.aborted) return
      if (client.usable)
        await Promise.race([
          told,
          sleep(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined),
        ])
      if (stopping.signal.aborted) return
      if (client.usable) continue
      if (performance.now() - openedAt < SHORT_MS) throw new Error('The server closes the connection.')
      return
    }
  }

  /** Opens a mailbox; with an access token that is refused, by another one. */
  const open = async (mailbox: FetchedMailbox) => {
    const location = readImapUrl(mailbox.imapUrl)
    const options = { allowsPrivate: mailbox.allowsPrivate, limitMs: limits.answerMs }
    const credentials = await openSecret(mailbox)
    try {
      return await openImap(location, { ...credentials, ...options })
    } catch (error) {
      if (mailbox.oauthProvider === null || !isRefusedLogin(error)) throw error
      return openImap(location, { ...(await openSecret(mailbox, { fresh: true })), ...options })
    }
  }

  /** Serves a mailbox until its connection ends. */
  const serve = async (mailbox: FetchedMailbox, once: boolean) => {
    let error: Parameters<typeof releaseLease>[3] = null
    let client: ImapFlow | undefined
    // A process that dies leaves the mailbox to others within the half of a minute, however long a mail takes.
    const keeping = setInterval(
      () => {
        keepLease(database, mailbox.id, owner).then(
          isKept => isKept || client?.close(),
          () => undefined,
        )
      },
      (leaseSeconds * 1000) / 3,
    )
    const end = () => setTimeout(() => client?.close(), STOP_MS).unref()
    stopping.signal.addEventListener('abort', end)
    try {
      const opened = await open(mailbox)
      client = opened.client
      const { uidValidity, uidNext } = opened
      if (mailbox.uidValidity === null) {
        // Mail from before the mailbox was added stays where it is.
        if (!(await writePosition(database, mailbox.id, owner, { uidValidity, lastUid: uidNext - 1 })))
          throw new LeaseLost()
        mailbox.uidValidity = uidValidity
        mailbox.lastUid = uidNext - 1
      }
      await follow(client, mailbox, uidValidity, once)
    } catch (failure) {
      if (failure instanceof LeaseLost) return
      error = { text: describeImapError(failure), step: client ? null : failedStepOf(failure) }
      log.warn({ mailbox: mailbox.id, reason: error.text }, 'a mailbox cannot be fetched; it is tried again')
    } finally {
      clearInterval(keeping)
      stopping.signal.removeEventListener('abort', end)
      client?.close()
      await releaseLease(database, mailbox.id, owner, error).catch(() => undefined)
    }
  }

  const look = async (once = false) => {
    for (const mailbox of await leaseMailboxes(database, owner)) {
      if (serving.has(mailbox.id)) continue
      const served = serve(mailbox, once).finally(() => serving.delete(mailbox.id))
      serving.set(mailbox.id, served)
    }
  }

  return {
    start() {
      const lookAgain = () => {
        look().catch(error => log.warn({ err: error }, 'mailboxes could not be read'))
      }
      timer = setInterval(lookAgain, LOOK_MS)
      lookAgain()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(serving.values())
    },
    async runOnce() {
      await look(true)
      await Promise.all(serving.values())
    },
  }
}
