/** A number as somebody types it, with a comma or a point, and with or without points between thousands; undefined for any other text. */
export const typedNumber = (text: string): number | undefined => {
  const plain = text.trim()
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)) return Number(plain.replace(/\./g, '').replace(',', '.'))
  return /^-?\d{1,12}([.,]\d{1,4})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

/** The minutes of a time as somebody types it: `10:30`, `10,5`, `10h30`, `45m`; undefined for any other text. */
export const typedMinutes = (text: string): number | undefined => {
  const plain = text.trim().toLowerCase().replace(/\s+/g, '')
  const [, minus, hours, minutes] = /^(-?)(\d{1,6})(?::|h)([0-5]\d)(?:m|min)?$/.exec(plain) ?? []
  if (hours !== undefined) return (minus ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const [, alone] = /^(\d{1,6})(?:m|min|')$/.exec(plain) ?? []
  if (alone !== undefined) return Number(alone)
  const number = typedNumber(plain.replace(/h$/, ''))
  return number === undefined ? undefined : Math.round(number * 60)
}

/** Minutes as `10:30`, to be typed again. */
export const clockOf = (minutes: number): string => {
  const whole = Math.abs(Math.round(minutes))
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A number to be typed again, with the comma that the language has. */
export const numberText = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 4 }).format(value)
