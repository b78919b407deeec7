import type { ReactElement } from 'react'
import { Trans } from 'react-i18next'
import type { TextKey, TextValues } from './use-text.ts'

type RichTextProps = {
  i18nKey: TextKey
  count?: number
  values?: TextValues
  components?: readonly ReactElement[] | Record<string, ReactElement>
}

/** A text with elements in it: `<0>…</0>` or `<name>…</name>` in the catalogue is the element of that place or name. */
export const RichText = Trans as unknown as (props: RichTextProps) => ReactElement
