import { readStaffLink, useStaffLink } from '@portico/contract/staff/session'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { findStaffLink } from './link-queries.ts'
import { requireOpenLink, useLink } from './links.ts'
import { openStaffSession } from './open-session.ts'

/** Registers the calls behind the page of a one-time link. */
export const staffLinkRoutes = (app: App, seal: Seal): void => {
  const { deps, staffAuthenticator } = app
  const { security } = deps

  route(app, readStaffLink, async ({ db, params, now }) => {
    const link = requireOpenLink(await findStaffLink(db, params.key), now)
    const { kind, companyName, displayName, email, expiresAt } = link
    return { kind, companyName, displayName, email, expiresAt }
  })

  route(app, useStaffLink, async ({ db, params, body, now, log, request, reply }) => {
    const importLog = (level: 'info' | 'warn' | 'error', message: string, detail?: object) =>
      log[level](detail ?? {}, message)
    const used = await useLink(
      { ...deps, seal, log: importLog },
      {
        key: params.key,
        body,
        origin: originOf(request),
        now,
      },
    )
    const { kind, ...account } = used
    const next = await openStaffSession(db, deps, account, { request, reply, now })
    staffAuthenticator.forget()
    const event = { result: 'ok', ...account, origin: originOf(request) } as const
    security.record({ what: 'staff.link.used', ...event })
    if (kind !== 'account') security.record({ what: 'staff.account.made', ...event })
    security.record({ what: 'staff.password.changed', reason: 'recovery', ...event })
    return { next, companies: [] }
  })
}
