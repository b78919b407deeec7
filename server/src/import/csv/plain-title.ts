import { fold } from '../../kernel/database/search-words.ts'

/** A title as titles are compared: without case, accents and punctuation. */
export const plainTitle = (title: string): string => fold(title).replace(/[^\p{L}\p{N}]+/gu, '')
