import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

// What an address holds are texts and numbers, and each screen reads either. They are written plainly, `webUserIds=2`; the router's own
// way writes a text that looks like a number as JSON, `webUserIds=%222%22`, and links of that kind still stand in mails and bookmarks.
const quoted = (text: string): string => {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'string') throw new TypeError('no text in quotation marks')
  return value
}

/** Reads the search of an address: texts, and numbers where they are written as such. */
export const parseSearch = parseSearchWith(quoted)

/** Writes it; only a text that stands in quotation marks itself gets further ones. */
export const stringifySearch = stringifySearchWith(JSON.stringify, quoted)
