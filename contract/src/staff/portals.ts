import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { email, Html, Id, Link, line, nullable } from '../shapes.ts'

/** A portal in the list of the staff. */
export const StaffPortalRow = Type.Object(
  {
    id: Id,
    webPortalKey: Type.String({ description: 'The word of the portal in addresses.' }),
    webPortalName: Type.String({ description: 'The name that customers see.' }),
    baseColor: Type.String({ description: 'The colour from which all others are derived.' }),
    logoUrl: nullable({ ...Link, description: 'The address of the logo.' }),
    timeZone: Type.String({ description: 'The IANA time zone of the portal.' }),
    customers: Type.Integer({ description: 'How many customers the portal has.' }),
    openTickets: Type.Integer({ description: 'How many tickets are not closed.' }),
  },
  { title: 'StaffPortalRow' },
)
/** See {@link StaffPortalRow}. */
export type StaffPortalRow = Static<typeof StaffPortalRow>

const text = (description: string) => nullable(Type.String({ description }))

/** The settings of a portal, as administrators change them. */
export const StaffPortalSettings = Type.Object(
  {
    id: Id,
    webPortalKey: Type.String({ description: 'The word of the portal in addresses; it stays as it is.' }),
    webPortalName: Type.String({ description: 'The name that customers see.' }),
    baseColor: Type.String({
      description: 'The colour from which all others are derived. `hsl(123,0%,0%)`: the portal has none of its own.',
    }),
    logo: nullable(
      Type.Object({
        name: Type.String({ description: 'The name of the file.' }),
        url: { ...Link, description: 'The address of the picture.' },
      }),
    ),
    logoPlate: Type.Boolean({ description: 'Whether a white plate is behind the logo.' }),
    coverText: text('A text on the sign-in page.'),
    footerCustomHtml: nullable({ ...Html, description: 'HTML below every page.' }),
    customCss: text('CSS that is loaded last.'),
    enableServiceContracts: Type.Boolean({ description: 'Whether customers see service contracts.' }),
    disableHtmlEditor: Type.Boolean({ description: 'Whether customers write plain text.' }),
    confirmBookings: Type.Boolean({ description: 'Whether an appointment is booked only once its link is confirmed.' }),
    answersStrangers: Type.Boolean({
      description: 'Whether a sender of mail whom nobody knows gets an answer, one a day at most.',
    }),
    disablePasswords: Type.Boolean({ description: 'Whether customers sign in by mailed link or passkey alone.' }),
    supportPhone: text('The phone number of the support.'),
    supportHours: text('When the support can be called.'),
    supportEmail: text('The address of the support, to which new tickets without a group are mailed.'),
    address: text('The postal address.'),
    privacyHtml: nullable({ ...Html, description: 'The privacy terms.' }),
    privacyVersion: text('The version of the privacy terms.'),
    privacyValidFrom: text('The day from which the privacy terms apply, `YYYY-MM-DD`.'),
    timeZone: Type.String({ description: 'The IANA time zone of the portal.' }),
  },
  { title: 'StaffPortalSettings' },
)
/** See {@link StaffPortalSettings}. */
export type StaffPortalSettings = Static<typeof StaffPortalSettings>

/** Maximum size of the logo of a portal, in bytes. */
export const portalLogoMax = 512 * 1024

/** The largest width and height of the logo of a portal, in pixels. */
export const portalLogoSideMax = 4000

/** Maximum size of a portal's style sheet, in bytes. */
export const customCssMax = 64 * 1024

const Logo = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of the file; its extension gives the type.',
  }),
  content: Type.String({
    maxLength: 4 * Math.ceil(portalLogoMax / 3),
    contentEncoding: 'base64',
    description: `The image as base64, ${portalLogoMax / 1024} KB of it at most.`,
  }),
})

const html = nullable({ ...Html, maxLength: 200_000, description: 'Only the tags of messages are kept.' })

/** What customers read with its line breaks. */
const lines = Type.String({ maxLength: 500 })

/** What is changed of a portal; what is not named stays as it is. */
export const StaffPortalChange = Type.Object({
  webPortalName: Type.Optional(Type.Unsafe<string>({ ...line(200), minLength: 1, pattern: '\\S' })),
  baseColor: Type.Optional(
    nullable({ ...line(100), description: '`#rgb`, `#rrggbb`, `rgb()` or `hsl()`. Null: no colour of its own.' }),
  ),
  logo: Type.Optional(nullable({ ...Logo, description: 'A new logo. Null: none.' })),
  logoPlate: Type.Optional(Type.Boolean()),
  coverText: Type.Optional(nullable(lines)),
  footerCustomHtml: Type.Optional(html),
  customCss: Type.Optional(nullable(Type.String({ maxLength: customCssMax }))),
  enableServiceContracts: Type.Optional(Type.Boolean()),
  disableHtmlEditor: Type.Optional(Type.Boolean()),
  confirmBookings: Type.Optional(Type.Boolean()),
  answersStrangers: Type.Optional(Type.Boolean()),
  disablePasswords: Type.Optional(Type.Boolean()),
  supportPhone: Type.Optional(nullable(line(500))),
  supportHours: Type.Optional(nullable(lines)),
  supportEmail: Type.Optional(nullable(email)),
  address: Type.Optional(nullable(lines)),
  privacyHtml: Type.Optional(html),
  privacyVersion: Type.Optional(nullable(line(500))),
  privacyValidFrom: Type.Optional(nullable(line(40))),
  timeZone: Type.Optional(line(100)),
})
/** See {@link StaffPortalChange}. */
export type StaffPortalChange = Static<typeof StaffPortalChange>

/** A field of a portal that administrators change. */
export type StaffPortalField = keyof StaffPortalChange

/** Codes of what a style sheet may not do, and of what browsers would skip; a closed list. */
export const cssFaultCodes = [
  'import',
  'address',
  'fixed',
  'inputValue',
  'seeAs',
  'styleEnd',
  'tooDeep',
  'unread',
] as const
/** One of {@link cssFaultCodes}. */
export type CssFaultCode = (typeof cssFaultCodes)[number]

/** What is wrong with a style sheet, and where. */
export const CssFault = Type.Object(
  {
    code: Type.Unsafe<CssFaultCode>({
      type: 'string',
      enum: [...cssFaultCodes],
      description:
        '`unread`: a browser would skip it. The others are refused: `@import`; an address that is neither part of the sheet nor a public ' +
        'picture; `position: fixed`; a selector on what is typed; one on the bar of whoever sees the page as a customer; `</style`; a sheet ' +
        'too deep or too slow to read.',
    }),
    line: Type.Integer({ description: 'The line of the text, from 1.' }),
    column: Type.Integer({ description: 'The character of the line, from 1.' }),
  },
  { title: 'CssFault' },
)
/** See {@link CssFault}. */
export type CssFault = Static<typeof CssFault>

export const listStaffPortals = endpoint({
  name: 'listStaffPortals',
  summary: 'Lists the portals of the account by name, with what they hold',
  method: 'GET',
  path: `${staffRoot}/portals`,
  access: 'staff',
  role: 'administrator',
  reply: Type.Array(StaffPortalRow),
})

export const readStaffPortal = endpoint({
  name: 'readStaffPortal',
  summary: 'Reads the settings of a portal, with an ETag of their state',
  method: 'GET',
  path: `${staffRoot}/portals/:portalid`,
  access: 'staff',
  role: 'administrator',
  reply: StaffPortalSettings,
})

export const changeStaffPortal = endpoint({
  name: 'changeStaffPortal',
  summary: 'Changes the settings that are named of a portal',
  description:
    'With `If-Match`, 409 `conflict` if somebody else has changed the portal since. The rules are those of import and operator API; a name ' +
    'or colour by which the portal could pass for another company’s is `forbidden`, with the field in `errors[].path`.',
  method: 'PATCH',
  path: `${staffRoot}/portals/:portalid`,
  access: 'staff',
  role: 'administrator',
  body: StaffPortalChange,
  reply: StaffPortalSettings,
})

export const openStaffPortal = endpoint({
  name: 'openStaffPortal',
  summary: 'Opens a further portal of the company, with ticket steps and types in a language',
  description:
    'For operators of the installation who work for all portals; others are `forbidden`. 409 `conflict` with the field in `errors[].path` ' +
    'where the key is taken, or where the portal could pass for another company’s: that one only with `evenIfAlike`.',
  method: 'POST',
  path: `${staffRoot}/portals`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({
    webPortalKey: line(40),
    webPortalName: line(200),
    language: { ...Language, description: 'The language of the first ticket steps and types.' },
    timeZone: Type.Optional(line(100)),
    evenIfAlike: Type.Optional(Type.Boolean({ description: 'Opens it although it resembles another company’s.' })),
  }),
  reply: StaffPortalSettings,
  status: 201,
})

export const checkStaffPortalCss = endpoint({
  name: 'checkStaffPortalCss',
  summary: 'Finds what a style sheet may not do, and what browsers would skip; nothing is kept',
  method: 'POST',
  path: `${staffRoot}/portals/:portalid/css-check`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({ css: Type.String({ maxLength: customCssMax, description: 'The style sheet.' }) }),
  reply: Type.Array(CssFault),
})

export const previewStaffPortalMail = endpoint({
  name: 'previewStaffPortalMail',
  summary: 'An invented mail about a ticket in the look of the portal, with what is given in place of its own',
  description: 'For a frame of the staff room: a page without scripts that loads nothing but the logo.',
  method: 'GET',
  path: `${staffRoot}/portals/:portalid/mail-preview`,
  access: 'staff',
  role: 'administrator',
  query: Type.Object({
    webPortalName: Type.Optional(Type.String({ maxLength: 200, description: 'The name in the head of the mail.' })),
    baseColor: Type.Optional(Type.String({ maxLength: 100, description: 'The colour of head and button.' })),
    logo: Type.Optional(
      Type.Unsafe<'none' | 'space'>({
        type: 'string',
        enum: ['none', 'space'],
        description: '`none`: without a logo. `space`: an empty picture in its place.',
      }),
    ),
    language: Type.Optional({ ...Language, description: 'The language of the mail.' }),
  }),
  raw: 'text/html',
})
