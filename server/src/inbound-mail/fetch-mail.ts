import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { tx } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { describeImapError, failedStepOf, mailboxSecretPurpose, openImap, readImapUrl } from './imap.ts'
import { type FetchedMailbox, leaseMailboxes, releaseLease, renewLease, writePosition } from './mailbox-queries.ts'
import { MAIL_MAX } from './reading/read-mail.ts'
import { takeMail } from './take-mail.ts'

/** How often a process looks for mailboxes that nobody fetches. */
const LOOK_MS = 5000
/** How long it waits for the server to tell of new mail: servers stop telling without a word. */
const POLL_MS = 60_000
const DAY = 24 * 3_600_000

type FetchDeps = Pick<Deps, 'database' | 'storage' | 'clock' | 'secrets' | 'log'>

/** Another process has the mailbox by now, or it was removed. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** See {@link openFetcher}. */
export type Fetcher = {
  start: () => void
  stop: () => Promise<void> /** Fetches once what is new, for tests. */
  runOnce: () => Promise<void>
}

/**
 * Fetches mail from mailboxes by IMAP. One process at a time fetches each. How far it has read is written with the mail, by UIDVALIDITY
 * and UID, and never into the mailbox: what others read or mark as unread there changes nothing.
 */
export const openFetcher = (deps: FetchDeps): Fetcher => {
  const { database, secrets, log } = deps
  const owner = randomUUID()
  const serving = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /** Takes one mail, and remembers its UID in the same transaction. */
  const takeOne = async (client: ImapFlow, mailbox: FetchedMailbox, uidValidity: number, uid: number) => {
    const alsoWrite = async (db: Parameters<typeof writePosition>[0]) => {
      if (!(await writePosition(db, mailbox.id, owner, { uidValidity, lastUid: uid }))) throw new LeaseLost()
    }
    const found = await client.fetchOne(String(uid), { size: true }, { uid: true })
    // It was deleted meanwhile.
    if (!found) return tx(database, alsoWrite)
    const isTooLarge = (found.size ?? 0) > MAIL_MAX
    const parts = await client.fetchOne(String(uid), isTooLarge ? { headers: true } : { source: true }, { uid: true })
    const raw = parts ? (isTooLarge ? parts.headers : parts.source) : undefined
    if (!raw) return tx(database, alsoWrite)
    const { serviceCompanyId, portalId, id: mailboxId } = mailbox
    const place = { serviceCompanyId, portalId, mailboxId, portalIds: null, recipients: [], peer: null }
    await takeMail(deps, { ...place, way: 'imap', raw, alsoWrite })
  }

  /** Takes what has come since the last mail that was taken; the whole folder again where the server has renumbered it. */
  const takeNew = async (client: ImapFlow, mailbox: FetchedMailbox, uidValidity: number) => {
    const isRenumbered = mailbox.uidValidity !== uidValidity
    const last = isRenumbered ? 0 : (mailbox.lastUid ?? 0)
    const since = isRenumbered ? { since: new Date(mailbox.createdAt.getTime() - DAY) } : {}
    const found = await client.search({ uid: `${last + 1}:*`, ...since }, { uid: true })
    const uids = (found || []).filter(uid => uid > last).sort((a, b) => a - b)
    for (const uid of uids) {
      if (stopping.signal.aborted) return
      await takeOne(client, mailbox, uidValidity, uid)
      mailbox.uidValidity = uidValidity
      mailbox.lastUid = uid
      if (!(await renewLease(database, mailbox.id, owner))) throw new LeaseLost()
    }
  }

  /** Serves a mailbox until its connection ends; `once`: until there is nothing new. */
  const serve = async (mailbox: FetchedMailbox, once: boolean) => {
    let error: Parameters<typeof releaseLease>[3] = null
    let client: ImapFlow | undefined
    try {
      const password = secrets.decrypt(mailbox.sealedSecret, mailboxSecretPurpose)
      const { allowsPrivate } = mailbox
      const opened = await openImap(readImapUrl(mailbox.imapUrl), { password, allowsPrivate })
      client = opened.client
      const { uidValidity, uidNext } = opened
      if (mailbox.uidValidity === null) {
        // Mail from before the mailbox was added stays where it is.
        if (!(await writePosition(database, mailbox.id, owner, { uidValidity, lastUid: uidNext - 1 })))
          throw new LeaseLost()
        mailbox.uidValidity = uidValidity
        mailbox.lastUid = uidNext - 1
      }
      let wake = () => {}
      client.on('exists', () => wake())
      client.on('close', () => wake())
      for (;;) {
        const told = new Promise<void>(resolve => {
          wake = resolve
        })
        await takeNew(client, mailbox, uidValidity)
        if (!(await renewLease(database, mailbox.id, owner))) throw new LeaseLost()
        if (once || stopping.signal.aborted || !client.usable) break
        await Promise.race([
          told,
          sleep(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined),
        ])
        if (stopping.signal.aborted) break
      }
    } catch (failure) {
      if (failure instanceof LeaseLost) return
      error = { text: describeImapError(failure), step: client ? null : failedStepOf(failure) }
      log.warn({ mailbox: mailbox.id, reason: error.text }, 'a mailbox cannot be fetched; it is tried again')
    } finally {
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
      timer = setInterval(() => {
        look().catch(error => log.warn({ err: error }, 'mailboxes could not be read'))
      }, LOOK_MS)
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
