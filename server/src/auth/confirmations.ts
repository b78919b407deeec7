import type { Confirmation } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken } from '../kernel/security/secrets.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import { findAccounts } from './account-queries.ts'
import {
  type Addressee,
  type ConfirmationRow,
  confirmationKeyPurpose,
  countMailedLinks,
  findAddressee,
  findOpenInvitation,
  findPortal,
  insertConfirmation,
  lockUser,
  prolongConfirmation,
} from './confirmation-queries.ts'
import { composeLinkMail, type LinkDeps, type LinkMailKind } from './link-mails.ts'
import { mailRequestedLink } from './sign-in-links.ts'

const HOUR = 3_600_000
/** How long a link of each kind is valid, in milliseconds. */
export const CONFIRMATION_LIFETIMES: Record<Confirmation['kind'], number> = {
  recovery: HOUR,
  invitation: 7 * 24 * HOUR,
}
/** Links an hour that a user can request by mail. */
const MAILS_AN_HOUR = 5

/** Accounts (one per service company) that one recovery request without a portal mails. */
const ACCOUNTS_MAX = 10

const RECOVERY = 'recovery'

const mailLink = (
  db: Db,
  { messages }: LinkDeps,
  to: Addressee,
  mail: { kind: LinkMailKind; path: string; language: Language; isAwaited?: true; delaySeconds?: number },
) =>
  messages.mail(db, {
    serviceCompanyId: to.serviceCompanyId,
    portalId: to.portalId,
    to: [{ name: to.referentName, address: to.email }],
    language: mail.language,
    ...(mail.isAwaited && { isAwaited: true }),
    ...composeLinkMail(mail.kind, to, mail),
    delaySeconds: mail.delaySeconds ?? 0,
  })

/** An invitation to a portal without passwords asks for none. */
const invitationMail = ({ disablePasswords }: Addressee): LinkMailKind =>
  disablePasswords ? 'invitationWithoutPassword' : 'invitation'

/** The path of the page that a link of a mail opens. */
export const toConfirmationPath = (key: string) => `/confirm?key=${key}`

/**
 * Mails what a user asks for who has forgotten the password: a link to set a new one, or one that signs in where the portal takes none. Who
 * has not accepted an invitation to such a portal is invited again, as `kind` says.
 */
export const mailRecovery = async (
  db: Db,
  deps: LinkDeps,
  to: Addressee,
  { kind, language, now }: { kind: Confirmation['kind']; language?: Language | null | undefined; now: Date },
): Promise<void> => {
  if (!to.disablePasswords) await mailNewLink(db, deps, to, { kind, language, now })
  else if (to.hasJoined) await mailRequestedLink(db, deps, to, { portalKey: to.webPortalKey, now })
  else if (kind === 'invitation') await mailNewLink(db, deps, to, { kind, language, now })
}

/** Mails a new link for setting a password; does nothing above the hourly limit. */
const mailNewLink = async (
  db: Db,
  deps: LinkDeps,
  to: Addressee,
  { kind, language, now }: { kind: Confirmation['kind']; language?: Language | null | undefined; now: Date },
): Promise<void> => {
  await lockUser(db, to)
  if ((await countMailedLinks(db, to, new Date(now.getTime() - HOUR))) >= MAILS_AN_HOUR) return
  const key = newToken()
  const encryptedKey = deps.secrets.encrypt(key, confirmationKeyPurpose)
  await insertConfirmation(db, to, {
    kind,
    key,
    encryptedKey,
    now,
    expiresAt: new Date(now.getTime() + CONFIRMATION_LIFETIMES[kind]),
  })
  const mail = kind === 'invitation' ? invitationMail(to) : kind
  await mailLink(db, deps, to, {
    kind: mail,
    path: toConfirmationPath(key),
    language: language ?? to.language ?? 'it-IT',
    isAwaited: true,
  })
}

/**
 * Mails an invitation, or the link of a valid one again. A user who has accepted one before only gets a notice about the new contact
 * (`told`). `delaySeconds` delays the mail.
 */
export const invite = async (
  db: Db,
  deps: LinkDeps,
  to: Addressee,
  { now, delaySeconds }: { now: Date; delaySeconds: number },
): Promise<'invited' | 'told'> => {
  const language = to.language ?? 'it-IT'
  await lockUser(db, to)
  if (to.hasJoined) {
    const kind = to.disablePasswords ? 'additionWithoutPassword' : 'addition'
    await mailLink(db, deps, to, { kind, path: `/${to.webPortalKey}/login`, language, delaySeconds })
    return 'told'
  }
  const expiresAt = new Date(now.getTime() + CONFIRMATION_LIFETIMES.invitation)
  const openInvitation = await findOpenInvitation(db, to, now)
  const key = openInvitation ? deps.secrets.decrypt(openInvitation.encryptedKey, confirmationKeyPurpose) : newToken()
  if (openInvitation) await prolongConfirmation(db, to, openInvitation.id, { now, expiresAt })
  else {
    const encryptedKey = deps.secrets.encrypt(key, confirmationKeyPurpose)
    await insertConfirmation(db, to, { kind: 'invitation', key, encryptedKey, now, expiresAt })
  }
  await mailLink(db, deps, to, { kind: invitationMail(to), path: toConfirmationPath(key), language, delaySeconds })
  return 'invited'
}

/** The payload of the job; `company` is the portal's key. */
type RecoveryRequest = { userName: string; company?: string | null; language?: Language | null; origin?: Origin }

/**
 * Enqueues a recovery request. A job looks the user up later, so that neither the answer nor its time reveals whether the user exists.
 */
export const enqueueRecovery = (db: Db, { secrets }: LinkDeps, request: RecoveryRequest): Promise<void> =>
  enqueue(db, { kind: RECOVERY, serviceCompanyId: null, payload: secrets.encrypt(JSON.stringify(request), RECOVERY) })

/** Handles recovery requests: mails a link to each user with the name or address; one that signs in for a portal without passwords. */
export const recoveryJob = (deps: Deps): JobKind => ({
  kind: RECOVERY,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const { userName, company, language, origin } = JSON.parse(
      deps.secrets.decrypt(payload, RECOVERY),
    ) as RecoveryRequest
    const accounts = await tx(deps.database, async db => {
      const portalKey = company ?? undefined
      const search = { name: userName.trim(), portalKey, address: '', limit: ACCOUNTS_MAX }
      const found = await findAccounts(db, search)
      for (const account of found) {
        const to = await findAddressee(db, account, portalKey)
        if (to) await mailRecovery(db, deps, to, { kind: RECOVERY, language, now: deps.clock() })
      }
      return found
    })
    const what = 'recovery.asked'
    for (const { serviceCompanyId, webUserId } of accounts)
      deps.security.record({ what, result: 'ok', serviceCompanyId, webUserId, origin })
    if (accounts.length > 0) return
    const portal = company ? await findPortal(deps.database, company) : undefined
    deps.security.record({ what, result: 'failed', reason: 'unknownName', ...portal, origin })
  },
})

/** Why a link is no longer valid, or undefined. An invitation is accepted once, and never replaces an existing password. */
const findEndReason = (confirmation: ConfirmationRow, now: Date): 'used' | 'withdrawn' | 'expired' | undefined => {
  if (confirmation.used || (confirmation.kind === 'invitation' && confirmation.hasJoined)) return 'used'
  if (!confirmation.active) return 'withdrawn'
  return confirmation.expiresAt <= now ? 'expired' : undefined
}

/** The confirmation if it is valid; fails with `invalid_code` otherwise, 410 with the reason for one that has ended. */
export const requireOpenConfirmation = (confirmation: ConfirmationRow | undefined, now: Date): ConfirmationRow => {
  if (!confirmation) return fail('invalid_code')
  const reason = findEndReason(confirmation, now)
  return reason
    ? fail('invalid_code', { status: 410, detail: reason, webPortalKey: confirmation.webPortalKey })
    : confirmation
}
