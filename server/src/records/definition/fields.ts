import { messageMaxLength } from '@portico/contract/tickets'
import * as Type from 'typebox'
import { isPlainColor } from './base-color.ts'
import { Refusal } from './refusal.ts'

/** A single-line name that is not blank. */
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', oneLine: true })

/** An optional text. */
export const Text = Type.Optional(Type.String({ maxLength: 500 }))

/** An optional e-mail address. */
export const Email = Type.Optional(Type.String({ format: 'email', maxLength: 320 }))

/** A message's stored HTML. It may be longer than what a user can type, because storing escapes characters and expands links. */
export const Message = Type.String({ maxLength: 5 * messageMaxLength })

/** A date or instant, parsed with `instant` of the record type's `row`. */
export const When = Type.String({ maxLength: 40 })

/** An optional colour, validated by {@link colorOf}. */
export const Color = Type.Optional(Type.String({ maxLength: 100 }))

/** Returns a colour that `isPlainColor` accepts; throws a {@link Refusal} for any other text. */
export const colorOf = (text: string, field: string): string => {
  if (!isPlainColor(text)) throw new Refusal(field, 'is not a colour: #rgb, #rrggbb, hsl() or rgb()')
  return text
}

/** The references that determine a record's location. */
export const parents = {
  serviceCompany: { field: 'serviceCompany', recordType: 'serviceCompany', column: 'service_company_id' },
  portal: { field: 'portal', recordType: 'portal', column: 'portal_id' },
  contact: { field: 'contact', recordType: 'contact', column: 'contact_id' },
  wikiFolder: { field: 'folder', recordType: 'wikiFolder', column: 'wiki_folder_id' },
  ticket: { field: 'ticket', recordType: 'ticket', column: 'ticket_id' },
}

/** The largest amount that is kept, in euro. */
export const amountMax = 99_999_999_999

/** Euro, rounded to the cent; negative for refunds. */
export const Amount = Type.Number({ minimum: -amountMax, maximum: amountMax })

/** The display title of a record; not blank. */
export const Title = Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', oneLine: true })
