import type { Confirmation } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import { newToken, type Secrets } from '../kernel/security/secrets.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import { accountsNamed } from './account-queries.ts'
import { confirmationMails } from './confirmation-mails.ts'
import {
  type Addressee,
  addresseeOf,
  type Confirmed,
  confirmationKey,
  countMailed,
  heldInvitation,
  insertConfirmation,
  lockUser,
  portalNamed,
  prolongConfirmation,
} from './confirmation-queries.ts'

const HOUR = 3_600_000
/** How long a link of each kind is good, in milliseconds. */
export const confirmationLives: Record<Confirmation['kind'], number> = { recovery: HOUR, invitation: 7 * 24 * HOUR }
/** Links that a user is mailed on request in an hour (decisions 2). */
const MAILS_AN_HOUR = 5

/** Accounts of one name or address, of as many service companies, that one request without a portal mails. */
const MOST_ACCOUNTS = 10

const RECOVERY = 'recovery'

/** What makes and mails links. */
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

/** Mails a new link by which the user sets a password. Silent beyond the limit. */
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
 * Mails an invitation, or its link again where one still holds; who has a password is told of the new contact, and keeps it
 * (decisions 3). `after` seconds.
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
  const held = await heldInvitation(db, to, now)
  const key = held ? deps.secrets.unseal(held.sealedKey, confirmationKey) : newToken()
  if (held) await prolongConfirmation(db, to, held.id, { now, expiresAt })
  else {
    const sealed = deps.secrets.seal(key, confirmationKey)
    await insertConfirmation(db, to, { kind: 'invitation', key, sealed, now, expiresAt })
  }
  await mailLink(db, deps, to, { kind: 'invitation', path: pathOf(key), language, after })
  return 'invited'
}

type RecoveryRequest = { userName: string; company?: string | null; language?: Language | null; origin?: Origin }

/**
 * Takes note of a request. Whether there is such a user is looked at later, by a job, so that neither the answer nor its time tells
 * (decisions 3).
 */
export const requestLink = (db: Db, { secrets }: LinkDeps, request: RecoveryRequest): Promise<void> =>
  enqueue(db, { kind: RECOVERY, serviceCompanyId: null, payload: secrets.seal(JSON.stringify(request), RECOVERY) })

/** Looks at requests for a new password, and mails a link to each user of the name or address. */
export const recoveryJob = (deps: Deps): JobKind => ({
  kind: RECOVERY,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const { userName, company, language, origin } = JSON.parse(
      deps.secrets.unseal(payload, RECOVERY),
    ) as RecoveryRequest
    const accounts = await tx(deps.database, async db => {
      const search = { name: userName.trim(), company: company ?? undefined, address: '', most: MOST_ACCOUNTS }
      const found = await accountsNamed(db, search)
      for (const account of found) {
        const to = await addresseeOf(db, account, search.company)
        if (to) await mailNewLink(db, deps, to, { kind: RECOVERY, language, now: deps.clock() })
      }
      return found
    })
    const what = 'recovery.asked'
    for (const { serviceCompanyId, webUserId } of accounts)
      deps.security.record({ what, result: 'ok', serviceCompanyId, webUserId, origin })
    if (accounts.length > 0) return
    const portal = company ? await portalNamed(deps.database, company) : undefined
    deps.security.record({ what, result: 'failed', reason: 'unknownName', ...portal, origin })
  },
})

/** Why a link sets no password any more, or undefined while it does. An invitation never touches a password that is there. */
const endOf = (found: Confirmed, now: Date): 'used' | 'withdrawn' | 'expired' | undefined => {
  if (found.used || (found.kind === 'invitation' && found.hasPassword)) return 'used'
  if (!found.active) return 'withdrawn'
  return found.expiresAt <= now ? 'expired' : undefined
}

/** The confirmation of a key; `invalid_code` unless it still holds. */
export const holding = (found: Confirmed | undefined, now: Date): Confirmed => {
  if (!found) return fail('invalid_code')
  const end = endOf(found, now)
  return end ? fail('invalid_code', { status: 410, detail: end, webPortalKey: found.webPortalKey }) : found
}
