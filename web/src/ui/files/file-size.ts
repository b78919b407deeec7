const units = ['B', 'kB', 'MB', 'GB']

/** Formats a size in bytes, in steps of 1024: `2.6 MB`, `340 kB`. */
export const fileSize = (bytes: number, locale: string) => {
  const step = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 0), units.length - 1)
  const digits = step < 2 ? 0 : 1
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(bytes / 1024 ** step)
  return `${amount} ${units[step]}`
}
