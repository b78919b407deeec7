/** Control characters, line ends, and those that turn the direction of what follows. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu

/** A text as one line: a blank for what no line has, and none at its ends. */
export const toOneLine = (text: string): string => text.replace(UNWANTED, ' ').trim()
