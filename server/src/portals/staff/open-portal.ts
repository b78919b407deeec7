import { randomUUID } from 'node:crypto'
import type { Language } from '@portico/contract/language'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { addRecords } from '../../records/write/change-records.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { firstSteps, firstTypes } from '../first-rows.ts'
import { companyNameOf, portalIdOf } from './queries.ts'

/** What opens a portal. */
export type NewPortal = {
  webPortalKey: string
  webPortalName: string
  language: Language
  timeZone?: string | undefined
  evenIfAlike?: boolean | undefined
}

/** Only whoever looks after the installation opens portals (decision 46, Portals are opened by the installation). */
const requireOpener = ({ isInstallationOperator, portalIds }: StaffScope) => {
  if (!isInstallationOperator || portalIds !== null)
    fail('forbidden', { detail: 'A portal is opened by an operator of the installation who works for all portals.' })
}

/** Opens a portal of the account's company with its first ticket steps and types, all or nothing; returns its id. */
export const openPortal = async (
  deps: WriteDeps,
  scope: StaffScope,
  { language, evenIfAlike = false, ...given }: NewPortal,
  now: Date,
): Promise<number> => {
  requireOpener(scope)
  const webPortalKey = given.webPortalKey.trim()
  const webPortalName = given.webPortalName.trim()
  const serviceCompany = await companyNameOf(deps.database, scope)
  const place = { serviceCompany, portal: webPortalKey }
  const { timeZone } = given
  const lines = [
    {
      type: 'portal',
      externalId: webPortalKey,
      serviceCompany,
      webPortalKey,
      webPortalName,
      ...(timeZone && { timeZone }),
    },
    ...firstSteps[language].map((name, taskStatus) => ({
      type: 'ticketStep',
      ...place,
      externalId: randomUUID(),
      name,
      taskStatus,
      position: 10 * (taskStatus + 1),
    })),
    ...firstTypes[language].map(name => ({ type: 'ticketType', ...place, externalId: randomUUID(), name })),
  ]
  await addRecords(deps, lines, {
    tenantScope: { company: scope.serviceCompanyId },
    now,
    mayAdd: ([warning]) => {
      if (warning && !evenIfAlike) failAt('conflict', `body.${warning.field}`, warning.reason)
    },
  })
  return (await portalIdOf(deps.database, scope, webPortalKey)).id
}
