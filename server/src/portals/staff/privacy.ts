import type { PrivacyVersion } from '@portico/contract/staff/portal-settings'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { fail, failAt, requireText } from '../../kernel/errors/fail.ts'
import { hasContent } from '../../kernel/html/html.ts'
import { dayOf } from '../../kernel/time/local-time.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { requireAllowedPortal } from '../allowed-queries.ts'
import { changePortal } from './change-portal.ts'
import { privacyBeside, privacyVersionsOf, timeZoneOf } from './privacy-queries.ts'

/** New privacy terms. `after`: the newest version that the writer has seen. */
type NewPrivacy = { html: string; version: string; validFrom?: string | null | undefined; after: number | null }

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** Publishes privacy terms; answers the new version. */
export const publishTerms = async (
  deps: WriteDeps,
  scope: StaffScope,
  portalId: number,
  { html, version: typed, validFrom, after }: NewPrivacy,
  now: Date,
): Promise<PrivacyVersion> => {
  const { database } = deps
  const portal = await requireAllowedPortal(database, scope, portalId)
  if (!hasContent(html)) failAt('fill_all_required_fields', 'body.html', 'is required')
  const version = requireText(typed, 'body.version')
  if (validFrom && !isDay(validFrom)) failAt('invalid_request', 'body.validFrom', 'is not a day: YYYY-MM-DD')
  const privacyValidFrom = validFrom || dayOf(now, await timeZoneOf(database, portal))
  await changePortal(deps, scope, portalId, {
    change: { privacyHtml: html, privacyVersion: version, privacyValidFrom },
    ifMatch: undefined,
    now,
    begin: async db => {
      const { newest, isTaken } = await privacyBeside(db, portal, version)
      if (newest !== after) failAt('conflict', 'body.after', 'is not the newest version any more')
      if (isTaken) failAt('conflict', 'body.version', 'is that of an earlier version')
    },
  })
  const [published] = await privacyVersionsOf(database, portal)
  return published ?? fail('not_found')
}
