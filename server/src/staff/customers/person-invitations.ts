import {
  companyInvitationsAnHour,
  type InvitedPerson,
  invitationsAnHour,
} from '@portico/contract/staff/customers/customers'
import { confirmationKeyPurpose, findMember, findOpenInvitation } from '../../auth/confirmation-queries.ts'
import { invite, type LinkDeps, toConfirmationPath } from '../../auth/confirmations.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, lock } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { countInvitations, noteInvitation } from './customer-queries.ts'

/** What mailing invitations needs. `mailsAreSent`: whether mails leave this machine. */
export type InvitationDeps = LinkDeps & { mailsAreSent: boolean }

type Sent = Pick<InvitedPerson, 'link'> & { outcome: 'invited' | 'told' | 'limited'; webUserId: number }

/**
 * Mails an invitation to a member, as `portico invite` does, within the hourly limits: beyond them it mails nothing. The link is answered
 * only where mails are not set up. Fails with `conflict` for a member who cannot be invited.
 */
export const mailInvitation = async (
  db: Db,
  deps: InvitationDeps,
  { serviceCompanyId, portalIds }: StaffScope,
  membership: string,
  { now, after }: { now: Date; after: number },
): Promise<Sent> => {
  const { active, email, ...to } =
    (await findMember(db, { serviceCompanyId, portalIds }, membership)) ?? fail('not_found')
  if (!active) fail('conflict', { detail: 'The access has ended: it lets nobody in.' })
  if (email === null) return fail('conflict', { detail: 'The person has no e-mail address: give one first.' })
  // One after the other, so that calls at once do not all find room below the limit.
  await lock(db, `invitations ${serviceCompanyId}`)
  const { webUserId } = to
  const sent = await countInvitations(db, to, now)
  if (sent.person >= invitationsAnHour || sent.company >= companyInvitationsAnHour)
    return { outcome: 'limited', link: null, webUserId }
  await noteInvitation(db, to, now)
  const addressee = { ...to, email }
  const outcome = await invite(db, deps, addressee, { now, after })
  if (deps.mailsAreSent || outcome === 'told') return { outcome, link: null, webUserId }
  const open = await findOpenInvitation(db, addressee, now)
  const key = open && deps.secrets.decrypt(open.encryptedKey, confirmationKeyPurpose)
  return { outcome, link: key ? deps.messages.link(toConfirmationPath(key)) : null, webUserId }
}
