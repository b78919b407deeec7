import { randomUUID } from 'node:crypto'
import { flags as everyFlag, type Flag } from '@portico/contract/permissions'
import type { InvitedPerson, NewPeople, PersonChange } from '@portico/contract/staff/customers/customers'
import { endLinks, endSessionsAndLinks, lockUser } from '../../auth/confirmation-queries.ts'
import { enqueueNotice } from '../../auth/notices.ts'
import { deletePasskeys } from '../../auth/passkeys/passkey-queries.ts'
import { deleteFactor } from '../../auth/second-factor/factor-queries.ts'
import { deleteSessionsOf } from '../../auth/session-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { RecordServices } from '../../records/definition/record-type.ts'
import {
  findByEmail,
  hasAccess,
  hasOtherAdministrator,
  isExternalIdTaken,
  type LockedCustomer,
  type LockedPerson,
  readPersonFields,
} from './customer-queries.ts'
import { type InvitationDeps, mailInvitation, RATE } from './person-invitations.ts'
import { changeRecord, writeRecord } from './write-lines.ts'

type FlagChange = { [Name in Flag]?: boolean | undefined }

/** What of a person has changed, as the security log names it. */
export type ChangedPart = 'permissions' | 'address' | 'access'

const namesOf = (given: FlagChange): Flag[] => everyFlag.filter(flag => given[flag])

/** Fails where nobody of the customer would be left who administers. */
const requireAdministrator = async (db: Db, person: LockedPerson, anyway: boolean | undefined) => {
  if (!anyway && person.active && person.administrator && !(await hasOtherAdministrator(db, person)))
    fail('last_administrator')
}

/** Fails for who also has access in portals that the account does not work for: the account there is the same. */
const requireWithinPortals = ({ isWithinReach }: LockedPerson) => {
  if (!isWithinReach)
    fail('forbidden', { detail: 'The person also belongs to customers of portals that you do not work for.' })
}

/** Who is new gets an account that is named by the address; a CSV file finds it again by the same name. */
const makeUser = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  {
    companyExternalId,
    email,
    phone,
    language,
  }: { companyExternalId: string; email: string } & Partial<NewPeople['people'][number]>,
  at: string,
): Promise<string> => {
  const externalId = (await isExternalIdTaken(db, scope, 'web_user', email)) ? randomUUID() : email
  await writeRecord(
    db,
    services,
    scope,
    {
      type: 'webUser',
      externalId,
      serviceCompany: companyExternalId,
      userName: email,
      email,
      phone: phone?.trim() || null,
      language,
    },
    { at, names: { userName: 'email' } },
  )
  return externalId
}

/** Fails for a customer in the archive: nobody gets in for it. */
export const requireNotArchived = ({ isArchived }: Pick<LockedCustomer, 'isArchived'>): void => {
  if (isArchived) fail('conflict', { detail: 'The customer is archived, and nobody gets in for it: restore it first.' })
}

type Invited = InvitedPerson & { webUserId: number | null }

/** Gives people access to a customer and mails them; returns what became of each. */
export const invitePeople = async (
  db: Db,
  deps: InvitationDeps & { services: RecordServices },
  scope: StaffScope,
  customer: LockedCustomer,
  { people, flags }: NewPeople,
  now: Date,
): Promise<Invited[]> => {
  requireNotArchived(customer)
  const addresses = people.map(({ email }) => email.trim().toLowerCase())
  const twice = addresses.findIndex((address, at) => addresses.indexOf(address) < at)
  if (twice >= 0) failAt('invalid_request', `body.people.${twice}.email`, 'stands in the list twice')
  const outcomes: Invited[] = []
  let mails = 0
  for (const [at, person] of people.entries()) {
    const email = person.email.trim()
    const known = await findByEmail(db, customer, email)
    if (known?.member) {
      const outcome = known.member === 'active' ? 'member' : 'ended'
      outcomes.push({ email: person.email, outcome, link: null, webUserId: null })
      continue
    }
    const place = `body.people.${at}`
    const webUser =
      known?.externalId ??
      (await makeUser(
        db,
        deps.services,
        scope,
        { ...person, companyExternalId: customer.companyExternalId, email },
        place,
      ))
    const externalId = randomUUID()
    await writeRecord(
      db,
      deps.services,
      scope,
      {
        type: 'membership',
        externalId,
        serviceCompany: customer.companyExternalId,
        contact: customer.externalId,
        webUser,
        referentName: person.referentName.trim(),
        flags: namesOf(flags),
      },
      { at: place },
    )
    const sent = await mailInvitation(db, deps, scope, externalId, { now, delaySeconds: mails / RATE })
    if (sent.outcome !== 'limited') mails += 1
    outcomes.push({ email: person.email, ...sent })
  }
  return outcomes
}

/** Changes what is named of a person; returns what it changed. */
export const changePerson = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  person: LockedPerson,
  { referentName, email, phone, language, flags, anyway }: PersonChange,
  now: Date,
): Promise<ChangedPart[]> => {
  const changed: ChangedPart[] = []
  const before = await readPersonFields(db, person)
  const account = {
    ...(email !== undefined && email.trim() !== before.email && { email: email.trim() }),
    ...(phone !== undefined && (phone?.trim() || null) !== before.phone && { phone: phone?.trim() || null }),
    ...(language !== undefined && language !== before.language && { language }),
  }
  if (Object.keys(account).length > 0) {
    requireWithinPortals(person)
    // An account that is named by its address goes on being so.
    const isNamedSo = account.email !== undefined && before.userName.toLowerCase() === before.email?.toLowerCase()
    await changeRecord(
      db,
      services,
      scope,
      {
        ...account,
        ...(isNamedSo && { userName: account.email }),
        type: 'webUser',
        externalId: person.userExternalId,
      },
      { names: { userName: 'email' } },
    )
    if (account.email !== undefined) {
      // They were mailed to the address before.
      await endLinks(db, person, now)
      // Who has not accepted the invitation yet has never used that address here: it may have been a slip.
      if (before.email !== null && before.hasPassword)
        await enqueueNotice(db, {
          kind: 'addressChanged',
          serviceCompanyId: person.serviceCompanyId,
          webUserId: person.webUserId,
          at: now.toISOString(),
          email: before.email,
        })
      changed.push('address')
    }
  }
  const given = Object.entries(flags ?? {}).filter(
    ([flag, value]) => value !== undefined && value !== before.flags[flag as Flag],
  )
  if (flags?.administrator === false) await requireAdministrator(db, person, anyway)
  const name = referentName?.trim()
  if (name === '') failAt('fill_required_fields', 'body.referentName', 'is missing')
  if (given.length > 0 || (name !== undefined && name !== before.referentName)) {
    const all = { ...before.flags, ...Object.fromEntries(given) }
    await changeRecord(db, services, scope, {
      type: 'membership',
      externalId: person.externalId,
      referentName: name,
      flags: namesOf(all),
    })
    if (given.length > 0) changed.push('permissions')
  }
  return changed
}

/** Ends the access of a person to a customer; also the sessions and links of who has no other. */
export const endPerson = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  person: LockedPerson,
  { anyway, now }: { anyway: boolean | undefined; now: Date },
): Promise<void> => {
  if (!person.active) fail('conflict', { detail: 'The access has ended already.' })
  await requireAdministrator(db, person, anyway)
  await changeRecord(db, services, scope, { type: 'membership', externalId: person.externalId, active: false })
  if (!(await hasAccess(db, person))) await endSessionsAndLinks(db, person, now)
}

/** Restores an access that has ended, with its flags. */
export const restorePerson = async (
  db: Db,
  services: RecordServices,
  scope: StaffScope,
  person: LockedPerson,
): Promise<void> => {
  requireNotArchived(person)
  if (person.active) fail('conflict', { detail: 'The access has not ended.' })
  await changeRecord(db, services, scope, { type: 'membership', externalId: person.externalId, active: true })
}

/** Signs a person out everywhere. */
export const endSessions = async (db: Db, person: LockedPerson): Promise<void> => {
  requireWithinPortals(person)
  await deleteSessionsOf(db, person)
}

/** What is removed of the ways to sign in; absent: all. */
type LostFactors = { codes: boolean; passkeyIds: number[] } | undefined

/**
 * Removes codes and passkeys of a person who has lost them, signs the person out and mails them; returns what it removed, as
 * the security log names it.
 */
export const removeSecondFactor = async (
  db: Db,
  person: LockedPerson,
  lost: LostFactors,
  now: Date,
): Promise<('secondFactor.removed' | 'passkey.removed')[]> => {
  requireWithinPortals(person)
  const { serviceCompanyId, webUserId } = person
  await lockUser(db, person)
  const hadCodes = (lost?.codes ?? true) && (await deleteFactor(db, { serviceCompanyId, webUserId }))
  const passkeys = await deletePasskeys(
    db,
    { kind: 'customer', serviceCompanyId, holderId: webUserId },
    lost?.passkeyIds,
  )
  if (lost && passkeys < new Set(lost.passkeyIds).size)
    failAt('not_found', 'body.factors.passkeyIds', 'names a passkey that the person does not have')
  if (!hadCodes && passkeys === 0) fail('conflict', { detail: 'There is nothing of it to remove.' })
  await deleteSessionsOf(db, person)
  const notice = { serviceCompanyId, webUserId, at: now.toISOString() }
  if (hadCodes) await enqueueNotice(db, { kind: 'secondFactorTaken', ...notice })
  if (passkeys > 0) await enqueueNotice(db, { kind: 'passkeysTaken', ...notice })
  return [...(hadCodes ? ['secondFactor.removed' as const] : []), ...(passkeys > 0 ? ['passkey.removed' as const] : [])]
}
