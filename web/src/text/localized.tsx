import { type Translate, useText } from './use-text.ts'

/** What is to be said, in the texts of whatever language is shown. */
export type LocalizedText = (t: Translate) => string

const Localized = ({ textOf }: { textOf: LocalizedText }) => textOf(useText().t)

/** A text that is kept before it is drawn, as a toast's is: it follows a change of language. */
export const localized = (textOf: LocalizedText) => <Localized textOf={textOf} />
