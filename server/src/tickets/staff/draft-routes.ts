import { removeStaffDraft, saveStaffDraft } from '@portico/contract/staff/tickets'
import { tx } from '../../kernel/database/db.ts'
import { hasContent } from '../../kernel/html/html.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { deleteDrafts, writeDraft } from './drafts.ts'
import { requireStaffUploads } from './files.ts'
import { requireTicketKeys } from './queries.ts'
import { cleanStaffHtml } from './ticket-reply.ts'

/** What staff have begun to write. */
export const staffDraftRoutes = (app: App): void => {
  route(
    app,
    saveStaffDraft,
    ({ db, scope, params, body, now }, message: string) =>
      tx(db, async db => {
        const { mode, attachments: fileIds = [] } = body
        const cc = body.cc?.trim() ? body.cc : null
        const ticket = await requireTicketKeys(db, scope, params.ticketid)
        await requireStaffUploads(db, scope, ticket, { ids: fileIds, now })
        if (hasContent(message) || fileIds.length > 0 || cc !== null)
          await writeDraft(db, scope, ticket, { mode, message, cc, fileIds, now })
        else await deleteDrafts(db, scope, ticket, mode)
      }),
    ({ scope, body }) => cleanStaffHtml(app, scope, body.message, body.attachments),
  )

  route(app, removeStaffDraft, async ({ db, scope, params, query }) => {
    const ticket = await requireTicketKeys(db, scope, params.ticketid)
    await deleteDrafts(db, scope, ticket, query.mode)
  })
}
