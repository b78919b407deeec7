import {
  companyInvitationsAnHour,
  type InvitedPerson,
  invitationsAnHour,
  invitedPeopleMax,
} from '@portico/contract/staff/customers/customers'
import { confirmationKeyPurpose, findMember, findOpenInvitation } from '../../auth/confirmation-queries.ts'
import { invite, toConfirmationPath } from '../../auth/confirmations.ts'
import type { LinkDeps } from '../../auth/link-mails.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, lock } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { countInvitations, isMemberElsewhere, noteInvitation } from './customer-queries.ts'
import { waitingPeople } from './waiting-queries.ts'

/** Mails a second, so that a hundred invitations do not look like spam to mail servers. */
export const RATE = 2

/** What mailing invitations needs. `mailsAreSent`: whether mails leave this machine. */
export type InvitationDeps = LinkDeps & { mailsAreSent: boolean }

type Sent = Pick<InvitedPerson, 'link'> & { outcome: 'invited' | 'told' | 'limited'; webUserId: number }

/**
 * Mails an invitation to a member, as `portico invite` does, within the hourly limits: beyond them it mails nothing. The link is answered
 * only where mails are not set up, and only of a person who reaches no portal beyond the account's. Fails with `conflict` for a member who cannot be invited.
 */
export const mailInvitation = async (
  db: Db,
  deps: InvitationDeps,
  scope: StaffScope,
  membership: string,
  { now, delaySeconds }: { now: Date; delaySeconds: number },
): Promise<Sent> => {
  const { serviceCompanyId, portalIds } = scope
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
  const outcome = await invite(db, deps, addressee, { now, delaySeconds })
  // The link opens all that the person may see, also in portals that are closed to the account.
  const isForMailAlone = deps.mailsAreSent || outcome === 'told' || (await isMemberElsewhere(db, scope, webUserId))
  if (isForMailAlone) return { outcome, link: null, webUserId }
  const open = await findOpenInvitation(db, addressee, now)
  const key = open && deps.secrets.decrypt(open.encryptedKey, confirmationKeyPurpose)
  return { outcome, link: key ? deps.messages.link(toConfirmationPath(key)) : null, webUserId }
}

/** Mails invitations to the first of those who wait for one, of a portal or of all; the hourly limits hold. */
export const mailWaiting = async (
  db: Db,
  deps: InvitationDeps,
  scope: StaffScope,
  { portalId, now }: { portalId: number | undefined; now: Date },
): Promise<(InvitedPerson & { webUserId: number; portalId: number })[]> => {
  // Two calls at once do not both find the same people waiting.
  await lock(db, `invitations ${scope.serviceCompanyId}`)
  const people = await waitingPeople(db, scope, { portalId, now, limit: invitedPeopleMax })
  const sent: (InvitedPerson & { webUserId: number; portalId: number })[] = []
  for (const { membership, email, portalId } of people) {
    const mails = sent.filter(({ outcome }) => outcome !== 'limited').length
    sent.push({
      email,
      portalId,
      ...(await mailInvitation(db, deps, scope, membership, { now, delaySeconds: mails / RATE })),
    })
  }
  return sent
}
