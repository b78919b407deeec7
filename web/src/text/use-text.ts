import { useTranslation } from 'react-i18next'
import type { words } from './en/words.ts'

/**
 * The texts of a program: what both have, and what each declares beside the list of its sections.
 * @public
 */
export interface Catalogue {
  shared: { words: typeof words }
}

type Keys<Texts> = Texts extends object
  ? {
      [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${Keys<Texts[Name]>}`
    }[keyof Texts & string]
  : never

type WithoutPlural<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key

/**
 * The key of a text, as `invoices.date`; a text with a number has one key for all its forms. The types that come with i18next work this union
 * out again at each call, which was three quarters of the work of checking the staff's program.
 */
export type TextKey = WithoutPlural<Keys<Catalogue[keyof Catalogue]>>

/** What stands in the place of a text's `{{name}}`; `count` chooses its form. */
export type TextValues = Record<string, string | number | null | undefined>

/** Gives a text in the reader's language; with `returnObjects` all texts of a group, for those whose names have dots. */
export type Translate = {
  (key: TextKey, values?: TextValues): string
  <Group extends object>(group: string, how: { returnObjects: true }): Group
}

/** Texts in the reader's language. */
export const useText = useTranslation as () => { t: Translate }
