/**
 * Control characters, line ends, blanks without a width, and what turns the direction of what follows. Joiners stay: Persian words and
 * many emoji are made with them.
 */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]+/gu

/** A text as one line: a blank for what no line has, and none at its ends. */
export const toOneLine = (text: string): string => text.replace(UNWANTED, ' ').trim()
