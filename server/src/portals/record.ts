import { defaultBaseColor } from '@portico/contract/portals'
import { customCssMax, portalLogoSideMax } from '@portico/contract/staff/portals'
import * as Type from 'typebox'
import { Color, colorOf, Email, Name, parents, Text } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { dayColumn } from '../records/definition/select-fragments.ts'
import { findPortalKeyFault } from './portal-key.ts'
import { portalHooks, portalsAreOpened, portalsStayApart } from './record-branding.ts'

const Html = Type.Optional(Type.String({ maxLength: 200_000 }))

const checkCss = (css: string | undefined) => {
  if (css === undefined) return null
  if (Buffer.byteLength(css) > customCssMax) throw new Refusal('customCss', `is longer than ${customCssMax} bytes`)
  return css
}

/** Names that PostgreSQL takes for abbreviations, which know no summer time. */
const WITHOUT_SUMMER = /^(?:CET|EET|MET|WET)$/i

const checkTimeZone = (name: string | undefined) => {
  if (name === undefined) return 'Europe/Rome'
  if (WITHOUT_SUMMER.test(name)) throw new Refusal('timeZone', 'is the time of no place: name one such as Europe/Rome')
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
  descriptions: {
    name: 'The name of the company, as mails and documents show it.',
  },
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
    logoPlate: Type.Optional(Type.Boolean()),
    footerCustomHtml: Html,
    customCss: Type.Optional(Type.String()),
    enableServiceContracts: Type.Optional(Type.Boolean()),
    disableHtmlEditor: Type.Optional(Type.Boolean()),
    confirmBookings: Type.Optional(Type.Boolean()),
    answersStrangers: Type.Optional(Type.Boolean()),
    disablePasswords: Type.Optional(Type.Boolean()),
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
  descriptions: {
    webPortalKey: "The portal's word in addresses: 2 to 40 of `a-z`, `0-9` and `-`.",
    webPortalName: 'The name that customers see.',
    baseColor: 'The colour from which all others are derived: `#rgb`, `#rrggbb`, `rgb()` or `hsl()`.',
    logo: `The logo, an image of at most ${portalLogoSideMax} pixels in width and height.`,
    logoPlate: 'Whether a white plate is behind the logo, for logos that the colour swallows. Default: false.',
    footerCustomHtml: 'HTML below every page. Only the tags of messages are kept.',
    customCss: 'CSS that is loaded last, at most 64 KB; what reaches beyond the portal is refused.',
    enableServiceContracts:
      'Whether customers see service contracts beside the contracts in hours and units. Default: false.',
    disableHtmlEditor: 'Whether customers write plain text instead of formatted text. Default: false.',
    confirmBookings: 'Whether an appointment is booked only once its mailed link is confirmed. Default: false.',
    answersStrangers: 'Whether a sender of mail whom nobody knows gets an answer, one a day at most. Default: false.',
    disablePasswords:
      'Whether its people sign in by mailed link or passkey, never by password. Absent, it stays; of a new portal: false.',
    supportPhone: 'The phone number of the support, as customers see it.',
    supportHours: 'When the support can be called, as customers read it.',
    supportEmail: 'The address of the support: it is mailed about tickets without a group, and answers go to it.',
    address: 'The postal address, as customers see it.',
    coverText: 'A text on the sign-in page.',
    privacyHtml: 'The privacy terms as HTML.',
    privacyVersion: 'The version of the privacy terms, such as `2.1`.',
    privacyValidFrom: 'The day from which this version of the privacy terms applies.',
    timeZone: 'The IANA time zone in which dates without an offset are read. Default: `Europe/Rome`.',
  },
  parents: [parents.serviceCompany],
  picture: { field: 'logo', column: 'logo_id', sideMax: portalLogoSideMax },
  html: ['footerCustomHtml', 'privacyHtml'],
  defines: 'portal',
  reads: { privacyValidFrom: dayColumn('t.privacy_valid_from', { timeZone: 't.time_zone' }) },
  createRefusal: portalsAreOpened,
  putDescription: `${portalsAreOpened} ${portalsStayApart}`,
  hooks: portalHooks,
  keepsOr: { disable_passwords: () => false },
  unclearable: ['disablePasswords'],
  columns: {
    web_portal_key: 'text',
    web_portal_name: 'text',
    base_color: 'text',
    logo_plate: 'boolean',
    footer_custom_html: 'text',
    custom_css: 'text',
    enable_service_contracts: 'boolean',
    disable_html_editor: 'boolean',
    confirm_bookings: 'boolean',
    answers_strangers: 'boolean',
    disable_passwords: 'boolean',
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
    const fault = findPortalKeyFault(line.webPortalKey)
    if (fault) throw new Refusal('webPortalKey', fault)
    const timeZone = checkTimeZone(line.timeZone)
    return {
      web_portal_key: line.webPortalKey,
      web_portal_name: line.webPortalName.trim(),
      base_color: line.baseColor === undefined ? defaultBaseColor : colorOf(line.baseColor, 'baseColor'),
      logo_plate: line.logoPlate ?? false,
      footer_custom_html: line.footerCustomHtml ?? null,
      custom_css: checkCss(line.customCss),
      enable_service_contracts: line.enableServiceContracts ?? false,
      disable_html_editor: line.disableHtmlEditor ?? false,
      confirm_bookings: line.confirmBookings ?? false,
      answers_strangers: line.answersStrangers ?? false,
      disable_passwords: line.disablePasswords ?? null,
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
