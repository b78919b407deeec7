/** The town of an address as people write it: what follows the last comma, without the postal code. */
export const townOf = (address: string | null) => {
  const last = address?.split(/[,\n]/).at(-1)?.trim()
  return last?.replace(/^(?:[A-Z]{1,2}-)?\d{4,5}\s+/, '') || undefined
}
