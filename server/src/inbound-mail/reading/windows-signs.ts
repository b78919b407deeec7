/** What Windows-1252 has where ISO-8859-1 has control characters, from U+0080 on; a blank where it has nothing. */
const SIGNS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * The text with the signs of Windows-1252, such as € and ’, that were read as control characters: mail programs call this charset ISO-8859-1,
 * and several versions of Node decode it so by whatever name.
 */
export const withWindowsSigns = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, control => {
    const sign = SIGNS[control.charCodeAt(0) - 0x80]
    return sign === undefined || sign === ' ' ? control : sign
  })
