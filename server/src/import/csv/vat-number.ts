import * as jsvat from 'jsvat'

const { andorra, brazil, europe, russia, ...others } = jsvat
const countries = Object.values(others).filter(one => typeof one === 'object' && 'rules' in one)

/** Eleven digits with a Luhn check digit. jsvat also checks the code of the issuing office, but its list lacks newer offices. */
const isItalian = (number: string): boolean => {
  if (!/^\d{11}$/.test(number) || Number(number) === 0) return false
  const sum = [...number].reduce((sum, digit, at) => {
    const value = Number(digit) * (1 + (at % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * Why a text cannot be a VAT number, as the end of a sentence; undefined if it can, judged by the format and check digits of its
 * country. Without a country prefix, a number of digits only is taken as Italian and any other as Spanish. Numbers of unknown
 * countries are accepted.
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
