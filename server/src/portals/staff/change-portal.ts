import { Readable } from 'node:stream'
import type { SecurityReason } from '@portico/contract/security-log'
import {
  portalLogoMax,
  type StaffPortalChange,
  type StaffPortalField,
  type StaffPortalSettings,
} from '@portico/contract/staff/portals'
import { readPictureContent } from '../../files/picture-content.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { FileSource } from '../../records/definition/files.ts'
import type { TenantScope } from '../../records/definition/tenant-scope.ts'
import { isReadFile, type ReadRecord, readRecords } from '../../records/read/read-records.ts'
import { etagOf } from '../../records/read/record-etag.ts'
import { requireRecordType } from '../../records/registry.ts'
import { changeRecord } from '../../records/write/change-records.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { setAuthor } from './privacy-queries.ts'
import { findStaffPortal } from './queries.ts'

/** The path under which the record engine finds a new logo. */
const LOGO = 'logo'

/** The tenants that an account may touch; the rules are those for a company, not for the installation. */
const tenantScopeOf = ({ serviceCompanyId, portalIds }: StaffScope): TenantScope => ({
  company: serviceCompanyId,
  withCompanyRights: true,
  ...(portalIds && { portals: [...portalIds] }),
})

/** A portal's settings with the ETag of their state. */
export type TaggedPortal = { settings: StaffPortalSettings; etag: string }

const answerPortal = (record: ReadRecord, logoUrl: string | null): TaggedPortal => {
  const { line } = record
  const text = (field: StaffPortalField) => (typeof line[field] === 'string' ? line[field] : null)
  const is = (field: StaffPortalField) => line[field] === true
  const settings: StaffPortalSettings = {
    id: record.id,
    webPortalKey: String(line.webPortalKey),
    webPortalName: String(line.webPortalName),
    baseColor: String(line.baseColor),
    logo: isReadFile(line.logo) && logoUrl !== null ? { name: line.logo.name, url: logoUrl } : null,
    logoPlate: is('logoPlate'),
    coverText: text('coverText'),
    footerCustomHtml: text('footerCustomHtml'),
    customCss: text('customCss'),
    enableServiceContracts: is('enableServiceContracts'),
    disableHtmlEditor: is('disableHtmlEditor'),
    confirmBookings: is('confirmBookings'),
    answersStrangers: is('answersStrangers'),
    disablePasswords: is('disablePasswords'),
    supportPhone: text('supportPhone'),
    supportHours: text('supportHours'),
    supportEmail: text('supportEmail'),
    address: text('address'),
    privacyHtml: text('privacyHtml'),
    privacyVersion: text('privacyVersion'),
    privacyValidFrom: text('privacyValidFrom'),
    timeZone: String(line.timeZone),
  }
  return { settings, etag: etagOf(record) }
}

/** The settings of a portal that the account works for; `not_found` for any other. */
export const readPortal = async (db: Db, scope: StaffScope, portalId: number): Promise<TaggedPortal> => {
  const portal = (await findStaffPortal(db, scope, portalId)) ?? fail('not_found')
  const [record] = await readRecords(db, requireRecordType('portal'), tenantScopeOf(scope), [portal.externalId])
  return answerPortal(record ?? fail('not_found'), portal.logoUrl)
}

const readLogo = ({ logo }: StaffPortalChange): FileSource | undefined => {
  if (!logo) return undefined
  const content = readPictureContent(logo, 'body.logo', portalLogoMax)
  return { find: async () => ({ name: logo.name, open: () => Readable.from([content]) }) }
}

/** What an empty text means: that the setting is taken away. */
const emptied = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value)

/** The name of a setting in the security log. */
const loggedName = (field: StaffPortalField): SecurityReason => (field === 'address' ? 'postalAddress' : field)

/** Changes settings of a portal that the account works for; `changed` names those that are another now, as the security log does. */
export const changePortal = async (
  deps: WriteDeps,
  scope: StaffScope,
  portalId: number,
  {
    change,
    ifMatch,
    now,
    begin,
  }: { change: StaffPortalChange; ifMatch: string | undefined; now: Date; begin?: (db: Db) => Promise<void> },
): Promise<TaggedPortal & { changed: SecurityReason[] }> => {
  const { database } = deps
  const { externalId } = (await findStaffPortal(database, scope, portalId)) ?? fail('not_found')
  const files = readLogo(change)
  const fields = {
    ...Object.fromEntries(Object.entries(change).map(([field, value]) => [field, emptied(value)])),
    ...(change.logo && { logo: { path: LOGO, name: change.logo.name } }),
    ...(change.webPortalName !== undefined && { webPortalName: change.webPortalName.trim() }),
  }
  const { before, after } = await changeRecord(deps, 'portal', externalId, {
    fields,
    ifMatch,
    now,
    tenantScope: tenantScopeOf(scope),
    // The terms are kept with who has published them.
    begin: async db => {
      await setAuthor(db, scope)
      await begin?.(db)
    },
    ...(files && { files }),
  })
  const isOther = (field: string) => JSON.stringify(before.line[field]) !== JSON.stringify(after.line[field])
  const changed = (Object.keys(change) as StaffPortalField[]).filter(isOther).map(loggedName)
  const { logoUrl } = (await findStaffPortal(database, scope, portalId)) ?? fail('not_found')
  return { ...answerPortal(after, logoUrl), changed }
}
