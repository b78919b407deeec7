const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** The bytes of a text like `500 MB`, with units of 1024; undefined if it is malformed. */
export const parseByteSize = (text: string): number | undefined => {
  const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([KMGT]?B)$/i.exec(text.trim()) ?? []
  if (amount === undefined) return undefined
  return Math.round(Number(amount) * 1024 ** units.indexOf(unit.toUpperCase() as (typeof units)[number]))
}

/** A number of bytes for people to read, like `1.5 GB`. */
export const formatByteSize = (bytes: number): string => {
  let amount = bytes
  let unit = 0
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`
}
