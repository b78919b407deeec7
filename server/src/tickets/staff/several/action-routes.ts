import {
  changeStaffTickets,
  copyStaffTicket,
  linkStaffTicket,
  mergeStaffTicket,
  readStaffTicketContext,
  searchStaff,
  unlinkStaffTicket,
} from '@portico/contract/staff/ticket-actions'
import { closedStatus } from '@portico/contract/tickets'
import { requireQuota } from '../../../files/stored-bytes-queries.ts'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../../kernel/access/ticket-keys.ts'
import { type Db, tx } from '../../../kernel/database/db.ts'
import { Failure, fail, failAt } from '../../../kernel/errors/fail.ts'
import { hasContent } from '../../../kernel/html/html.ts'
import { type App, route } from '../../../kernel/http/route.ts'
import { openStaffNames } from '../../names/staff-name-queries.ts'
import { contextOf, deleteRelated, insertHistory, insertLink, linkKinds, linksOf } from '../context-queries.ts'
import { announceStatus, moveToStatus, recordStaffEvent } from '../messages.ts'
import { lockTicketOrFail, numberOf, staffContactOf } from '../queries.ts'
import { raiseTicket } from '../raised-tickets.ts'
import { searchEverything } from '../search-queries.ts'
import { nameBeside, recordTicketAct } from '../ticket-act-queries.ts'
import { replyWithTicket } from '../ticket-reply.ts'
import { changeTickets } from './bulk-changes.ts'
import { type CopiedFile, insertCopiedFiles, pickedFilesOf, pickedText, storeAgain } from './copies.ts'
import { mergeTickets, requireBoth } from './merge.ts'

type Both = readonly [TicketKeys, TicketKeys]

/** Writes into the histories of two tickets that they are linked, or no longer are, and notifies open screens and the feed. */
const noteLink = async (db: Db, scope: StaffScope, [ticket, other]: Both, is: 'before' | 'after', now: Date) => {
  const type = is === 'after' ? 'staff.ticket.linked' : 'staff.ticket.unlinked'
  for (const [here, there] of [
    [ticket, other],
    [other, ticket],
  ] as const) {
    await insertHistory(db, scope, here, { field: 'link', [is]: `#${await numberOf(db, there)}` }, now)
    await recordTicketAct(db, scope, here, { type, detail: { other: await nameBeside(db, here, there) } }, now)
    await recordStaffEvent(db, here, { type: 'ticket.changed', forStaff: true }, now)
  }
}

/** What the staff do with several tickets, or see of more than one. */
export const staffActionRoutes = (app: App): void => {
  const findNames = openStaffNames()
  const { database, storage, storageQuota } = app.deps

  /**
   * Does what comes to name copied files; if it is refused, their contents are removed, so that refused calls do not fill the storage. What
   * the database has broken off is tried again with the same contents, and the sweep removes those that nothing names.
   */
  const keepIfWritten = async <T>(files: CopiedFile[], write: () => Promise<T>): Promise<T> => {
    try {
      return await write()
    } catch (error) {
      if (error instanceof Failure)
        await storage.remove(files.map(({ storageKey }) => storageKey)).catch(() => undefined)
      throw error
    }
  }

  route(
    app,
    readStaffTicketContext,
    async ({ db, scope, params, now }) => (await contextOf(db, scope, params.ticketid, now)) ?? fail('not_found'),
  )

  route(app, linkStaffTicket, ({ db, scope, params, body, now }) =>
    tx(db, async db => {
      const both = await requireBoth(db, scope, params.ticketid, { id: body.ticketId, path: 'body.ticketId' })
      const [ticket, other] = both
      const isLinked = (await linkKinds(db, ticket, other)).includes('related')
      if (!isLinked) {
        await insertLink(db, scope, both, ['related', 'related'], now)
        await noteLink(db, scope, both, 'after', now)
      }
      return linksOf(db, scope, ticket)
    }),
  )

  route(app, unlinkStaffTicket, ({ db, scope, params, now }) =>
    tx(db, async db => {
      const both = await requireBoth(db, scope, params.ticketid, { id: params.otherid, path: 'params.otherid' })
      const kinds = await linkKinds(db, ...both)
      if (kinds.length === 0) fail('not_found')
      if (!kinds.includes('related')) fail('conflict', { detail: 'A merge or a copy has linked the tickets.' })
      await deleteRelated(db, ...both)
      await noteLink(db, scope, both, 'before', now)
    }),
  )

  route(app, mergeStaffTicket, async ({ db, scope, params, body, now, reply }) => {
    const both = await requireBoth(db, scope, params.ticketid, { id: body.into, path: 'body.into' })
    const done = await mergeTickets(db, scope, both, now)
    return { ...done, ticket: await replyWithTicket({ db, findNames }, scope, body.into, { now, reply }) }
  })

  route(
    app,
    copyStaffTicket,
    ({ db, scope, params, body, now, reply }, files: CopiedFile[]) =>
      keepIfWritten(files, async () => {
        const ticket = await lockTicketOrFail(db, scope, params.ticketid)
        const contact =
          (await staffContactOf(db, scope, body.contactId)) ??
          failAt('not_found', 'body.contactId', 'names a customer that is not there')
        const fileIds = await insertCopiedFiles(db, scope, contact, files, now)
        const picked = { description: body.description ?? false, commentIds: body.commentIds }
        const description = await pickedText(db, ticket, picked, fileIds)
        if (!hasContent(description) && fileIds.size === 0)
          failAt('fill_all_required_fields', 'body.commentIds', 'is required')
        const { webUserId = null, title, taskTypeId } = body
        const raised = { webUserId, title, taskTypeId, description, attachments: [...fileIds.values()], now }
        const copy = { ...contact, ticketId: await raiseTicket(db, scope, contact, raised) }
        await insertLink(db, scope, [ticket, copy], ['copiedTo', 'copiedFrom'], now)
        await insertHistory(db, scope, ticket, { field: 'copiedTo', after: `#${await numberOf(db, copy)}` }, now)
        await insertHistory(db, scope, copy, { field: 'copiedFrom', after: `#${await numberOf(db, ticket)}` }, now)
        const detail = { copy: await nameBeside(db, ticket, copy) }
        await recordTicketAct(db, scope, ticket, { type: 'staff.ticket.copied', detail }, now)
        const closes = body.close && ticket.taskStatus !== closedStatus
        if (closes) {
          await moveToStatus(db, ticket, closedStatus)
          await announceStatus(db, scope, ticket, 'closed', now)
        } else await recordStaffEvent(db, ticket, { type: 'ticket.changed', forStaff: true }, now)
        return replyWithTicket({ db, findNames }, scope, copy.ticketId, { now, isWritten: true, reply })
      }),
    async ({ scope, params, body }) => {
      const files = await pickedFilesOf(database, scope, params.ticketid, body.attachments)
      // The handler answers for a ticket or a customer that is not there.
      if (files.length === 0 && body.attachments.length === 0) return []
      if (!(await staffContactOf(database, scope, body.contactId))) return []
      if (files.length !== body.attachments.length)
        failAt('not_found', 'body.attachments', 'names a file that is not there')
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      await requireQuota(database, scope.serviceCompanyId, { bytes, quota: storageQuota })
      return storeAgain(storage, files)
    },
  )

  route(app, changeStaffTickets, async ({ db, scope, body, now }) => {
    const { ticketIds, change } = body
    if (Object.keys(change).length === 0) failAt('invalid_request', 'body.change', 'names nothing to change')
    if (change.close && change.stepId !== undefined)
      failAt('invalid_request', 'body.change.close', 'must not stand beside stepId')
    return { results: await changeTickets(db, scope, ticketIds, change, now) }
  })

  route(app, searchStaff, ({ db, scope, query }) => searchEverything(db, scope, query.q))
}
