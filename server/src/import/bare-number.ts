/**
 * A VAT number or fiscal code as numbers are compared: without blanks and punctuation, and an Italian VAT number without its country. The
 * function `bare_number` of the database is the same.
 */
export const bareNumber = (number: string): string =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^IT(?=\d{11}$)/, '')
