import type { PortalSettings, Privacy } from '@portico/contract/portals'
import { isReservedWord } from '@portico/contract/values/portal-key'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'

/** The versioned URL of portal `p`'s style sheet, or null. */
export const customCssLink: Sql = raw(
  `case when p.custom_css is not null then '/api/settings/' || p.web_portal_key || '/custom.css?v=' || left(md5(p.custom_css), 12) end`,
)

/** The URL of the picture in table `alias`, or null. */
export const pictureLink = (alias: string): Sql => raw(`'/api/pictures/' || ${alias}.name`)

const settingsWhere = (
  condition: Sql,
): Sql => sql`select p.web_portal_key as "webPortalKey", p.web_portal_name as "webPortalName",
      ${pictureLink('logo')} as "logoUrl", p.logo_plate as "logoPlate", p.base_color as "baseColor",
      p.footer_custom_html as "footerCustomHtml",
      ${customCssLink} as "customCss", p.enable_service_contracts as "enableServiceContracts",
      p.disable_html_editor as "disableHtmlEditor", p.disable_passwords as "disablePasswords", p.support_phone as "supportPhone", p.support_hours as "supportHours",
      p.support_email as "supportEmail", p.address, p.cover_text as "coverText", p.time_zone as "timeZone",
      exists (select from bookable_service s where ${sameCompany('s', 'p')} and s.portal_id = p.id
        and s.active) as "takesBookings"
    from portal p left join picture logo on ${sameCompany('logo', 'p')} and logo.id = p.logo_id
    where ${condition}`

export const settingsOf = (db: Db, company: string): Promise<PortalSettings | undefined> =>
  db.maybe(settingsWhere(sql`p.web_portal_key = ${company}`))

/** The portal that a key in an address means: the one with this key, unless it is a reserved word, or the one that had it before. */
export const settingsAtAddress = async (db: Db, key: string): Promise<PortalSettings | undefined> =>
  (isReservedWord(key) ? undefined : await settingsOf(db, key)) ??
  db.maybe(settingsWhere(sql`${key} = any(p.former_keys) order by p.id limit 1`))

export const privacyOf = (db: Db, company: string): Promise<Privacy | undefined> =>
  db.maybe(sql`select privacy_html as html, privacy_version as version, instant(privacy_valid_from) as "validFrom"
    from portal where web_portal_key = ${company}`)

export const customCssOf = async (db: Db, company: string): Promise<string | undefined> => {
  const row = await db.maybe<{ css: string | null }>(
    sql`select custom_css as css from portal where web_portal_key = ${company}`,
  )
  return row?.css ?? undefined
}
