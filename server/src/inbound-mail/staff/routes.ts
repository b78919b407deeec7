import {
  acceptMail,
  dropMail,
  listBouncedAddresses,
  listQuarantine,
  readMailFile,
  readQuotedMail,
  readRawMail,
  readWaitingMail,
  restoreMail,
  resumeAddress,
  revokeCopyReplyAddress,
  revokeReplyAddresses,
} from '@portico/contract/staff/mail'
import type { FastifyRequest } from 'fastify'
import { memberScope } from '../../kernel/access/scope.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { contentHeaders } from '../../kernel/files/file-headers.ts'
import { SNIFF_BYTES, sniff } from '../../kernel/files/file-kind.ts'
import { replaceImageUrls } from '../../kernel/html/html.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { requireTicketKeys, staffContactOf, ticketKeysOf } from '../../tickets/staff/queries.ts'
import { deliverMessage, deliverTicket } from '../deliver.ts'
import { namedCopies } from '../mail-copies.ts'
import { lockMail, mailOf, writeOutcome } from '../received-queries.ts'
import { languageOf } from '../sender-queries.ts'
import { keepFiles, openMail, removeUnlessWritten } from '../sort-mail.ts'
import { setVisitTicket } from '../visit-queries.ts'
import {
  bouncedAddresses,
  dropWaiting,
  quarantinedMailOf,
  quarantinedMails,
  quotedOf,
  restoreDropped,
  resume,
  revokeCopy,
  revokeFor,
  visibleMailOf,
} from './mail-queries.ts'

/** Of a mail to a hundred thousand, as many addresses are shown. */
const RECIPIENTS_MAX = 20

const openStates = ['quarantined', 'noted'] as const

/** Mail that waits for the staff, and addresses that mails do not reach. */
export const staffMailRoutes = (app: App): void => {
  const { storage, security } = app.deps

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    what: SecurityEvent['what'],
    portalId?: number,
  ) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    security.record({ what, result: 'ok', serviceCompanyId, portalId, byStaffAccountId, origin: originOf(request) })
  }

  route(app, listQuarantine, ({ db, scope, query }) =>
    quarantinedMails(db, scope, {
      before: query.before === undefined ? null : Number(query.before),
      state: query.state ?? 'waiting',
    }),
  )

  route(app, readWaitingMail, async ({ db, scope, params }) => {
    const shown = (await quarantinedMailOf(db, scope, params.mailid)) ?? fail('not_found')
    const waiting = (await mailOf(db, scope.serviceCompanyId, shown.id)) ?? fail('not_found')
    const to = waiting.recipients
    const mail = (await openMail(app.deps, waiting))?.mail
    if (!mail) return { ...shown, to, html: null, quotedHtml: '', quotedLines: 0, opensQuoted: false, files: [] }
    const urlOf = (number: number) => `/api/staff/files/mails/${shown.id}/${number}`
    return {
      ...shown,
      to: to.length > 0 ? to : mail.to.map(({ address }) => address).slice(0, RECIPIENTS_MAX),
      html: replaceImageUrls(mail.html, number => (mail.attachments[number - 1] ? urlOf(number) : undefined)),
      quotedHtml: mail.quotedHtml,
      quotedLines: mail.quotedLines,
      opensQuoted: mail.quotedOpen,
      files: mail.attachments.flatMap(({ name, content, inline }, at) =>
        inline ? [] : [{ url: urlOf(at + 1), name, size: content.byteLength }],
      ),
    }
  })

  route(app, readMailFile, async ({ db, scope, params, reply }) => {
    const shown = (await quarantinedMailOf(db, scope, params.mailid)) ?? fail('not_found')
    const waiting = (await mailOf(db, scope.serviceCompanyId, shown.id)) ?? fail('not_found')
    const file = (await openMail(app.deps, waiting))?.mail.attachments[params.fileid - 1] ?? fail('not_found')
    const { name, content } = file
    const { mediaType } = sniff(content.subarray(0, SNIFF_BYTES), name) ?? { mediaType: 'application/octet-stream' }
    return reply
      .headers(contentHeaders({ name, mediaType }))
      .header('cache-control', 'private, max-age=300')
      .header('content-length', content.byteLength)
      .send(Buffer.from(content))
  })

  route(app, acceptMail, async call => {
    const { db, scope, params, body, now } = call
    const found = (await visibleMailOf(db, scope, params.mailid)) ?? fail('not_found')
    if (!openStates.some(state => state === found.state)) fail('conflict', { detail: 'The mail was settled before.' })
    const contact =
      (await staffContactOf(db, scope, body.contactId)) ??
      failAt('not_found', 'body.contactId', 'names a customer that is not there')
    const member = { ...contact, webUserId: body.webUserId }
    if (!(await memberScope(db, member))) failAt('not_found', 'body.webUserId', 'names a person who is not there')
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
        const language = await languageOf(db, serviceCompanyId, body.webUserId)
        const options = { language, acknowledges: mail.automatic === null, staffGroupId: null, now }
        // Accepting it says who wrote it, not that everybody may be in copy whom it names.
        const named = await namedCopies(db, app.deps, { serviceCompanyId, mail, mayAdd: false })
        const delivery = place
          ? await deliverMessage(db, { place, writer }, { mail, files, named }, now)
          : await deliverTicket(db, member, { mail, files, named }, options)
        if ('refused' in delivery)
          return failAt('conflict', 'body.webUserId', 'may not write there, or the mail has nothing to say')
        if (!place) await setVisitTicket(db, waiting, { contactId: contact.contactId, ticketId: delivery.ticketId })
        const outcome = {
          state: 'taken' as const,
          reason: null,
          portalId: contact.portalId,
          ...delivery,
          // What was noted stays beside the ticket, and says what became of it.
          ...(found.noteId !== null && { noteId: found.noteId }),
        }
        await writeOutcome(db, serviceCompanyId, found.id, outcome, { now, staffAccountId: scope.staffAccountId })
        record(call, 'staff.mail.accepted', contact.portalId)
        return { ticketId: delivery.ticketId }
      })
    } catch (error) {
      await removeUnlessWritten(storage, files, error)
      throw error
    }
  })

  route(app, dropMail, async call => {
    const { db, scope, params, now } = call
    if (!(await dropWaiting(db, scope, params.mailid, now))) fail('not_found')
    record(call, 'staff.mail.dropped')
  })

  route(app, restoreMail, async call => {
    const { db, scope, params } = call
    if (!(await restoreDropped(db, scope, params.mailid))) fail('not_found')
    record(call, 'staff.mail.restored')
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

  route(app, readQuotedMail, async ({ db, scope, params }) => {
    const { ticketId } = await requireTicketKeys(db, scope, params.ticketid)
    return (await quotedOf(db, scope, { ticketId, id: params.mailid })) ?? fail('not_found')
  })

  route(app, revokeReplyAddresses, async call => {
    const { db, scope, request, params } = call
    const revoked = (await revokeFor(db, scope, params)) ?? fail('not_found')
    if (!revoked.isWithinReach) fail('forbidden')
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const { portalId, webUserId } = revoked
    const of = { serviceCompanyId, portalId, webUserId, byStaffAccountId, origin: originOf(request) }
    security.record({ what: 'staff.replyAddresses.revoked', result: 'ok', ...of })
  })

  route(app, revokeCopyReplyAddress, async call => {
    const { db, scope, params, query } = call
    const ticket = await requireTicketKeys(db, scope, params.ticketid)
    await revokeCopy(db, ticket, query.address)
    record(call, 'staff.replyAddresses.revoked', ticket.portalId)
  })

  route(app, listBouncedAddresses, ({ db, scope }) => bouncedAddresses(db, scope))

  route(app, resumeAddress, async call => {
    const { db, scope, params } = call
    if (!(await resume(db, scope, params.addressid))) fail('not_found')
    record(call, 'staff.mailAddress.resumed')
  })
}
