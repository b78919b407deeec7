import type { Language } from '@portico/contract/language'
import type { StaffAccount as AnsweredAccount } from '@portico/contract/staff/accounts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { findMailPortal } from './account-list-queries.ts'
import type { StaffAccount } from './account-queries.ts'
import { linkPath } from './first-links.ts'
import { countLinks, endLinks, insertStaffLink } from './link-queries.ts'
import { invitationTexts } from './texts.ts'

const HOUR = 3_600_000
/** Links an hour, so that nobody's mailbox is flooded. */
const LINKS_AN_HOUR = { account: 5, company: 200 }

type Inviter = { displayName: string; language: Language | null }

const readInviter = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope): Promise<Inviter> =>
  db.one(sql`select u.display_name as "displayName", a.language from staff_account a
    join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)

/**
 * Makes a new link for an account and mails it in the inviter's language; the account's earlier links end. Returns the address of the link
 * where it cannot be mailed, else null. Fails with `too_many_requests` above the hourly limits.
 */
export const sendInvitation = async (
  db: Db,
  { messages, mailsAreSent }: Pick<Deps, 'messages' | 'mailsAreSent'>,
  scope: StaffScope,
  account: AnsweredAccount & StaffAccount,
  { language, now }: { language: Language | null | undefined; now: Date },
): Promise<string | null> => {
  const made = await countLinks(db, account, new Date(now.getTime() - HOUR))
  if (made.account >= LINKS_AN_HOUR.account || made.company >= LINKS_AN_HOUR.company)
    fail('too_many_requests', { retryAfter: HOUR / 1000 })
  await endLinks(db, account, now)
  const path = linkPath(await insertStaffLink(db, account, now))
  const portal = await findMailPortal(db, scope, account.staffAccountId)
  if (!portal || !mailsAreSent) return messages.link(path)
  const inviter = await readInviter(db, scope)
  const written = language ?? inviter.language ?? 'it-IT'
  const texts = invitationTexts[written][account.state === 'active' ? 'again' : 'first']
  const { serviceCompanyId } = scope
  await messages.mail(db, {
    serviceCompanyId,
    portalId: portal.portalId,
    to: [{ name: account.displayName, address: account.email }],
    language: written,
    isAwaited: true,
    subject: texts.subject(portal.companyName),
    content: {
      title: texts.title,
      parts: [
        { text: texts.text(inviter.displayName, portal.companyName) },
        { facts: [[texts.email, account.email]] },
        { button: texts.choose, path },
        { note: texts.once },
        { note: texts.unexpected },
      ],
    },
  })
  return null
}
