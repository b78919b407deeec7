import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { isReplyToken, parseReplyToken, replyTokenPurpose } from '../kernel/security/reply-token.ts'
import { toOneLine } from '../kernel/text/one-line.ts'
import { type Delivery, deliverNote } from './deliver.ts'
import { markBounced } from './delivery-queries.ts'
import { ticketKeysById } from './sender-queries.ts'

const DIAGNOSTIC_MAX = 500

/** Marks an address to which mails do not arrive, and says so beside the ticket; undefined if it was marked before. */
export const noteBounce = async (
  db: Db,
  place: TicketKeys,
  { mailAddressId, diagnostic, now }: { mailAddressId: number; diagnostic: string; now: Date },
): Promise<Delivery | undefined> => {
  const reason = toOneLine(diagnostic).slice(0, DIAGNOSTIC_MAX)
  const bounced = await markBounced(db, place.serviceCompanyId, mailAddressId, { diagnostic: reason, now })
  if (!bounced?.isNew) return undefined
  const files = { stored: [], leftOut: [] }
  return deliverNote(db, place, texts => texts.bounced(bounced.address, reason), { mail: undefined, files }, now)
}

/** Takes a mail server's final refusal of an address for what a report of it would be; `follow` is the token of the mail's return path. */
export const followRefusal =
  ({ database, secrets, clock }: Pick<Deps, 'database' | 'secrets' | 'clock'>) =>
  async (follow: string, problem: string): Promise<void> => {
    const token = parseReplyToken(follow)
    if (token?.kind !== 'b' || !isReplyToken(secrets.keyFor(replyTokenPurpose), token, 0)) return
    await tx(database, async db => {
      const place = await ticketKeysById(db, token.serviceCompanyId, token.ticketId)
      if (place) await noteBounce(db, place, { mailAddressId: token.readerId, diagnostic: problem, now: clock() })
    })
  }
