import type { Confirmation } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import { newToken, type Secrets } from '../kernel/security/secrets.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import { findAccounts } from './account-queries.ts'
import { confirmationMails } from './confirmation-mails.ts'
import {
  type Addressee,
  type Confirmed,
  confirmationKey,
  countMailed,
  findAddressee,
  findOpenInvitation,
  findPortal,
  insertConfirmation,
  lockUser,
  prolongConfirmation,
} from './confirmation-queries.ts'

const HOUR = 3_600_000
/** How long a link of each kind is valid, in milliseconds. */
export const confirmationLives: Record<Confirmation['kind'], number> = { recovery: HOUR, invitation: 7 * 24 * HOUR }
/** Links an hour that a user can request by mail. */
const MAILS_AN_HOUR = 5

/** Accounts (one per service company) that one recovery request without a portal mails. */
const ACCOUNTS_MAX = 10

const RECOVERY = 'recovery'

/** What creating and mailing links needs. */
export type LinkDeps = { secrets: Secrets; messages: Messages }

const mailLink = (
  db: Db,
  { messages }: LinkDeps,
  to: Addressee,
  mail: { kind: keyof typeof confirmationMails; path: string; language: Language; after?: number },
) =>
  messages.mail(db, {
    serviceCompanyId: to.serviceCompanyId,
    portalId: to.portalId,
    to: [{ name: to.referentName, address: to.email }],
    language: mail.language,
    ...confirmationMails[mail.kind][mail.language](to, mail.path),
    after: mail.after ?? 0,
  })

const pathOf = (key: string) => `/confirm?key=${key}`

/** Mails a new link for setting a password; does nothing above the hourly limit. */
export const mailNewLink = async (
  db: Db,
  deps: LinkDeps,
  to: Addressee,
  { kind, language, now }: { kind: Confirmation['kind']; language?: Language | null | undefined; now: Date },
): Promise<void> => {
  await lockUser(db, to)
  if ((await countMailed(db, to, new Date(now.getTime() - HOUR))) >= MAILS_AN_HOUR) return
  const key = newToken()
  const sealed = deps.secrets.seal(key, confirmationKey)
  await insertConfirmation(db, to, {
    kind,
    key,
    sealed,
    now,
    expiresAt: new Date(now.getTime() + confirmationLives[kind]),
  })
  await mailLink(db, deps, to, { kind, path: pathOf(key), language: language ?? to.language ?? 'it-IT' })
}

/**
 * Mails an invitation, or the link of a valid one again. A user who already has a password only gets a notice about the new contact
 * (`told`). `after` delays the mail, in seconds.
 */
export const invite = async (
  db: Db,
  deps: LinkDeps,
  to: Addressee,
  { now, after }: { now: Date; after: number },
): Promise<'invited' | 'told'> => {
  const language = to.language ?? 'it-IT'
  await lockUser(db, to)
  if (to.hasPassword) {
    await mailLink(db, deps, to, { kind: 'addition', path: `/${to.webPortalKey}/login`, language, after })
    return 'told'
  }
  const expiresAt = new Date(now.getTime() + confirmationLives.invitation)
  const open = await findOpenInvitation(db, to, now)
  const key = open ? deps.secrets.unseal(open.sealedKey, confirmationKey) : newToken()
  if (open) await prolongConfirmation(db, to, open.id, { now, expiresAt })
  else {
    const sealed = deps.secrets.seal(key, confirmationKey)
    await insertConfirmation(db, to, { kind: 'invitation', key, sealed, now, expiresAt })
  }
  await mailLink(db, deps, to, { kind: 'invitation', path: pathOf(key), language, after })
  return 'invited'
}

type RecoveryRequest = { userName: string; company?: string | null; language?: Language | null; origin?: Origin }

/**
 * Enqueues a recovery request. A job looks the user up later, so that neither the answer nor its time reveals whether the user exists.
 */
export const enqueueRecovery = (db: Db, { secrets }: LinkDeps, request: RecoveryRequest): Promise<void> =>
  enqueue(db, { kind: RECOVERY, serviceCompanyId: null, payload: secrets.seal(JSON.stringify(request), RECOVERY) })

/** Handles recovery requests: mails a link to each user with the name or address. */
export const recoveryJob = (deps: Deps): JobKind => ({
  kind: RECOVERY,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const { userName, company, language, origin } = JSON.parse(
      deps.secrets.unseal(payload, RECOVERY),
    ) as RecoveryRequest
    const accounts = await tx(deps.database, async db => {
      const search = { name: userName.trim(), company: company ?? undefined, address: '', limit: ACCOUNTS_MAX }
      const found = await findAccounts(db, search)
      for (const account of found) {
        const to = await findAddressee(db, account, search.company)
        if (to) await mailNewLink(db, deps, to, { kind: RECOVERY, language, now: deps.clock() })
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

/** Why a link is no longer valid, or undefined. An invitation never replaces an existing password. */
const endReason = (found: Confirmed, now: Date): 'used' | 'withdrawn' | 'expired' | undefined => {
  if (found.used || (found.kind === 'invitation' && found.hasPassword)) return 'used'
  if (!found.active) return 'withdrawn'
  return found.expiresAt <= now ? 'expired' : undefined
}

/** The confirmation if it is valid; fails with `invalid_code` otherwise, 410 with the reason for one that has ended. */
export const requireOpenConfirmation = (found: Confirmed | undefined, now: Date): Confirmed => {
  if (!found) return fail('invalid_code')
  const end = endReason(found, now)
  return end ? fail('invalid_code', { status: 410, detail: end, webPortalKey: found.webPortalKey }) : found
}
