const units = ['B', 'kB', 'MB', 'GB']

/** Formats a size in bytes, in steps of 1024: `2.6 MB`, `340 kB`. */
export const fileSize = (bytes: number, locale: string) => {
  // At most three digits: 1005 kB are 1 MB.
  const found = units.findIndex((_, at) => bytes / 1024 ** at < 999.5)
  const step = found < 0 ? units.length - 1 : found
  const digits = step < 2 ? 0 : 1
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(bytes / 1024 ** step)
  return `${amount} ${units[step]}`
}
