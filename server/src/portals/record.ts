import { defaultBaseColor } from '@portico/contract/portals'
import * as Type from 'typebox'
import { Color, colorOf, Email, Name, parents, Text } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { dayColumn } from '../records/definition/select-fragments.ts'
import { portalKeyFault } from './portal-key.ts'
import { keepPortalsApart, portalsAreOpened, portalsStayApart } from './record-branding.ts'

const CUSTOM_CSS_MAX = 64 * 1024
const Html = Type.Optional(Type.String({ maxLength: 200_000 }))

const cssOf = (css: string | undefined) => {
  if (css === undefined) return null
  if (Buffer.byteLength(css) > CUSTOM_CSS_MAX) throw new Refusal('customCss', `is longer than ${CUSTOM_CSS_MAX} bytes`)
  if (/<\/style/i.test(css)) throw new Refusal('customCss', 'must not contain </style')
  return css
}

const timeZoneOf = (name: string | undefined) => {
  if (name === undefined) return 'Europe/Rome'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    throw new Refusal('timeZone', 'is not a time zone such as Europe/Rome')
  }
}

const serviceCompany = defineRecordType({
  type: 'serviceCompany',
  table: 'service_company',
  level: 'installation',
  fields: { name: Name },
  parents: [],
  columns: { name: 'text' },
  row: line => ({ name: line.name.trim() }),
})

const portal = defineRecordType({
  type: 'portal',
  table: 'portal',
  level: 'company',
  fields: {
    serviceCompany: Reference,
    webPortalKey: Type.String(),
    webPortalName: Name,
    baseColor: Color,
    logo: Type.Optional(NamedFile),
    footerCustomHtml: Html,
    customCss: Type.Optional(Type.String()),
    enableServiceContracts: Type.Optional(Type.Boolean()),
    disableHtmlEditor: Type.Optional(Type.Boolean()),
    confirmBookings: Type.Optional(Type.Boolean()),
    supportPhone: Text,
    supportHours: Text,
    supportEmail: Email,
    address: Text,
    coverText: Text,
    privacyHtml: Html,
    privacyVersion: Text,
    privacyValidFrom: Type.Optional(Type.String()),
    timeZone: Type.Optional(Type.String({ maxLength: 100 })),
  },
  parents: [parents.serviceCompany],
  picture: { field: 'logo', column: 'logo_id' },
  html: ['footerCustomHtml', 'privacyHtml'],
  defines: 'portal',
  reads: { privacyValidFrom: dayColumn('t.privacy_valid_from', { timeZone: 't.time_zone' }) },
  createRefusal: portalsAreOpened,
  putDescription: `${portalsAreOpened} ${portalsStayApart}`,
  hooks: () => ({ authorize: keepPortalsApart }),
  columns: {
    web_portal_key: 'text',
    web_portal_name: 'text',
    base_color: 'text',
    footer_custom_html: 'text',
    custom_css: 'text',
    enable_service_contracts: 'boolean',
    disable_html_editor: 'boolean',
    confirm_bookings: 'boolean',
    support_phone: 'text',
    support_hours: 'text',
    support_email: 'text',
    address: 'text',
    cover_text: 'text',
    privacy_html: 'text',
    privacy_version: 'text',
    privacy_valid_from: 'timestamptz',
    time_zone: 'text',
  },
  row: (line, at) => {
    const fault = portalKeyFault(line.webPortalKey)
    if (fault) throw new Refusal('webPortalKey', fault)
    const timeZone = timeZoneOf(line.timeZone)
    return {
      web_portal_key: line.webPortalKey,
      web_portal_name: line.webPortalName.trim(),
      base_color: line.baseColor === undefined ? defaultBaseColor : colorOf(line.baseColor, 'baseColor'),
      footer_custom_html: line.footerCustomHtml ?? null,
      custom_css: cssOf(line.customCss),
      enable_service_contracts: line.enableServiceContracts ?? false,
      disable_html_editor: line.disableHtmlEditor ?? false,
      confirm_bookings: line.confirmBookings ?? false,
      support_phone: line.supportPhone ?? null,
      support_hours: line.supportHours ?? null,
      support_email: line.supportEmail ?? null,
      address: line.address ?? null,
      cover_text: line.coverText ?? null,
      privacy_html: line.privacyHtml ?? null,
      privacy_version: line.privacyVersion ?? null,
      privacy_valid_from:
        line.privacyValidFrom === undefined
          ? null
          : at.instant(line.privacyValidFrom, 'privacyValidFrom', timeZone).toISOString(),
      time_zone: timeZone,
    }
  },
})

/** The record types of service companies and portals. */
export const portalRecords = [serviceCompany, portal]
