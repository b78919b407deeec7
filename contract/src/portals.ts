import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { Html, Instant, Link, nullable } from './shapes.ts'

/** `baseColor` of a portal that has set no colour; its header and footer are then #202124. */
export const defaultBaseColor = 'hsl(123,0%,0%)'

/** The settings of a portal that the screens need before sign-in. */
export const PortalSettings = Type.Object({
  webPortalKey: Type.String(),
  webPortalName: Type.String(),
  logoUrl: nullable(Link),
  /** Whether a white plate is behind the logo. */
  logoPlate: Type.Boolean(),
  baseColor: Type.String(),
  footerCustomHtml: nullable(Html),
  customCss: nullable(Link),
  enableServiceContracts: Type.Boolean(),
  disableHtmlEditor: Type.Boolean(),
  /** Whether its people sign in by mailed link or passkey, never by password. */
  disablePasswords: Type.Boolean(),
  supportPhone: nullable(Type.String()),
  supportHours: nullable(Type.String()),
  supportEmail: nullable(Type.String()),
  address: nullable(Type.String()),
  coverText: nullable(Type.String()),
  timeZone: Type.String(),
  /** Whether the portal has services that can be booked without an invitation. */
  takesBookings: Type.Boolean(),
})
export type PortalSettings = Static<typeof PortalSettings>

/** The privacy notice of a portal; `html` is null if none is published. */
export const Privacy = Type.Object({
  html: nullable(Html),
  version: nullable(Type.String()),
  validFrom: nullable(Instant),
})
export type Privacy = Static<typeof Privacy>

export const readPortalSettings = endpoint({
  name: 'readPortalSettings',
  summary: 'What a portal looks like and offers.',
  method: 'GET',
  path: '/api/settings/portals/:company',
  access: 'open',
  reply: PortalSettings,
})

export const readPrivacy = endpoint({
  name: 'readPrivacy',
  summary: 'The privacy terms of a portal.',
  method: 'GET',
  path: '/api/settings/:company/privacy',
  access: 'open',
  reply: Privacy,
})

export const readCustomCss = endpoint({
  name: 'readCustomCss',
  summary: 'The style sheet of a portal, cached for a year.',
  method: 'GET',
  path: '/api/settings/:company/custom.css',
  access: 'open',
  raw: 'text/css',
})
