import { readFile } from 'node:fs/promises'
import { WrongCall } from './command.ts'
import { givenFile } from './write-line.ts'

/** Options whose value is stored as a field of the portal. */
const texts = {
  name: 'webPortalName',
  color: 'baseColor',
  'cover-text': 'coverText',
  address: 'address',
  'support-email': 'supportEmail',
  'support-phone': 'supportPhone',
  'support-hours': 'supportHours',
  'time-zone': 'timeZone',
} as const

/** Options that name a file whose text is stored as a field of the portal. */
const files = { css: 'customCss', footer: 'footerCustomHtml', privacy: 'privacyHtml' } as const

/** Options with the value on or off that are stored as a field of the portal; `inverted` fields switch off what the option names. */
const switches: Record<string, { field: string; inverted?: true }> = {
  'service-contracts': { field: 'enableServiceContracts' },
  'html-editor': { field: 'disableHtmlEditor', inverted: true },
  'confirm-bookings': { field: 'confirmBookings' },
  'answer-strangers': { field: 'answersStrangers' },
  passwords: { field: 'disablePasswords', inverted: true },
}

/** The options of `portico portal` that set a portal's branding and what it offers. */
export const branding = Object.fromEntries(
  [...Object.keys(texts), ...Object.keys(files), ...Object.keys(switches), 'logo'].map(name => [
    name,
    { type: 'string' as const },
  ]),
)

const textIn = (path: string) =>
  readFile(path, 'utf8').catch(error => {
    throw new WrongCall(`${path} cannot be read: ${error.message}`)
  })

/** Reads the branding options into fields of the portal and the logo file. An empty text clears the field (null). */
export const fieldsOf = async (values: Record<string, string | boolean | undefined>) => {
  const fields: Record<string, unknown> = {}
  for (const [option, field] of Object.entries(texts))
    if (values[option] !== undefined) fields[field] = values[option] || null
  for (const [option, field] of Object.entries(files)) {
    const path = values[option]
    if (path !== undefined) fields[field] = path ? await textIn(String(path)) : null
  }
  for (const [option, { field, inverted = false }] of Object.entries(switches)) {
    const value = values[option]
    if (value === undefined) continue
    if (value !== 'on' && value !== 'off') throw new WrongCall(`--${option} is on or off.`)
    fields[field] = (value === 'on') !== inverted
  }
  const { logo } = values
  if (!logo) return { fields: { ...fields, ...(logo === '' && { logo: null }) } }
  const file = await givenFile(String(logo))
  return { fields: { ...fields, logo: file }, given: [file] }
}
