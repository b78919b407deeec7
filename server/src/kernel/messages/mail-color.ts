type Rgb = readonly [number, number, number]

const DEFAULT = '#202124'
const MARKER = /^hsl\(123,0%,0%\)$/

const fromHsl = (hue: number, saturation: number, lightness: number): Rgb => {
  const [s, l] = [saturation / 100, lightness / 100]
  const at = (n: number) => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [at(0), at(8), at(4)]
}

const toHex = (rgb: Rgb) => `#${rgb.map(part => part.toString(16).padStart(2, '0')).join('')}`

const fromHex = (hex: string): Rgb => {
  const long = hex.length === 4 ? [...hex.slice(1)].map(digit => digit + digit).join('') : hex.slice(1)
  return [0, 2, 4].map(at => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb
}

/** The channels, 0 to 255, of a portal's colour in any supported syntax; any other text gives the default colour. */
export const parseColor = (color: string): Rgb => {
  const text = color.trim().replace(/\s+/g, ' ').toLowerCase()
  if (MARKER.test(text.replaceAll(' ', ''))) return fromHex(DEFAULT)
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(text)) return fromHex(text)
  const [first = 0, second = 0, third = 0] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  if (text.startsWith('hsl(')) return fromHsl(first, second, third)
  if (text.startsWith('rgb(')) return [Math.round(first), Math.round(second), Math.round(third)]
  return fromHex(DEFAULT)
}

const luminance = (rgb: Rgb): number => {
  const [r = 0, g = 0, b = 0] = rgb.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const darkenForWhite = (rgb: Rgb) => 1.05 / (luminance(rgb) + 0.05)

/** The ground of a mail in a dark scheme. */
export const DARK_GROUND = '#1f2227'

const onDark = (rgb: Rgb) => (luminance(rgb) + 0.05) / (luminance(fromHex(DARK_GROUND)) + 0.05)

/** A portal's colours for its mails; see {@link mailColors}. */
export type MailColors = { base: string; text: string; link: string; darkLink: string }

/**
 * A portal's colour in the syntax that mail programs support: `base`, the text on it, and shades for links on white and on
 * {@link DARK_GROUND} (WCAG AA).
 */
export const mailColors = (baseColor: string): MailColors => {
  const base = parseColor(baseColor)
  let link = base
  while (darkenForWhite(link) < 5) link = link.map(part => Math.floor(part * 0.92)) as unknown as Rgb
  let darkLink = base
  while (onDark(darkLink) < 5) darkLink = darkLink.map(part => Math.ceil(part + (255 - part) * 0.08)) as unknown as Rgb
  const text = darkenForWhite(base) >= 4.58 ? '#ffffff' : '#000000'
  return { base: toHex(base), text, link: toHex(link), darkLink: toHex(darkLink) }
}
