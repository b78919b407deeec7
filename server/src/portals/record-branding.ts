import { type CssFault, type CssFaultCode, customCssMax } from '@portico/contract/staff/portals'
import { type Db, sql } from '../kernel/database/db.ts'
import type { PendingRow, RecordHooks, RecordServices, WriteContext } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { findCssFaultsInWorker } from './css/css-task.ts'
import { findLookAlikeFields, type KnownPortal, type PortalFace } from './look-alike.ts'

type Known = KnownPortal & { company: number; externalId: string }

/** The error when an API key tries to create a portal. */
export const portalsAreOpened =
  'A portal is opened by `portico portal add` on the installation. An API key changes one that is there.'

/** What the operator API's document says about portals that look alike. */
export const portalsStayApart =
  "Name, key and colour by which it could pass for another company's portal are refused with `forbidden`."

const allPortals = (db: Db): Promise<Known[]> =>
  db.many(sql`select service_company_id as company, external_id as "externalId", web_portal_key as "webPortalKey",
    web_portal_name as "webPortalName", base_color as "baseColor", former_keys as "formerKeys" from portal`)

/** Finds a portal of another company that this one would resemble after its change, and the changed field that causes it. */
const lookAlike = (face: PortalFace, before: Known | undefined, others: Known[]) => {
  const isNew = (field: keyof PortalFace) => face[field] !== before?.[field]
  if (!isNew('webPortalName') && !isNew('webPortalKey') && !isNew('baseColor')) return undefined
  for (const other of others) {
    const fields = findLookAlikeFields(face, other)
    const own =
      fields.find(isNew) ?? (fields.includes('baseColor') && isNew('webPortalName') ? 'webPortalName' : undefined)
    if (own) return { field: own, other }
  }
  return undefined
}

/**
 * Filters the lines of portals that may be written. An API key can neither create a portal nor give one a name, key or colour that
 * resembles another company's portal, because customers could confuse the two. The installation's own commands can, with a warning.
 */
const keepPortalsApart = async (
  db: Db,
  pendingRows: PendingRow[],
  { tenantScope, refuse, warn }: WriteContext,
): Promise<PendingRow[]> => {
  const known = await allPortals(db)
  return pendingRows.filter(({ item, row }) => {
    const { company } = item.place
    const before = known.find(portal => portal.company === company && portal.externalId === item.line.externalId)
    if (tenantScope?.withCompanyRights && !before) {
      refuse(item, new Refusal(undefined, `is not there: ${portalsAreOpened}`, 'forbidden'))
      return false
    }
    const face: PortalFace = {
      webPortalName: String(row.web_portal_name),
      webPortalKey: String(row.web_portal_key),
      baseColor: String(row.base_color),
    }
    const others = known.filter(portal => portal.company !== company)
    const found = lookAlike(face, before, others)
    if (!found) return true
    const { field, other } = found
    if (!tenantScope?.withCompanyRights) {
      warn(
        item,
        field,
        `could pass for that of ${other.webPortalName} (${other.webPortalKey}), another company's portal`,
      )
      return true
    }
    refuse(item, new Refusal(field, "could pass for that of another company's portal", 'forbidden'))
    return false
  })
}

const cssReasons: Record<CssFaultCode, string> = {
  import: 'imports another sheet',
  address: 'names an address that is neither part of it nor a public picture',
  fixed: 'fixes something over the page',
  inputValue: 'selects by what is typed',
  seeAs: 'changes the bar of whoever sees the page as a customer',
  styleEnd: 'must not contain </style',
  tooDeep: 'is too deep to be read',
  unread: 'has something that browsers skip',
}

/**
 * The hooks of portals: {@link keepPortalsApart}, and style sheets are read by a worker process before the transaction. What is not safe in
 * a sheet is refused, what browsers would skip is a warning. A sheet that stays as it is is not looked at.
 */
export const portalHooks = ({ workers }: RecordServices): RecordHooks => {
  const faultsOf = new Map<string, CssFault[]>()
  return {
    beforeTransaction: async (_db, items, { tenantScope }) => {
      for (const { line } of items) {
        const css = line.customCss
        if (typeof css !== 'string' || faultsOf.has(css) || Buffer.byteLength(css) > customCssMax) continue
        const caller = { serviceCompanyId: tenantScope?.company ?? 0 }
        faultsOf.set(css, await findCssFaultsInWorker(workers, css, caller))
      }
    },
    authorize: (db, rows, context) => {
      const safe = rows.filter(({ item, row }) => {
        const [fault] = faultsOf.get(String(row.custom_css)) ?? []
        if (!fault) return true
        const reason = `${cssReasons[fault.code]}, in line ${fault.line}, column ${fault.column}`
        if (fault.code === 'unread') context.warn(item, 'customCss', reason)
        else context.refuse(item, new Refusal('customCss', reason))
        return fault.code === 'unread'
      })
      return keepPortalsApart(db, safe, context)
    },
  }
}
