import { PDFArray, type PDFContext, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFStream } from '@cantoo/pdf-lib'
import { wrapText } from '../../kernel/pdf/pdf-page.ts'
import { type Annotation, inherited, numbersOf, textOf } from './annotations.ts'
import type { PageFonts } from './page-fonts.ts'

const name = (text: string) => PDFName.of(text)

/** A colour of an annotation as an operator; an empty list of components means none. */
const colour = (components: number[] | undefined, operators: [grey: string, rgb: string, cmyk: string]) => {
  const operator = { 1: operators[0], 3: operators[1], 4: operators[2] }[components?.length ?? 0]
  return operator && `${components?.join(' ')} ${operator}`
}
const stroke = (components: number[] | undefined) => colour(components, ['G', 'RG', 'K'])
const fill = (components: number[] | undefined) => colour(components, ['g', 'rg', 'k'])

const widthOf = (dict: PDFDict): number => {
  const style = dict.lookup(name('BS'))
  const width = style instanceof PDFDict ? style.lookup(name('W')) : numbersOf(dict.lookup(name('Border')))?.[2]
  if (typeof width === 'number') return width
  return width instanceof PDFNumber ? width.asNumber() : 1
}

const dashesOf = (dict: PDFDict): string => {
  const style = dict.lookup(name('BS'))
  const isDashed = style instanceof PDFDict && style.lookup(name('S')) === name('D')
  return isDashed ? `[${(numbersOf(style.lookup(name('D'))) ?? [3]).join(' ')}] 0 d` : ''
}

const line = (points: number[], close = false): string =>
  points.reduce((path, x, n) => (n % 2 ? path : `${path}${x} ${points[n + 1]} ${n === 0 ? 'm' : 'l'} `), '') +
  (close ? 'h' : '')

/** An ellipse within a rectangle, of four curves. */
const ellipse = ([left, bottom, right, top]: number[]): string => {
  const [l = 0, b = 0, r = 0, t = 0] = [left, bottom, right, top]
  const [x, y] = [(l + r) / 2, (b + t) / 2]
  const [dx, dy] = [((r - l) / 2) * 0.5523, ((t - b) / 2) * 0.5523]
  return `${l} ${y} m ${l} ${y + dy} ${x - dx} ${t} ${x} ${t} c ${x + dx} ${t} ${r} ${y + dy} ${r} ${y} c
    ${r} ${y - dy} ${x + dx} ${b} ${x} ${b} c ${x - dx} ${b} ${l} ${y - dy} ${l} ${y} c h`
}

/** How a path is painted: its outline, its inside, both, or nothing. */
const painted = (path: string, outline: string | undefined, inside: string | undefined): string => {
  if (!outline && !inside) return ''
  return `${outline ?? ''} ${inside ?? ''} ${path} ${outline && inside ? 'B' : outline ? 'S' : 'f'}`
}

/** The corners of each marked piece of text: upper left, upper right, lower left, lower right. */
const quads = (dict: PDFDict): number[][] => {
  const all = numbersOf(dict.lookup(name('QuadPoints'))) ?? []
  return Array.from({ length: Math.floor(all.length / 8) }, (_, n) => all.slice(n * 8, n * 8 + 8))
}

const marks: Record<string, (quad: number[]) => string> = {
  Highlight: ([a, b, c, d, e, f, g, h]) => `${a} ${b} m ${c} ${d} l ${g} ${h} l ${e} ${f} l h f`,
  Underline: ([, , , , e = 0, f = 0, g = 0, h = 0]) => `${line([e, f + 1, g, h + 1])} S`,
  Squiggly: ([, , , , e = 0, f = 0, g = 0, h = 0]) => `${line([e, f + 1, g, h + 1])} S`,
  StrikeOut: ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]) =>
    `${line([(a + e) / 2, (b + f) / 2, (c + g) / 2, (d + h) / 2])} S`,
}

/** The drawing of an annotation that has no picture, in the coordinates of the page; undefined for a kind that readers draw differently. */
const drawingOf = ({ dict, subtype, rect }: Annotation): string | undefined => {
  const colours = numbersOf(dict.lookup(name('C')))
  const width = widthOf(dict)
  const outline = width > 0 ? stroke(colours ?? (subtype === 'FreeText' ? undefined : [0])) : undefined
  const inside = fill(numbersOf(dict.lookup(name('IC'))))
  const pen = `${width} w ${dashesOf(dict)}`
  const within = rect.map((edge, n) => edge + (n < 2 ? width / 2 : -width / 2))
  const [left = 0, bottom = 0, right = 0, top = 0] = within
  const vertices = numbersOf(dict.lookup(name('Vertices'))) ?? []
  switch (subtype) {
    case 'Square':
      return `${pen} ${painted(`${left} ${bottom} ${right - left} ${top - bottom} re`, outline, inside)}`
    case 'Circle':
      return `${pen} ${painted(ellipse(within), outline, inside)}`
    case 'Line':
      return `${pen} ${painted(line(numbersOf(dict.lookup(name('L'))) ?? []), outline, undefined)}`
    case 'Polygon':
      return `${pen} ${painted(line(vertices, true), outline, inside)}`
    case 'PolyLine':
      return `${pen} ${painted(line(vertices), outline, undefined)}`
    case 'Ink': {
      const strokes = dict.lookup(name('InkList'))
      const paths = (strokes instanceof PDFArray ? strokes.asArray() : []).map(one =>
        numbersOf(dict.context.lookup(one)),
      )
      return `${pen} 1 J 1 j ${outline ?? ''} ${paths.map(points => `${line(points ?? [])} S`).join(' ')}`
    }
    default: {
      const mark = marks[subtype]
      if (!mark) return undefined
      const ink = subtype === 'Highlight' ? fill(colours) : stroke(colours ?? [0])
      return ink && `${ink} ${quads(dict).map(mark).join(' ')}`
    }
  }
}

/** Size and colour of the default appearance of a text, `/Helv 12 Tf 0 g`. */
const textStyle = (dict: PDFDict) => {
  const text = textOf(inherited(dict, 'DA')) ?? ''
  const [, size = '0'] = /([\d.]{1,20})\s{1,9}Tf/.exec(text) ?? []
  const [colour = '0 g'] = /(?:[\d.]{1,20}\s{1,9}){1,4}(?:g|rg|k)(?=\s|$)/.exec(text) ?? []
  return { size: Number(size) || 12, colour }
}

const textBox = async (annotation: Annotation, fonts: PageFonts) => {
  const { dict, rect } = annotation
  const [left, bottom, right, top] = rect
  const { size, colour } = textStyle(dict)
  const contents = textOf(dict.lookup(name('Contents'))) ?? ''
  const font = await fonts.fontFor(contents)
  const width = widthOf(dict)
  const ground = fill(numbersOf(dict.lookup(name('C'))))
  const lines = contents.split(/\r\n?|\n/).flatMap(text => wrapText(text, font, size, right - left - 2 * width - 4))
  const words = lines.map(
    (text, n) =>
      `1 0 0 1 ${left + width + 2} ${top - width - 2 - size * (0.8 + n * 1.15)} Tm ${font.encodeText(text)} Tj`,
  )
  const box = ground ? `${ground} ${left} ${bottom} ${right - left} ${top - bottom} re f` : ''
  return { drawing: `${box} BT ${colour} /F ${size} Tf ${words.join(' ')} ET`, resources: { Font: { F: font.ref } } }
}

/** The glyphs of check boxes and radio buttons in ZapfDingbats. */
const markBox = async ({ dict, rect }: Annotation, fonts: PageFonts) => {
  const [left, bottom, right, top] = rect
  const look = dict.lookup(name('MK'))
  const flags = inherited(dict, 'Ff')
  const isRadio = flags instanceof PDFNumber && (flags.asNumber() & 32768) !== 0
  const caption = (look instanceof PDFDict ? textOf(look.lookup(name('CA'))) : undefined) ?? (isRadio ? 'l' : '4')
  const size = Math.min(right - left, top - bottom) * 0.8
  const font = await fonts.dingbats()
  const code = PDFHexString.of(Buffer.from(caption.slice(0, 1), 'latin1').toString('hex'))
  const x = left + (right - left - size * 0.8) / 2
  const drawing = `BT ${textStyle(dict).colour} /F ${size} Tf ${x} ${(bottom + top) / 2 - size * 0.35} Td ${code} Tj ET`
  return { drawing, resources: { Font: { F: font.ref } } }
}

const pictureFrom = (
  context: PDFContext,
  { dict, subtype, rect }: Annotation,
  drawing: string,
  resources: Record<string, unknown>,
): PDFStream => {
  const opacity = dict.lookup(name('CA'))
  const alpha = opacity instanceof PDFNumber ? opacity.asNumber() : 1
  const state = { ca: alpha, CA: alpha, BM: subtype === 'Highlight' ? 'Multiply' : 'Normal' }
  return context.stream(`/G gs ${drawing}`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...rect],
    Resources: context.obj({ ...resources, ExtGState: { G: state } } as Parameters<PDFContext['obj']>[0] & object),
  })
}

/**
 * A picture of an annotation that has none, as readers draw it. Undefined for one that they draw differently, or each with an icon of its own.
 */
export const drawPicture = async (annotation: Annotation, fonts: PageFonts): Promise<PDFStream | undefined> => {
  const { context } = annotation.dict
  if (annotation.subtype === 'FreeText') {
    const { drawing, resources } = await textBox(annotation, fonts)
    return pictureFrom(context, annotation, drawing, resources)
  }
  if (annotation.kind === 'field') {
    const { drawing, resources } = await markBox(annotation, fonts)
    return pictureFrom(context, annotation, drawing, resources)
  }
  const drawing = drawingOf(annotation)
  return drawing === undefined ? undefined : pictureFrom(context, annotation, drawing, {})
}
