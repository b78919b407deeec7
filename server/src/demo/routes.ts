import { leaveDemo } from '@portico/contract/staff/demo'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { isEmptyInstallation } from '../staff/account-queries.ts'
import { linkPath } from '../staff/first-links.ts'
import { insertStaffLink } from '../staff/link-queries.ts'
import { clearStaffCookie } from '../staff/open-session.ts'
import { removeDemo } from './demo.ts'

const worksForDemo = async (db: Db, { serviceCompanyId }: StaffScope): Promise<boolean> =>
  (await db.maybe(sql`select from service_company c join installation i on i.key = 'demo'
    where c.id = ${serviceCompanyId} and i.value -> 'serviceCompanies' ? c.external_id`)) !== undefined

/** Registers the call that leaves the demo. */
export const demoRoutes = (app: App, seal: Seal): void => {
  const { deps, staffAuthenticator } = app

  route(app, leaveDemo, async ({ db, scope, now, log, request, reply }) => {
    if (!scope.isInstallationOperator) fail('forbidden')
    if (!(await worksForDemo(db, scope))) fail('forbidden', { detail: 'The company is none of the demo.' })
    let link: string | null = null
    const importLog = (level: 'info' | 'warn' | 'error', message: string, detail?: object) =>
      log[level](detail ?? {}, message)
    const removed = await removeDemo({ ...deps, seal, log: importLog }, async db => {
      link = (await isEmptyInstallation(db)) ? linkPath(await insertStaffLink(db, undefined, now)) : null
    })
    if (!removed) fail('conflict', { detail: 'The demo has been removed already.' })
    staffAuthenticator.forget()
    clearStaffCookie(deps, { request, reply, now })
    deps.security.record({ what: 'demo.removed', result: 'ok', origin: originOf(request) })
    return { link }
  })
}
