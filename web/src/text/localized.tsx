import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** What is to be said, in the texts of whatever language is shown. */
export type LocalizedText = (t: TFunction) => string

const Localized = ({ textOf }: { textOf: LocalizedText }) => textOf(useTranslation().t)

/** A text that is kept before it is drawn, as a toast's is: it follows a change of language. */
export const localized = (textOf: LocalizedText) => <Localized textOf={textOf} />
