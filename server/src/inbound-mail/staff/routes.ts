import {
  acceptMail,
  dropMail,
  listBouncedAddresses,
  listQuarantine,
  readRawMail,
  resumeAddress,
} from '@portico/contract/staff/mail'
import { memberScope } from '../../kernel/access/scope.ts'
import { tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { staffContactOf, ticketKeysOf } from '../../tickets/staff/queries.ts'
import { deliverMessage, deliverTicket } from '../deliver.ts'
import { keepDaysOf, keepUntil } from '../keep.ts'
import { lockMail, mailOf, writeOutcome } from '../received-queries.ts'
import { keepFiles, openMail } from '../sort-mail.ts'
import { bouncedAddresses, dropWaiting, resume, visibleMailOf, waitingMails } from './mail-queries.ts'

const openStates = ['quarantined', 'noted'] as const

/** Mail that waits for the staff, and addresses that mails do not reach. */
export const staffMailRoutes = (app: App): void => {
  const { storage } = app.deps

  route(app, listQuarantine, ({ db, scope, query }) =>
    waitingMails(db, scope, query.before === undefined ? null : Number(query.before)),
  )

  route(app, acceptMail, async ({ db, scope, params, body, now }) => {
    const found = (await visibleMailOf(db, scope, params.mailid)) ?? fail('not_found')
    if (!openStates.some(state => state === found.state)) fail('conflict', { detail: 'The mail was settled before.' })
    const contact =
      (await staffContactOf(db, scope, body.contactId)) ??
      failAt('not_found', 'body.contactId', 'names a customer that is not there')
    const member =
      (await memberScope(db, { ...contact, webUserId: body.webUserId })) ??
      failAt('not_found', 'body.webUserId', 'names a person who is not there')
    const place = body.ticketId === null ? null : await ticketKeysOf(db, scope, body.ticketId)
    if (place === undefined || (place && place.contactId !== contact.contactId))
      return failAt('not_found', 'body.ticketId', 'names a ticket that is not of the customer')
    const { serviceCompanyId } = scope
    const waiting = (await mailOf(db, serviceCompanyId, found.id)) ?? fail('not_found')
    const opened = await openMail(app.deps, waiting)
    if (!opened) return fail('conflict', { detail: 'The mail cannot be read, or is not kept any more.' })
    const { mail } = opened
    const files = await keepFiles(app.deps, waiting, mail)
    try {
      return await tx(db, async db => {
        if (!(await lockMail(db, serviceCompanyId, found.id, openStates)))
          fail('conflict', { detail: 'The mail was settled before.' })
        const writer = { kind: 'member' as const, webUserId: body.webUserId }
        const options = { acknowledges: mail.automatic === null, staffGroupId: null, now }
        const delivery = place
          ? await deliverMessage(db, { place, writer }, { mail, files }, now)
          : await deliverTicket(db, member, { mail, files }, options)
        if ('refused' in delivery)
          return fail('conflict', { detail: 'The person may not write there, or the mail has nothing to say.' })
        const { settled } = await keepDaysOf(db, serviceCompanyId)
        const until = keepUntil(waiting.receivedAt, settled)
        const outcome = {
          state: 'taken' as const,
          reason: null,
          portalId: contact.portalId,
          ...delivery,
          keepUntil: until,
        }
        await writeOutcome(db, serviceCompanyId, found.id, outcome, { now, staffAccountId: scope.staffAccountId })
        return { ticketId: delivery.ticketId }
      })
    } catch (error) {
      await storage.remove(files.stored.map(({ storageKey }) => storageKey)).catch(() => undefined)
      throw error
    }
  })

  route(app, dropMail, async ({ db, scope, params, now }) => {
    if (!(await dropWaiting(db, scope, params.mailid, now))) fail('not_found')
  })

  route(app, readRawMail, async ({ db, scope, params, reply }) => {
    const mail = await visibleMailOf(db, scope, params.mailid)
    if (!mail?.storageKey) return fail('not_found')
    return reply
      .header('content-type', 'message/rfc822')
      .header('content-disposition', `attachment; filename="mail-${mail.id}.eml"`)
      .header('content-length', mail.size)
      .send(await storage.get(mail.storageKey))
  })

  route(app, listBouncedAddresses, ({ db, scope }) => bouncedAddresses(db, scope))

  route(app, resumeAddress, async ({ db, scope, params }) => {
    if (!(await resume(db, scope, params.addressid))) fail('not_found')
  })
}
