import {
  changeStaffTicket,
  closeStaffTicket,
  countStaffTickets,
  listStaffTickets,
  markStaffTicketRead,
  noteStaffTime,
  raiseStaffTicket,
  readStaffChoices,
  readStaffTicket,
  searchStaffAssets,
  searchStaffContacts,
} from '@portico/contract/staff/tickets'
import { closedStatus } from '@portico/contract/tickets'
import { tx } from '../../kernel/database/db.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireVersion } from '../../kernel/http/precondition.ts'
import { type App, route } from '../../kernel/http/route.ts'
import type { FindStaffNames } from '../names/staff-name-queries.ts'
import {
  countQueue,
  countViews,
  defaultSortOf,
  isSearchOfMany,
  type QueueFilter,
  queueOf,
  queueSort,
} from './list-queries.ts'
import { announceStatus, moveToStatus } from './messages.ts'
import { findNamedCustomers } from './named-customers.ts'
import { choicesOf, contactsOf, lockTicketOrFail, markReadByStaff, staffContactOf } from './queries.ts'
import { raiseTicket } from './raised-tickets.ts'
import { searchAssetsOf } from './search-queries.ts'
import { writeChanges } from './ticket-changes.ts'
import { ticketTimeOf } from './ticket-queries.ts'
import { cleanStaffHtml, replyWithTicket } from './ticket-reply.ts'
import { noteTime } from './ticket-time.ts'

export const staffTicketRoutes = (app: App, findNames: FindStaffNames): void => {
  route(app, listStaffTickets, async ({ db, scope, query, now, request, reply }) => {
    const { view, q, portal, contact, assignee, group, type } = query
    const named = q === undefined ? [] : await findNamedCustomers(db, scope, q)
    const filter: QueueFilter = { view, q, portal, contact, assignee, group, type, named }
    const defaultSort = defaultSortOf(view)
    const page = readPage(query, queueSort, { defaultSort, id: 't.id' })
    const rows = await queueOf({ db, findNames }, scope, filter, page, now)
    // To count all that a common word finds takes seconds.
    const isUncounted = isSearchOfMany(filter) && rows.length > page.size
    if (!isUncounted) await answerCount(db, query, reply, () => countQueue(scope, filter, now))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, countStaffTickets, ({ db, scope, now }) => countViews(db, scope, now))

  route(app, readStaffTicket, ({ db, scope, params, now, reply }) =>
    replyWithTicket({ db, findNames }, scope, params.ticketid, { now, reply }),
  )

  route(
    app,
    raiseStaffTicket,
    async ({ db, scope, body, now, reply }, description: string) => {
      const contact =
        (await staffContactOf(db, scope, body.contactId)) ??
        failAt('not_found', 'body.contactId', 'names a customer that is not there')
      const ticketId = await raiseTicket(db, scope, contact, { ...body, description, now })
      return replyWithTicket({ db, findNames }, scope, ticketId, { now, isWritten: true, reply })
    },
    ({ scope, body }) => cleanStaffHtml(app, scope, body.description, body.attachments),
  )

  route(app, changeStaffTicket, ({ db, scope, params, body, now, request, reply }) =>
    tx(db, async db => {
      const ticket = await lockTicketOrFail(db, scope, params.ticketid)
      requireVersion(request, ticket.etag)
      const { changed, status } = await writeChanges(db, scope, ticket, body, now)
      if (changed) await announceStatus(db, scope, ticket, status, now)
      return replyWithTicket({ db, findNames }, scope, params.ticketid, { now, isWritten: true, reply })
    }),
  )

  route(app, closeStaffTicket, ({ db, scope, params, now, reply }) =>
    tx(db, async db => {
      const ticket = await lockTicketOrFail(db, scope, params.ticketid)
      if (ticket.taskStatus !== closedStatus) {
        await moveToStatus(db, ticket, closedStatus)
        await announceStatus(db, scope, ticket, 'closed', now)
      }
      return replyWithTicket({ db, findNames }, scope, params.ticketid, { now, reply })
    }),
  )

  route(app, noteStaffTime, async ({ db, scope, params, body, now }) => {
    const ticket = await lockTicketOrFail(db, scope, params.ticketid)
    const id = await noteTime(db, scope, ticket, { ...body, now })
    return ticketTimeOf({ db, findNames }, scope, ticket, id)
  })

  route(app, markStaffTicketRead, async ({ db, scope, params, body }) => {
    const { ticket, comment } = await markReadByStaff(db, scope, params.ticketid, body.commentId)
    if (!ticket) fail('not_found')
    if (!comment) failAt('not_found', 'body.commentId', 'names a message that is not there')
  })

  route(app, readStaffChoices, ({ db, scope }) => choicesOf(db, scope))

  route(app, searchStaffContacts, ({ db, scope, query }) => contactsOf(db, scope, query.q ?? ''))

  route(app, searchStaffAssets, async ({ db, scope, params, query }) => {
    const contact = (await staffContactOf(db, scope, params.contactid)) ?? fail('not_found')
    return searchAssetsOf(db, contact, query.q ?? '')
  })
}
