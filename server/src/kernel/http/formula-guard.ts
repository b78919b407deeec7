/** A spreadsheet takes a value that begins like this for a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@]|^[\t\r]/

/** An apostrophe before a formula or a number, as {@link withGuard} and people write it; or before one that is guarded already. */
const GUARDED = /^'[\s']*(?:$|[\t\r]|[=+\-@]|\d[\d\s.,/()-]*$)/

/** A text as a formula, with which programs keep spreadsheets from changing a number: `="0461"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** A text without blanks that nobody sees; a no-break space is a space. */
const withPlainBlanks = (text: string): string =>
  text.replace(/[\u200b\u2060\ufeff]/g, '').replace(/[\u00a0\u2007\u202f]/g, ' ')

/** The value of a cell with an apostrophe before it if a spreadsheet would take it for a formula, or {@link withoutGuard} would change it. */
export const withGuard = (text: string): string => {
  const plain = withPlainBlanks(text)
  return FORMULA.test(plain) || GUARDED.test(plain.trim()) ? `'${text}` : text
}

/**
 * The value of a cell without blanks around it and without what keeps spreadsheets from changing it. Of what {@link withGuard} has written
 * it is the same value as before.
 */
export const withoutGuard = (text: string): string => {
  const plain = withPlainBlanks(text).trim()
  if (GUARDED.test(plain)) return plain.slice(1).trim()
  return (TEXT_FORMULA.exec(plain)?.[1]?.replaceAll('""', '"') ?? plain).trim()
}
