import * as jsvat from 'jsvat'

const { andorra, brazil, europe, russia, ...others } = jsvat
const countries = Object.values(others).filter(one => typeof one === 'object' && 'rules' in one)

/** Eleven digits, the last of which checks the others (Luhn). jsvat also knows the offices that issue them; its list is older than some. */
const isItalian = (number: string): boolean => {
  if (!/^\d{11}$/.test(number) || Number(number) === 0) return false
  const sum = [...number].reduce((sum, digit, at) => {
    const value = Number(digit) * (1 + (at % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * Why a text cannot be a VAT number, as the end of a sentence; undefined where it can, by the form and the check digits of its country.
 * Without the letters of a country a number of digits is an Italian one and another a Spanish one. Of a country whose numbers are not
 * known nothing is said.
 */
export const vatNumberFault = (text: string): string | undefined => {
  const fault = 'cannot be a VAT number'
  const number = text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^IT(?=\d)/, '')
    .replace(/^GR/, 'EL')
  if (/^\d+$/.test(number)) {
    if (isItalian(number)) return undefined
    const whole = number.padStart(11, '0')
    const hasLostZeros = number.length > 7 && number.length < 11 && isItalian(whole)
    return hasLostZeros ? `${fault}: a spreadsheet may have taken the 0 off ${whole}` : fault
  }
  const { isSupportedCountry, isValid } = jsvat.checkVAT(/^[A-Z]{2}/.test(number) ? number : `ES${number}`, countries)
  return isSupportedCountry && !isValid ? fault : undefined
}
