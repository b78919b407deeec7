/** Colours that a portal may start with: quiet ones, on which white is read well. */
export const startColours = [
  '#1b5e8c',
  '#0f766e',
  '#2f6b3a',
  '#7a5c00',
  '#b4490f',
  '#a3203c',
  '#6b3fa0',
  '#37474f',
] as const

/** A colour of six hexadecimal digits, as the picker takes it; undefined for what is none. */
export const readColour = (text: string) => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!digits) return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * How a colour is read: whether black or white stands on it, the contrast of that (WCAG 2.2, 1.4.3), and whether the colour is too pale to be
 * distinguished from a white page (1.4.11).
 */
export const rateColour = (colour: string): { ink: 'black' | 'white'; contrast: number; isPale: boolean } => {
  const own = luminance(colour)
  const white = 1.05 / (own + 0.05)
  const black = (own + 0.05) / 0.05
  return { ink: black > white ? 'black' : 'white', contrast: Math.max(black, white), isPale: white < 3 }
}

/** The contrast of two colours of six hexadecimal digits (WCAG 2.2). */
export const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast that a colour needs to be distinguished from white paper (WCAG 2.2, 1.4.11). */
const CONTRAST_MIN = 3

/** The nearest shade of a colour that can be distinguished from white paper: the colour itself, or darker by as little as it takes. */
export const mendColour = (colour: string): string => {
  const channels = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  for (let part = 1; part > 0; part -= 0.005) {
    const shade = `#${channels
      .map(channel =>
        Math.floor(channel * part)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    if (contrastOf(shade, '#ffffff') >= CONTRAST_MIN) return shade
  }
  return '#000000'
}
