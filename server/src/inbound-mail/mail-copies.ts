import { mailAddress } from '@portico/contract/shapes'
import { ccMax } from '@portico/contract/tickets'
import type { Scope } from '../kernel/access/scope.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { tokenInAddress } from '../kernel/security/reply-token.ts'
import { lockSender, outsideAddressesOf } from '../tickets/queries.ts'
import { OUTSIDE_ADDRESSES_A_DAY, readAddresses } from '../tickets/rules.ts'
import type { ReceivedMail } from './reading/message.ts'

const DAY = 24 * 3_600_000
/** Addresses of a mail that are looked at. */
const LOOKED_AT_MAX = 200

/** Whom a mail names besides us. `mayAdd`: the sender's domain vouches for it, so that it may put others in copy. */
export type NamedCopies = { cc: string[]; sentTo: string[]; mayAdd: boolean }

/** Addresses at which the service company itself reads. */
const ownAddresses = async (db: Db, serviceCompanyId: number, addresses: string[]): Promise<Set<string>> => {
  const rows = await db.many<{
    email: string
  }>(sql`select given.email from unnest(${addresses}::text[]) as given (email)
    where exists (select from staff_user s where s.service_company_id = ${serviceCompanyId} and lower(s.email) = given.email)
      or exists (select from staff_account a where a.service_company_id = ${serviceCompanyId} and lower(a.email) = given.email)
      or exists (select from staff_group g where g.service_company_id = ${serviceCompanyId} and lower(g.email) = given.email)
      or exists (select from mailbox x where x.service_company_id = ${serviceCompanyId} and lower(x.address) = given.email)
      or exists (select from portal p where p.service_company_id = ${serviceCompanyId} and lower(p.support_email) = given.email)`)
  return new Set(rows.map(({ email }) => email))
}

/** Whom a mail has in copy: those of its Cc who are neither its sender nor we. */
export const namedCopies = async (
  db: Db,
  { replyAddress, messages }: Pick<Deps, 'replyAddress' | 'messages'>,
  { serviceCompanyId, mail, mayAdd }: { serviceCompanyId: number; mail: ReceivedMail; mayAdd: boolean },
): Promise<NamedCopies> => {
  const read = (boxes: ReceivedMail['cc']) => [
    ...new Set(boxes.slice(0, LOOKED_AT_MAX).map(({ address }) => address.toLowerCase())),
  ]
  const isOurs = (address: string) =>
    address === messages.from.toLowerCase() ||
    (replyAddress !== undefined && tokenInAddress(replyAddress, address) !== undefined)
  const given = read(mail.cc).filter(
    address => mailAddress.test(address) && !isOurs(address) && address !== mail.from?.address.toLowerCase(),
  )
  const own = given.length > 0 ? await ownAddresses(db, serviceCompanyId, given) : new Set<string>()
  return { cc: given.filter(address => !own.has(address)), sentTo: read([...mail.to, ...mail.cc]), mayAdd }
}

/** Who is in copy of a customer's last message, else of the mail that raised the ticket. */
export const copiesOf = async (db: Db, at: TicketKeys): Promise<string[]> => {
  const row = await db.maybe<{ ccList: string | null }>(sql`select x.cc_list as "ccList" from (
      select e.cc_list, e.creation_date, e.id from comment e
      where e.service_company_id = ${at.serviceCompanyId} and e.portal_id = ${at.portalId} and e.contact_id = ${at.contactId}
        and e.ticket_id = ${at.ticketId} and e.sender_web_user_id is not null and e.event is null
      union all select t.cc_list, t.created_on, 0 from ticket t
      where t.service_company_id = ${at.serviceCompanyId} and t.portal_id = ${at.portalId} and t.contact_id = ${at.contactId}
        and t.id = ${at.ticketId}) x
    order by x.creation_date desc, x.id desc limit 1`)
  return readAddresses(row?.ccList).addresses
}

/** The copy list of a message, how many new addresses on it are outside, and those that the rules leave out. */
export type CopyList = { ccList: string | null; outsideAddresses: number; leftOut: string[] }

/**
 * The copy list of a customer's mail: whoever is in copy already, and those whom the mail adds, by the rules of the portal
 * (specification/tickets.md#copy-addresses).
 */
export const copyListOf = async (
  db: Db,
  scope: Scope,
  { before, named, now }: { before: string[]; named: NamedCopies | undefined; now: Date },
): Promise<CopyList> => {
  const added = (named?.cc ?? []).filter(address => !before.includes(address))
  const list = (addresses: string[]) => addresses.join(', ') || null
  const kept = (leftOut: string[]): CopyList => ({ ccList: list(before), outsideAddresses: 0, leftOut })
  if (added.length === 0) return kept([])
  if (!named?.mayAdd) return kept(added)
  const fitting = added.slice(0, Math.max(0, ccMax - before.length))
  await lockSender(db, scope)
  const outside = await outsideAddressesOf(db, scope, fitting, new Date(now.getTime() - DAY))
  if (outside.now > 0 && outside.now + outside.before > OUTSIDE_ADDRESSES_A_DAY) return kept(added)
  return {
    ccList: list([...before, ...fitting]),
    outsideAddresses: outside.now,
    leftOut: added.slice(fitting.length),
  }
}
