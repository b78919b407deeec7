const NUMBER = '(?:\\d{1,3}(?:\\.\\d{1,4})?)'
const PERCENT = `${NUMBER}%`
const both = (name: string, ...parts: [string, string, string]) =>
  `${name}\\( ?(?:${parts.join(' ?, ?')}|${parts.join(' ')}) ?\\)`

const SYNTAX = new RegExp(
  `^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|${both('hsl', `${NUMBER}(?:deg)?`, PERCENT, PERCENT)}|${both('rgb', NUMBER, NUMBER, NUMBER)})$`,
  'i',
)

/**
 * Whether a text is an opaque sRGB colour in one of the forms that are safe to insert into pages: `#rgb`, `#rrggbb`, `hsl()` or
 * `rgb()`, with values in range.
 */
export const isPlainColor = (text: string): boolean => {
  if (!SYNTAX.test(text)) return false
  if (text.startsWith('#')) return true
  const [first = 0, second = 0, third = 0] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  return /^hsl/i.test(text) ? first <= 360 && second <= 100 && third <= 100 : Math.max(first, second, third) <= 255
}
