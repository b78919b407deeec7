import {
  addStaffMailbox,
  changeStaffMailbox,
  listStaffMailboxes,
  readMailKeeping,
  removeStaffMailbox,
  setMailKeeping,
  tryMailbox,
} from '@portico/contract/staff/mail'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, isUniqueViolation, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { OperatorError } from '../../kernel/errors/operator-error.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { type ImapLocation, mailboxSecretPurpose, readImapUrl } from '../imap.ts'
import { mailKeepingOf, setKeeping } from '../keep.ts'
import { insertMailbox, type MailboxPosition } from '../mailbox-queries.ts'
import { type TriedMailbox, tryImap } from '../try-imap.ts'
import {
  checkPlace,
  isAddressTaken,
  type MailboxAccess,
  mailboxAccessOf,
  removeMailbox,
  staffMailboxes,
  updateMailbox,
} from './mailbox-queries.ts'

/** Reads `body.imapUrl`; fails with what is wrong with it. */
export const readLocation = (text: string): ImapLocation => {
  try {
    return readImapUrl(text)
  } catch (error) {
    if (error instanceof OperatorError) return failAt('invalid_request', 'body.imapUrl', error.message)
    throw error
  }
}

/** Whether two locations are the same user of the same server, who has the same password. */
const isSameUser = (one: ImapLocation, other: ImapLocation): boolean =>
  one.host === other.host && one.port === other.port && one.secure === other.secure && one.user === other.user

/** Fails unless portal and group are those of the account. */
export const requirePlace = async (db: Db, scope: StaffScope, place: { portalId: number; groupId: number | null }) => {
  const there = await checkPlace(db, scope, place)
  if (!there.portal) failAt('not_found', 'body.portalId', 'names a portal that is not there')
  if (!there.group) failAt('not_found', 'body.groupId', 'names a group that is not there')
}

/** Where the mail that comes from now on begins; fails with what a trial has found wrong. */
export const requireOpening = ({ trial, position }: TriedMailbox): MailboxPosition | null => {
  if (!trial.opens) failAt('invalid_request', 'body.imapUrl', `does not open: ${trial.problem}`)
  return position
}

/** The mailboxes that customers write to. */
export const staffMailboxRoutes = (app: App): void => {
  const { secrets, security, webhookAllowPrivate } = app.deps

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    what: SecurityEvent['what'],
    portalId?: number,
  ) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    security.record({ what, result: 'ok', serviceCompanyId, portalId, byStaffAccountId, origin: originOf(request) })
  }

  /**
   * What a location is opened with. A stored password goes to the server that it is of alone; into a private network only where the
   * installation allows it, or where it was allowed for this server before.
   */
  const loginFor = (location: ImapLocation, password: string | undefined, stored: MailboxAccess | undefined) => {
    const before = stored?.imapUrl ? readImapUrl(stored.imapUrl) : undefined
    const isSameServer = before?.host === location.host && before.port === location.port
    const allowsPrivate = webhookAllowPrivate || (isSameServer && (stored?.allowsPrivate ?? false))
    if (stored?.oauthProvider)
      return failAt('invalid_request', 'body.imapUrl', 'is of a mailbox that opens by a consent: add it again with one')
    if (password !== undefined) return { password, allowsPrivate }
    if (!before || !stored?.sealedSecret || !isSameUser(before, location))
      return failAt('invalid_request', 'body.password', 'is missing: another server or user needs it')
    return { password: secrets.decrypt(stored.sealedSecret, mailboxSecretPurpose), allowsPrivate }
  }

  const requireMailbox = async (db: Db, scope: StaffScope, id: number) =>
    (await staffMailboxes(db, scope, id))[0] ?? fail('not_found')

  route(app, listStaffMailboxes, ({ db, scope }) => staffMailboxes(db, scope))

  route(app, tryMailbox, async ({ db, scope, body }) => {
    const { mailboxId, password } = body
    const stored = mailboxId === undefined ? undefined : await mailboxAccessOf(db, scope, mailboxId)
    if (mailboxId !== undefined && !stored) failAt('not_found', 'body.mailboxId', 'names a mailbox that is not there')
    const location = readLocation(body.imapUrl)
    return (await tryImap(location, loginFor(location, password, stored))).trial
  })

  route(app, addStaffMailbox, async call => {
    const { db, scope, body } = call
    const { portalId, groupId = null, address, password, authservId = null } = body
    await requirePlace(db, scope, { portalId, groupId })
    const location = readLocation(body.imapUrl)
    if (await isAddressTaken(db, scope, 0, address)) failAt('conflict', 'body.address', 'is that of a mailbox already')
    const position = requireOpening(await tryImap(location, loginFor(location, password, undefined)))
    const { serviceCompanyId } = scope
    const id = await insertMailbox(db, {
      ...{ serviceCompanyId, portalId, staffGroupId: groupId, address, authservId },
      imapUrl: location.url,
      sealedSecret: secrets.encrypt(password, mailboxSecretPurpose),
      allowsPrivate: webhookAllowPrivate,
      position,
    })
    if (id === undefined) return failAt('conflict', 'body.address', 'is that of a mailbox already')
    record(call, 'staff.mailbox.made', portalId)
    return requireMailbox(db, scope, id)
  })

  route(app, changeStaffMailbox, async call => {
    const { db, scope, params, body } = call
    const id = params.mailboxid
    const stored = (await mailboxAccessOf(db, scope, id)) ?? fail('not_found')
    const { portalId = stored.portalId, groupId = null, address, password, isPaused } = body
    await requirePlace(db, scope, { portalId, groupId })
    if (stored.imapUrl === null && (body.imapUrl ?? password ?? isPaused) !== undefined)
      failAt('invalid_request', 'body.imapUrl', 'is of no mailbox to which mail is delivered')
    if (address !== undefined && (await isAddressTaken(db, scope, id, address)))
      failAt('conflict', 'body.address', 'is that of a mailbox already')
    const location = readLocation(body.imapUrl ?? stored.imapUrl ?? 'imaps://delivered@localhost')
    const isElsewhere = stored.imapUrl !== null && location.url !== readImapUrl(stored.imapUrl).url
    const login = isElsewhere || password !== undefined ? loginFor(location, password, stored) : undefined
    const position = login ? requireOpening(await tryImap(location, login)) : null
    const changed = updateMailbox(db, scope, id, {
      ...{ portalId: body.portalId, groupId: body.groupId, address, isPaused },
      ...{ authservId: body.authservId },
      opens: login && {
        imapUrl: location.url,
        sealedSecret: secrets.encrypt(login.password, mailboxSecretPurpose),
        allowsPrivate: login.allowsPrivate,
        isElsewhere,
        position,
      },
    })
    await changed.catch(error => {
      if (isUniqueViolation(error)) failAt('conflict', 'body.address', 'is that of a mailbox already')
      throw error
    })
    record(call, 'staff.mailbox.changed', portalId)
    return requireMailbox(db, scope, id)
  })

  route(app, removeStaffMailbox, async call => {
    const { db, scope, params } = call
    const { portalId } = (await mailboxAccessOf(db, scope, params.mailboxid)) ?? fail('not_found')
    if (!(await removeMailbox(db, scope, params.mailboxid))) fail('not_found')
    record(call, 'staff.mailbox.removed', portalId)
  })

  route(app, readMailKeeping, ({ db, scope }) => mailKeepingOf(db, scope.serviceCompanyId))

  route(app, setMailKeeping, async call => {
    const { db, scope, body } = call
    await tx(db, db => setKeeping(db, scope.serviceCompanyId, body))
    record(call, 'staff.mailKeeping.changed')
    return body
  })
}
