import type { SecurityAct, SecurityReason } from '@portico/contract/security-log'
import {
  changeStaffPortal,
  checkStaffPortalCss,
  listStaffPortals,
  openStaffPortal,
  previewStaffPortalMail,
  readStaffPortal,
} from '@portico/contract/staff/portals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { findCssFaultsInWorker } from '../css/css-task.ts'
import { changePortal, readPortal, type TaggedPortal } from './change-portal.ts'
import { framedPage, renderMailPreview } from './mail-preview.ts'
import { openPortal } from './open-portal.ts'
import { staffPortalsOf } from './queries.ts'

const answer = ({ settings, etag }: TaggedPortal, reply: FastifyReply) => {
  reply.header('etag', etag)
  return settings
}

/** Registers what administrators do with the portals of their company. */
export const staffPortalRoutes = (app: App, services: Pick<WriteDeps, 'seal'>): void => {
  const deps: WriteDeps = { ...app.deps, ...services }

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    portalId: number,
    what: SecurityAct,
    reasons: (SecurityReason | undefined)[],
  ) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    for (const reason of reasons)
      app.deps.security.record({
        what,
        result: 'ok',
        reason,
        serviceCompanyId,
        portalId,
        byStaffAccountId,
        origin: originOf(request),
      })
  }

  route(app, listStaffPortals, ({ db, scope }) => staffPortalsOf(db, scope))

  route(app, readStaffPortal, async ({ db, scope, params, reply }) =>
    answer(await readPortal(db, scope, params.portalid), reply),
  )

  route(app, changeStaffPortal, async call => {
    const { scope, params, body, now, request, reply } = call
    const ifMatch = request.headers['if-match']
    const { changed, ...portal } = await changePortal(deps, scope, params.portalid, { change: body, ifMatch, now })
    record(call, params.portalid, 'staff.portal.changed', changed)
    return answer(portal, reply)
  })

  route(app, checkStaffPortalCss, async ({ db, scope, params, body }) => {
    await readPortal(db, scope, params.portalid)
    return findCssFaultsInWorker(app.deps.workers, body.css, scope)
  })

  route(app, previewStaffPortalMail, async ({ db, scope, params, query, reply }) => {
    const { settings } = await readPortal(db, scope, params.portalid)
    return reply.headers(framedPage).send(renderMailPreview(settings, query))
  })

  route(app, openStaffPortal, async call => {
    const { db, scope, body, now, reply } = call
    const portalId = await openPortal(deps, scope, body, now)
    record(call, portalId, 'staff.portal.opened', [undefined])
    return answer(await readPortal(db, scope, portalId), reply)
  })
}
