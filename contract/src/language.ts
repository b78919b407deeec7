import * as Type from 'typebox'
import type { Static } from './schema/static.ts'

/** The languages of the product; the first is the default. */
export const languages = ['it-IT', 'en-EN', 'es-ES'] as const
/** One of the product's languages, as the API spells it. */
export const Language = Type.Unsafe<(typeof languages)[number]>({ type: 'string', enum: [...languages] })
/** One of the product's languages, as the API spells it. */
export type Language = Static<typeof Language>
