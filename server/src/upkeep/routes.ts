import type { SecurityAct } from '@portico/contract/security-log'
import * as contract from '@portico/contract/staff/installation'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { listGivenUp, removeGivenUp, retryGivenUp } from '../kernel/database/failed-jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { beginBackup, beginCheck, readBackups } from './backups.ts'
import { addCompany, addPortal, changeCompany, makeCompanyLink, renamePortal } from './companies.ts'
import { listCompanies } from './company-queries.ts'
import { beginHealth, readHealth } from './health.ts'

const JOBS_MAX = 500

/** Registers what the operators of the installation look after. */
export const upkeepRoutes = (app: App, seal: Seal): void => {
  const { deps } = app
  const imports = { ...deps, seal, log: () => {} }

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    what: SecurityAct,
    serviceCompanyId = scope.serviceCompanyId,
  ) =>
    deps.security.record({
      what,
      result: 'ok',
      serviceCompanyId,
      byStaffAccountId: scope.staffAccountId,
      origin: originOf(request),
    })

  const companies = (db: Db, scope: StaffScope, only?: number) =>
    listCompanies(db, {
      ownId: scope.serviceCompanyId,
      quota: deps.storageQuota,
      ...(only !== undefined && { only }),
    })
  const companyOf = async (db: Db, scope: StaffScope, id: number) =>
    (await companies(db, scope, id))[0] ?? fail('not_found')
  const originFor = ({ protocol, host }: FastifyRequest) => deps.publicUrl ?? `${protocol}://${host}`

  route(app, contract.readInstallationHealth, ({ db, now }) => readHealth(db, now))
  route(app, contract.checkInstallationHealth, () => beginHealth(deps))

  route(app, contract.listInstallationBackups, ({ db }) => readBackups(db, deps))
  route(app, contract.makeInstallationBackup, async call => {
    await beginBackup(deps)
    record(call, 'staff.backup.made')
    return readBackups(call.db, deps)
  })
  route(app, contract.checkInstallationBackup, async ({ db, params }) => {
    await beginCheck(deps, params.name)
    return readBackups(db, deps)
  })

  route(app, contract.listInstallationCompanies, ({ db, scope }) => companies(db, scope))

  route(app, contract.addInstallationCompany, async call => {
    const { db, scope, body, now, request } = call
    const id = await addCompany(imports, body.name)
    const link = await makeCompanyLink(imports, id, { origin: originFor(request), now })
    record(call, 'staff.company.made', id)
    record(call, 'staff.link.made', id)
    return { company: await companyOf(db, scope, id), link }
  })

  route(app, contract.linkInstallationCompany, async call => {
    const { params, now, request } = call
    const link = await makeCompanyLink(imports, params.companyid, { origin: originFor(request), now })
    record(call, 'staff.link.made', params.companyid)
    return { link }
  })

  route(app, contract.changeInstallationCompany, async call => {
    const { db, scope, params, body } = call
    await changeCompany(imports, params.companyid, body)
    record(call, 'staff.company.changed', params.companyid)
    return companyOf(db, scope, params.companyid)
  })

  route(app, contract.addInstallationPortal, async call => {
    const { db, scope, params, body } = call
    await addPortal(imports, params.companyid, body)
    record(call, 'staff.portal.opened', params.companyid)
    return companyOf(db, scope, params.companyid)
  })

  route(app, contract.renameInstallationPortal, async call => {
    const { db, scope, params, body } = call
    const id = await renamePortal(imports, params.portalid, body.webPortalName)
    record(call, 'staff.portal.changed', id)
    return companyOf(db, scope, id)
  })

  route(app, contract.listFailedJobs, async ({ db }) => {
    const jobs = await listGivenUp(db)
    return jobs
      .reverse()
      .slice(0, JOBS_MAX)
      .map(({ serviceCompany, lastError, ...job }) => ({ ...job, company: serviceCompany, reason: lastError }))
  })
  route(app, contract.retryFailedJobs, async call => {
    const changed = await retryGivenUp(call.db, call.body.ids)
    if (changed > 0) record(call, 'staff.jobs.retried')
    return { changed }
  })
  route(app, contract.removeFailedJobs, async call => {
    const changed = await removeGivenUp(call.db, call.body.ids)
    if (changed > 0) record(call, 'staff.jobs.removed')
    return { changed }
  })
}
