import {
  createStaffComment,
  createStaffNote,
  readStaffFile,
  takeBackStaffComment,
  uploadStaffFile,
} from '@portico/contract/staff/tickets'
import { noteStaffOpening, sendFile, signedCaching } from '../../files/send-file.ts'
import { receiveUpload } from '../../files/uploads.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { hasContent } from '../../kernel/html/html.ts'
import { type App, route } from '../../kernel/http/route.ts'
import type { FindStaffNames } from '../names/staff-name-queries.ts'
import { findCopyListFault, readAddresses } from '../rules.ts'
import { cannedFileOf } from './canned-answer-queries.ts'
import { deleteDrafts, draftOf } from './drafts.ts'
import { claimStaffUploads, insertStaffUpload, requireUploadCapacity, staffFileOf, staffFileUrl } from './files.ts'
import { heldAnswerOf, holdAnswer, missedComments, takeBackAnswer } from './held-answers.ts'
import { insertNote } from './messages.ts'
import { lockTicketOrFail, staffContactOf } from './queries.ts'
import { noteOf } from './ticket-queries.ts'
import { cleanStaffHtml, withFileUrls } from './ticket-reply.ts'
import { requireTime } from './ticket-time.ts'

/** Reads a copy list; staff may write to any address. */
const readCopy = (text: string | null | undefined): string | null => {
  const copy = readAddresses(text)
  const fault = findCopyListFault(copy)
  if (fault) failAt('invalid_request', 'body.cc', fault)
  return copy.addresses.join(', ') || null
}

const requireContent = (message: string, fileIds: number[]) => {
  if (!hasContent(message) && fileIds.length === 0)
    fail('fill_all_required_fields', { errors: [{ path: 'body.message', message: 'is required' }] })
}

/** Answers, notes and their files. */
export const staffMessageRoutes = (app: App, findNames: FindStaffNames): void => {
  const { storage, storageQuota } = app.deps

  route(
    app,
    createStaffComment,
    async ({ db, scope, params, body, now }, message: string) => {
      const { attachments: fileIds = [], seen, sendAnyway = false, close: closes = false, time } = body
      requireContent(message, fileIds)
      const ccList = readCopy(body.cc)
      const ticket = await lockTicketOrFail(db, scope, params.ticketid)
      if (!sendAnyway) {
        const crossed = await missedComments(db, ticket, { seen: seen ?? 0, staffUserId: scope.staffUserId })
        if (crossed.length > 0) fail('crossed', { crossed })
      }
      await claimStaffUploads(db, scope, ticket, { purpose: 'comment', ids: fileIds, now })
      if (time) await requireTime(db, ticket, time)
      const answer = { message, ccList, fileIds, closes, seen, sendAnyway, time }
      const id = await holdAnswer(db, scope, ticket, answer, now)
      await deleteDrafts(db, scope, ticket, 'answer')
      return withFileUrls(await heldAnswerOf(db, ticket, id), scope)
    },
    ({ scope, body }) => cleanStaffHtml(app, scope, body.message, body.attachments),
  )

  route(app, takeBackStaffComment, ({ db, scope, params, now }) =>
    tx(db, async db => {
      const ticket = await lockTicketOrFail(db, scope, params.ticketid)
      await takeBackAnswer(db, scope, ticket, { id: params.commentid, now })
      return withFileUrls(await draftOf(db, scope, ticket, 'answer'), scope)
    }),
  )

  route(
    app,
    createStaffNote,
    async ({ db, scope, params, body, now }, message: string) => {
      const { attachments: fileIds = [] } = body
      requireContent(message, fileIds)
      const ticket = await lockTicketOrFail(db, scope, params.ticketid)
      await claimStaffUploads(db, scope, ticket, { purpose: 'note', ids: fileIds, now })
      const id = await insertNote(db, scope, ticket, { message, fileIds, now })
      await deleteDrafts(db, scope, ticket, 'note')
      return withFileUrls(await noteOf({ db, findNames }, scope, ticket, id), scope)
    },
    ({ scope, body }) => cleanStaffHtml(app, scope, body.message, body.attachments),
  )

  route(app, uploadStaffFile, async ({ db, scope, params, now, request }) => {
    const contact = (await staffContactOf(db, scope, params.contactid)) ?? fail('not_found')
    const requireCapacity = (db: Db, bytes: number) =>
      requireUploadCapacity(db, scope, { files: 1, bytes, quota: storageQuota })
    const { file, id } = await receiveUpload(app, request, {
      admit: () => requireCapacity(db, 0),
      write: (file, storageKey, keep) =>
        tx(db, async db => {
          await requireCapacity(db, file.size)
          keep()
          return { file, id: await insertStaffUpload(db, scope, contact, { file, storageKey, now }) }
        }),
    })
    return { id, url: staffFileUrl({ id, name: file.name }, scope), name: file.name, size: file.size }
  })

  route(app, readStaffFile, async ({ db, scope, params, query, request, reply }) => {
    if (query.n !== String(scope.staffSessionId)) fail('not_found')
    const file =
      (await staffFileOf(db, scope, params.fileid)) ??
      (await cannedFileOf(db, scope, params.fileid)) ??
      fail('not_found')
    noteStaffOpening(app.deps, request, scope, file)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })
}
