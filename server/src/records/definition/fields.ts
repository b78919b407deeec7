import { messageMaxLength } from '@portico/contract/tickets'
import * as Type from 'typebox'
import { isPlainColor } from './base-color.ts'
import { Refusal } from './refusal.ts'

/** A name of one line that is not blank. */
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

/** A text that may be absent. */
export const Text = Type.Optional(Type.String({ maxLength: 500 }))

/** An e-mail address that may be absent. */
export const Email = Type.Optional(Type.String({ format: 'email', maxLength: 320 }))

/** A message's HTML: stored, with signs as entities and links opened apart, it is longer than what may be typed. */
export const Message = Type.String({ maxLength: 5 * messageMaxLength })

/** A date or instant, read by the line's `instant`. */
export const When = Type.String({ maxLength: 40 })

/** A colour that may be absent, read by {@link colorOf}. */
export const Color = Type.Optional(Type.String({ maxLength: 100 }))

/** A colour in the closed syntax, or a refusal. */
export const colorOf = (text: string, field: string): string => {
  if (!isPlainColor(text)) throw new Refusal(field, 'is not a colour: #rgb, #rrggbb, hsl() or rgb()')
  return text
}

/** The references that say where a line stands. */
export const parents = {
  serviceCompany: { field: 'serviceCompany', recordType: 'serviceCompany', column: 'service_company_id' },
  portal: { field: 'portal', recordType: 'portal', column: 'portal_id' },
  contact: { field: 'contact', recordType: 'contact', column: 'contact_id' },
  wikiFolder: { field: 'folder', recordType: 'wikiFolder', column: 'wiki_folder_id' },
  ticket: { field: 'ticket', recordType: 'ticket', column: 'ticket_id' },
}

/** Euro, kept to the cent; negative where money is given back. */
export const Amount = Type.Number({ minimum: -99_999_999_999, maximum: 99_999_999_999 })

/** What people see a record under; not only blanks. */
export const Title = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' })
