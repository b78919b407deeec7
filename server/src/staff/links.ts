import type { UseStaffLink } from '@portico/contract/staff/session'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import type { ImportDeps } from '../import/import.ts'
import { type Db, lock, tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import { sendAccountNotice } from './account-notice.ts'
import {
  hasPassword,
  insertAccount,
  type StaffAccount,
  setPassword,
  setPreferences,
  staffUserFor,
} from './account-queries.ts'
import { makeFirstCompany } from './first-company.ts'
import { type FoundLink, findStaffLink, useUpLink } from './link-queries.ts'
import { requireStrongPassword } from './passwords.ts'

/** The link if it is good; fails with `invalid_code`, 410 with the reason for one that has ended. */
export const requireOpenLink = (link: FoundLink | undefined, now: Date): FoundLink => {
  if (!link) return fail('invalid_code')
  if (link.isDone) return fail('invalid_code', { status: 410, detail: 'used' })
  return new Date(link.expiresAt) > now ? link : fail('invalid_code', { status: 410, detail: 'expired' })
}

type Person = { firstName: string; lastName: string; email: string }

/** The person of an account that a link makes; fails with the fields that are missing. */
const readPerson = ({ firstName, lastName, email }: UseStaffLink): Person => {
  const person = { firstName: firstName?.trim() ?? '', lastName: lastName?.trim() ?? '', email: email?.trim() ?? '' }
  const missing = Object.entries(person).filter(([, value]) => value === '')
  if (missing.length > 0)
    fail('fill_required_fields', { errors: missing.map(([name]) => ({ path: `body.${name}`, message: 'is missing' })) })
  return person
}

const requireStrong = async (db: Db, link: FoundLink, body: UseStaffLink): Promise<void> => {
  const { password, passwordRepeat, portal } = body
  if (!password || password !== passwordRepeat)
    failAt('check_passwords', 'body.passwordRepeat', 'differs from the password')
  await requireStrongPassword(db, password, {
    path: 'body.password',
    serviceCompanyId: link.serviceCompanyId ?? 0,
    own: [body.firstName, body.lastName, body.email, link.email, link.displayName],
    organisations: portal ? [portal.companyName, portal.webPortalKey, portal.webPortalName] : [],
  })
}

const makeAdministrator = async (
  db: Db,
  { serviceCompanyId, isFirst, now }: { serviceCompanyId: number; isFirst: boolean; now: Date },
  person: Person,
): Promise<StaffAccount> => {
  const staffUserId = await staffUserFor(db, { serviceCompanyId, ...person })
  const account = await insertAccount(
    db,
    {
      serviceCompanyId,
      staffUserId,
      email: person.email,
      role: 'administrator',
      portalIds: null,
      groupIds: [],
      isInstallationOperator: isFirst,
    },
    now,
  )
  return account ?? failAt('conflict', 'body.email', 'is the address of another account')
}

/**
 * Uses a link: sets the password of its account, or makes the first administrator, on an empty installation with company and portal.
 * Returns the account, whose earlier sessions have ended.
 */
export const useLink = async (
  deps: ImportDeps & Pick<Deps, 'messages'>,
  { key, body, origin, now }: { key: string; body: UseStaffLink; origin: Origin; now: Date },
): Promise<StaffAccount & Pick<FoundLink, 'kind'>> => {
  const { database } = deps
  const found = requireOpenLink(await findStaffLink(database, key), now)
  await requireStrong(database, found, body)
  const person = found.kind === 'account' ? undefined : readPerson(body)
  const passwordHash = await hashPassword(body.password)
  return tx(database, async db => {
    // One use at a time: the second of two concurrent requests finds the link used, or its company there.
    await lock(db, 'staff links')
    const link = requireOpenLink(await findStaffLink(db, key), now)
    const { kind } = link
    const companyOf = async (): Promise<number> => {
      if (link.serviceCompanyId !== null) return link.serviceCompanyId
      const { portal } = body
      if (!portal) return failAt('fill_required_fields', 'body.portal', 'is missing')
      return makeFirstCompany(deps, portal, body.language ?? 'it-IT')
    }
    const serviceCompanyId = await companyOf()
    const account = person
      ? await makeAdministrator(db, { serviceCompanyId, isFirst: kind === 'installation', now }, person)
      : { serviceCompanyId, staffAccountId: link.staffAccountId as number }
    const hadPassword = await hasPassword(db, account)
    await setPassword(db, account, passwordHash)
    if (body.language) await setPreferences(db, account, { language: body.language })
    await useUpLink(db, link, now)
    if (hadPassword) await sendAccountNotice(db, deps, account, { kind: 'passwordReset', origin, now })
    return { ...account, kind }
  })
}
