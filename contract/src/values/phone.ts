/** Normalises a phone number to an optional plus and 6 to 15 digits; undefined for any other text. */
export const readPhone = (typed: string): string | undefined => {
  const plain = typed
    .trim()
    .replace(/[\s().\-/]/g, '')
    .replace(/^00/, '+')
  return /^\+?\d{6,15}$/.test(plain) ? plain : undefined
}
