import {
  listPrivacyVersions,
  publishPrivacy,
  readPortalNotices,
  readPrivacyVersion,
  tryMail,
  tryTextMessage,
} from '@portico/contract/staff/portal-settings'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { requireAllowedPortal } from '../allowed-queries.ts'
import { noticesOf } from './notices.ts'
import { publishTerms } from './privacy.ts'
import { privacyVersionOf, privacyVersionsOf } from './privacy-queries.ts'
import { sendTrialMail, sendTrialText } from './trials.ts'

/** Registers what administrators do with the privacy terms and the notices of a portal. */
export const portalSettingRoutes = (app: App, services: Pick<WriteDeps, 'seal'>): void => {
  const deps: WriteDeps = { ...app.deps, ...services }

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    portalId: number,
    event: Pick<SecurityEvent, 'what' | 'result' | 'reason'>,
  ) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    app.deps.security.record({ ...event, serviceCompanyId, portalId, byStaffAccountId, origin: originOf(request) })
  }

  route(app, listPrivacyVersions, async ({ db, scope, params }) =>
    privacyVersionsOf(db, await requireAllowedPortal(db, scope, params.portalid)),
  )

  route(app, readPrivacyVersion, async ({ db, scope, params }) => {
    const portal = await requireAllowedPortal(db, scope, params.portalid)
    return (await privacyVersionOf(db, portal, params.versionid)) ?? fail('not_found')
  })

  route(app, publishPrivacy, async call => {
    const { scope, params, body, now } = call
    const published = await publishTerms(deps, scope, params.portalid, body, now)
    record(call, params.portalid, { what: 'staff.portal.changed', result: 'ok', reason: 'privacyHtml' })
    return published
  })

  route(app, readPortalNotices, async ({ db, scope, params }) =>
    noticesOf(db, app.deps, await requireAllowedPortal(db, scope, params.portalid)),
  )

  route(app, tryMail, async call => {
    const { db, scope, params, body, now } = call
    const portal = await requireAllowedPortal(db, scope, params.portalid)
    const result = await sendTrialMail(app.deps, scope, portal, { to: body.to, now })
    const outcome = result.state === 'failed' ? 'failed' : 'ok'
    record(call, portal.portalId, { what: 'staff.trial.sent', result: outcome, reason: 'mail' })
    return result
  })

  route(app, tryTextMessage, async call => {
    const { db, scope, params, body, now } = call
    const portal = await requireAllowedPortal(db, scope, params.portalid)
    const result = await sendTrialText(app.deps, scope, { to: body.to, now })
    const outcome = result.state === 'failed' ? 'failed' : 'ok'
    record(call, portal.portalId, { what: 'staff.trial.sent', result: outcome, reason: 'sms' })
    return result
  })
}
