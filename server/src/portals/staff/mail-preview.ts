import type { Language } from '@portico/contract/language'
import type { StaffPortalSettings } from '@portico/contract/staff/portals'
import { renderMail } from '../../kernel/messages/mail-frame.ts'
import { sampleMail } from './sample-mail.ts'

/** The headers of a page that the staff room shows in a frame: no script, no address but pictures of its own. */
export const framedPage: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
}

/** A picture of one transparent pixel, which takes the place of a logo. */
const EMPTY_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

type Given = {
  webPortalName?: string | undefined
  baseColor?: string | undefined
  logo?: 'none' | 'space' | undefined
  language?: Language | undefined
}

/** An invented mail about a ticket as the portal would send it, with what is given in place of its own settings. */
export const renderMailPreview = (portal: StaffPortalSettings, given: Given): string => {
  const { webPortalName = portal.webPortalName, baseColor = portal.baseColor, language = 'it-IT' } = given
  const own = given.logo === 'space' ? EMPTY_PICTURE : (portal.logo?.url ?? null)
  const lines = [portal.address, portal.supportPhone, portal.supportEmail].filter(line => line !== null)
  const logo = given.logo === 'none' ? null : own
  const brand = { name: webPortalName, baseColor, logo, lines }
  return renderMail(sampleMail[language], { brand, language, origin: '', unsubscribe: undefined }).html
}
