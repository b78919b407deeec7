const isPlain = (text: string) => /^(#[0-9a-f]{3}|#[0-9a-f]{6}|(rgb|hsl)\(.*\))$/i.test(text)

const paint = (colour: string): string | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // What is no colour of its own, such as `inherit`, leaves the one before.
  const fills = ['#010203', '#040506'].map(before => {
    context.fillStyle = before
    context.fillStyle = colour
    return context.fillStyle
  })
  if (fills[0] !== fills[1]) return undefined
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  if (alpha < 255) return undefined
  return `#${[red, green, blue].map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

/** An opaque colour in any syntax of CSS as six hexadecimal digits; undefined for what is none. */
export const readCssColour = (text: string): string | undefined => {
  const colour = text.trim()
  return CSS.supports('color', colour) ? paint(colour) : undefined
}

/** A colour in a form that portals take: as it was typed where they take that, else as six hexadecimal digits. */
export const portalColour = (text: string): string | undefined => {
  const hex = readCssColour(text)
  return hex !== undefined && isPlain(text.trim()) ? text.trim() : hex
}
