import {
  closeTicket,
  createComment,
  createTicket,
  listAllTickets,
  listColleagues,
  listTickets,
  listTicketTypes,
  markTicketRead,
  readQuotedText,
  readTicket,
  type Ticket,
  uploadCommentAttachment,
  uploadTicketAttachment,
} from '@portico/contract/tickets'
import { uploadRoute } from '../files/uploads.ts'
import type { Scope } from '../kernel/access/scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { answerCount, linkNextPage, readPage } from '../kernel/database/pagination.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { hasContent, replaceImageUrls, textToHtml } from '../kernel/html/html.ts'
import { cleanHtmlInWorker } from '../kernel/html/html-task.ts'
import { readIds } from '../kernel/http/id-list.ts'
import { type App, type Call, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { closeForCustomer, raiseTicket, writeMessage } from './conversation.ts'
import {
  colleaguesOf,
  countTickets,
  type TicketFilter,
  ticketSort,
  ticketsOf,
  ticketsOfColleagues,
  ticketTypesOf,
} from './list-queries.ts'
import { openTicketNames, type TicketNames } from './names/name-queries.ts'
import {
  checkReferences,
  commentOf,
  type FileRow,
  lockSender,
  lockTicket,
  markRead,
  outsideAddressesOf,
  quotedOf,
  ticketOf,
} from './queries.ts'
import { findCopyListFault, OUTSIDE_ADDRESSES_A_DAY, readAddresses } from './rules.ts'

const DAY = 24 * 3_600_000
const defaultSort = '-createdOn'

type ListCall = Pick<
  Call<'', NonNullable<typeof listTickets.query>, undefined, 'manageTickets'>,
  'db' | 'scope' | 'query' | 'now' | 'request' | 'reply'
>

/** Answers a page of either list: the tickets of one user, of some colleagues, or of everybody. */
const answerTickets = async (
  { db, scope, query, now, request, reply }: ListCall,
  findNames: TicketNames,
  { raisedBy, colleagues }: { raisedBy?: number; colleagues?: number[] | undefined },
) => {
  if (query.wikiFilter?.trim() && !scope.flags.viewContactWiki) fail('forbidden')
  const filter: TicketFilter = {
    raisedBy: raisedBy === undefined ? colleagues : [raisedBy],
    range: readRange(query, scope.timeZone),
    open: query.status === 'open',
    unread: query.unread === '1',
    q: query.q,
    wikiFilter: query.wikiFilter,
  }
  const page = readPage(query, ticketSort, { defaultSort, id: 't.id' })
  const { text, last } = colleagues
    ? ((await ticketsOfColleagues({ db, findNames }, scope, { ...filter, colleagues }, page, now)) ??
      failAt('not_found', 'query.webUserIds', 'names a web user who is not there'))
    : await ticketsOf({ db, findNames }, scope, filter, page, now)
  await answerCount(db, query, reply, () => countTickets(scope, filter))
  if (last) linkNextPage(last, { query, request, reply, defaultSort })
  // As bytes: the server would count those of a text before it writes them.
  return reply.type('application/json; charset=utf-8').send(Buffer.from(text))
}

export const ticketRoutes = (app: App): void => {
  const { signedUrls, publicUrl, workers } = app.deps
  const findNames = openTicketNames()

  const sourceFor = (db: Db, scope: Scope, now: Date) => ({
    db,
    findNames,
    withUrls: (files: FileRow[], html: string) => {
      const attachments = files.map(({ id, name }) => ({ id, name, url: signedUrls.sign({ id, name }, scope, now) }))
      return { attachments, html: replaceImageUrls(html, id => attachments.find(file => file.id === id)?.url) }
    },
  })
  const requireTicket = async (db: Db, scope: Scope, ticketId: number, now: Date): Promise<Ticket> =>
    (await ticketOf(sourceFor(db, scope, now), scope, ticketId, now)) ?? fail('not_found')

  /** The HTML to store for a message, which is plain text in a portal without the HTML editor. */
  const cleanMessage = async (
    scope: Scope,
    message: string | null | undefined,
    attachmentIds: number[],
  ): Promise<string> => {
    if (scope.plainText) return textToHtml((message ?? '').trim())
    const options = { attachmentIds: new Set(attachmentIds), ...(publicUrl && { publicUrl }) }
    return cleanHtmlInWorker(workers, message ?? '', options, { serviceCompanyId: scope.serviceCompanyId })
  }

  route(app, listTickets, call => answerTickets(call, findNames, { raisedBy: call.scope.webUserId }))

  route(app, listAllTickets, async call =>
    answerTickets(call, findNames, { colleagues: readIds(call.query.webUserIds, 'query.webUserIds') }),
  )

  route(app, readTicket, ({ db, scope, params, now }) => requireTicket(db, scope, params.ticketid, now))

  route(
    app,
    readQuotedText,
    async ({ db, scope, params }) =>
      (await quotedOf(db, scope, { ticketId: params.ticketid, mailId: params.mailid })) ?? fail('not_found'),
  )

  route(
    app,
    createTicket,
    async ({ db, scope, body, now }, description: string) => {
      const title = body.title ?? ''
      const attachments = body.attachments ?? []
      const wikiElementId = body.wikiElementId ?? null
      const missing = [
        ...(title ? [] : ['title']),
        ...(body.taskTypeId ? [] : ['taskTypeId']),
        ...(hasContent(description) ? [] : ['description']),
      ]
      if (missing.length > 0 || !body.taskTypeId) {
        return fail('fill_all_required_fields', {
          errors: missing.map(name => ({ path: `body.${name}`, message: 'is required' })),
        })
      }
      if (wikiElementId !== null && !scope.flags.viewContactWiki) return fail('forbidden')
      const found = await checkReferences(db, scope, body.taskTypeId, wikiElementId)
      if (!found.type) failAt('not_found', 'body.taskTypeId', 'names a ticket type that is not there')
      if (wikiElementId !== null && !found.wikiElement)
        failAt('not_found', 'body.wikiElementId', 'names an asset that is not there')

      const ticketId = await raiseTicket(db, scope, {
        title,
        description,
        taskTypeId: body.taskTypeId,
        wikiElementId,
        attachments,
        now,
      })
      return requireTicket(db, scope, ticketId, now)
    },
    ({ scope, body }) => cleanMessage(scope, body.description, body.attachments ?? []),
  )

  route(
    app,
    createComment,
    async ({ db, scope, body, now }, message: string) => {
      const ticket =
        (await lockTicket(db, scope, body.taskId)) ??
        failAt('not_found', 'body.taskId', 'names a ticket that is not there')
      const attachments = body.attachments ?? []
      const recipient = readRecipient(body.ticketEmailReply_Recipient, ticket.mailbox)
      const copyList = await checkCopyList(db, scope, body.ticketEmailReply_CCList, now)

      const commentId = await writeMessage(db, scope, ticket, { message, attachments, recipient, ...copyList, now })
      return commentOf(sourceFor(db, scope, now), scope, commentId)
    },
    ({ scope, body }) => cleanMessage(scope, body.message, body.attachments ?? []),
  )

  route(
    app,
    closeTicket,
    async ({ db, scope, params, now }, message: string) => {
      const ticket = (await lockTicket(db, scope, params.ticketid)) ?? fail('not_found')
      await closeForCustomer(db, scope, ticket, { message, now })
      return requireTicket(db, scope, ticket.id, now)
    },
    ({ scope, body }) => cleanMessage(scope, body.message, []),
  )

  route(app, markTicketRead, async ({ db, scope, params, body }) => {
    const { ticket, comment } = await markRead(db, scope, params.ticketid, body.commentId)
    if (!ticket) fail('not_found')
    if (!comment) failAt('not_found', 'body.commentId', 'names a message that is not there')
  })

  uploadRoute(app, uploadTicketAttachment, 'ticket')
  uploadRoute(app, uploadCommentAttachment, 'comment')

  route(app, listTicketTypes, ({ db, scope }) => ticketTypesOf(db, scope))

  route(app, listColleagues, ({ db, scope }) => colleaguesOf(db, scope))
}

/** Reads the mail recipient of a reply, who must be the assigned user, the group or the portal's support address. */
const readRecipient = (text: string | null | undefined, mailbox: string[]): string | null => {
  const { addresses, invalid } = readAddresses(text)
  if (invalid.length > 0 || addresses.some(address => !mailbox.includes(address))) {
    failAt(
      'invalid_request',
      'body.ticketEmailReply_Recipient',
      'must be the assigned user, the group or the support address',
    )
  }
  return addresses.join(', ') || null
}

/** Reads the copy list of a reply, and limits how many outside addresses a user may write to within 24 hours. */
const checkCopyList = async (db: Db, scope: Scope, text: string | null | undefined, now: Date) => {
  const copyList = readAddresses(text)
  const fault = findCopyListFault(copyList)
  if (fault) failAt('invalid_request', 'body.ticketEmailReply_CCList', fault)
  if (copyList.addresses.length === 0) return { ccList: null, outsideAddresses: 0 }
  await lockSender(db, scope)
  const outside = await outsideAddressesOf(db, scope, copyList.addresses, new Date(now.getTime() - DAY))
  if (outside.now > 0 && outside.now + outside.before > OUTSIDE_ADDRESSES_A_DAY) {
    fail('too_many_requests', {
      retryAfter: DAY / 1000,
      detail: `at most ${OUTSIDE_ADDRESSES_A_DAY} outside addresses a day`,
    })
  }
  return { ccList: copyList.addresses.join(', '), outsideAddresses: outside.now }
}
