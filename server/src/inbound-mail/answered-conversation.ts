import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import { htmlToText } from '../kernel/html/html.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { mailedTextsOf } from '../tickets/mail-queries.ts'
import { textsOfTicketMails } from '../tickets/texts.ts'
import { isOfVisit, isOurs, tokensIn } from './decide.ts'
import { headerValues } from './reading/raw-mail.ts'
import type { StoredMail } from './received-queries.ts'
import { takenMailsOf, ticketKeysById } from './sender-queries.ts'
import { answeredVisitOf } from './visit-queries.ts'

const IDS_MAX = 50
const MESSAGE_ID = /<[^<>\s]+>/g

const matchesIn = (raw: Buffer, names: readonly string[], pattern: RegExp): string[] =>
  names.flatMap(name => headerValues(raw, name).flatMap(value => value.match(pattern) ?? []))

const textsOf = async (db: Db, at: TicketKeys): Promise<string[]> => [
  ...(await mailedTextsOf(db, at)).map(htmlToText),
  ...textsOfTicketMails,
]

/**
 * The texts that stand in the ticket whose mail a stored mail answers, also one that its sender wrote, and in our mails about it: what of them it quotes is known to those who
 * read it. Empty if it answers another of our mails; undefined if it answers none.
 */
export const answeredConversationOf = async (
  db: Db,
  { secrets, replyAddress }: Pick<Deps, 'secrets' | 'replyAddress'>,
  mail: StoredMail,
  raw: Buffer,
): Promise<string[] | undefined> => {
  const { serviceCompanyId } = mail
  const addresses = ['to', 'cc']
    .flatMap(name => headerValues(raw, name))
    .flatMap(value => value.split(/[\s<>"(),:;]+/))
    .filter(word => word.slice(1, -1).includes('@'))
  const ids = [
    ...matchesIn(raw, ['in-reply-to'], MESSAGE_ID),
    ...matchesIn(raw, ['references'], MESSAGE_ID).toReversed(),
  ]
  for (const token of tokensIn(mail, { addresses, ids }, replyAddress)) {
    if (token.serviceCompanyId !== serviceCompanyId || !(await isOurs(db, secrets, token))) continue
    const ticketId = isOfVisit(token) ? (await answeredVisitOf(db, token))?.ticketId : token.ticketId
    const at = ticketId ? await ticketKeysById(db, serviceCompanyId, ticketId) : undefined
    if (!at) return []
    return textsOf(db, at)
  }
  const named = ids.length > 0 ? await takenMailsOf(db, mail, ids.slice(0, IDS_MAX)) : []
  return named[0] && textsOf(db, named[0].place)
}
