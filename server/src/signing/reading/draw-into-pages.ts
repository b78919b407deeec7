import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFOptionList,
  type PDFPage,
  type PDFStream,
  PDFTextField,
} from '@cantoo/pdf-lib'
import {
  type Annotation,
  annotationsOf,
  appearanceOf,
  formOf,
  hasValue,
  inherited,
  numbersOf,
  textOf,
  wantsNewAppearances,
} from './annotations.ts'
import { drawPicture } from './comment-pictures.ts'
import { openPageFonts, type PageFonts } from './page-fonts.ts'
import { PdfRefused } from './pdf-refused.ts'

const name = (text: string) => PDFName.of(text)

type Matrix = [number, number, number, number, number, number]

const times = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** The matrix that puts an appearance into the rectangle of its annotation (ISO 32000-2, 12.5.5). */
const placeOf = (appearance: PDFStream, [left, bottom, right, top]: Annotation['rect']): Matrix | undefined => {
  const [x0, y0, x1, y1] = numbersOf(appearance.dict.lookup(name('BBox'))) ?? []
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined
  const own = numbersOf(appearance.dict.lookup(name('Matrix')))
  const matrix: Matrix = own?.length === 6 ? (own as Matrix) : [1, 0, 0, 1, 0, 0]
  const corners = [times(matrix, x0, y0), times(matrix, x1, y0), times(matrix, x0, y1), times(matrix, x1, y1)]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [l, b] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - l, Math.max(...ys) - b]
  if (width === 0 || height === 0) return undefined
  const [sx, sy] = [(right - left) / width, (top - bottom) / height]
  return [sx, 0, 0, sy, left - l * sx, bottom - b * sy]
}

/** What a choice shows of its value, where its options have a value and a text each. */
const showTexts = (field: PDFDict) => {
  const options = inherited(field, 'Opt')
  if (!(options instanceof PDFArray)) return
  const pairs = options.asArray().map((_, n) => {
    const one = options.lookup(n)
    const [value, text] = one instanceof PDFArray ? [one.lookup(0), one.lookup(1)] : [one, one]
    return [textOf(value) ?? '', textOf(text) ?? ''] as const
  })
  const shown = (value: string) => pairs.find(([known]) => known === value)?.[1] ?? value
  const value = inherited(field, 'V')
  const values =
    value instanceof PDFArray ? value.asArray().map((_, n) => textOf(value.lookup(n)) ?? '') : [textOf(value) ?? '']
  const { context } = field
  const string = (text: string) => PDFHexString.fromText(text)
  field.set(name('Opt'), context.obj(pairs.map(([, text]) => string(text))))
  field.set(
    name('V'),
    values.length === 1 ? string(shown(values[0] ?? '')) : context.obj(values.map(one => string(shown(one)))),
  )
  field.delete(name('I'))
}

/** Draws the value of a text or choice with the library. */
const drawValue = async (field: PDFField, fonts: PageFonts) => {
  if (field instanceof PDFTextField) return field.updateAppearances(await fonts.fontFor(field.getText() ?? ''))
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    showTexts(field.acroField.dict)
    return field.updateAppearances(await fonts.fontFor([...field.getOptions(), ...field.getSelected()].join('')))
  }
}

/** What drawing takes: the document, fonts, and the library's field of a widget. */
type Drawing = { document: PDFDocument; fonts: PageFonts; fieldOf: (widget: PDFDict) => PDFField | undefined }

const openDrawing = (document: PDFDocument): Drawing => {
  let fields: Map<PDFDict, PDFField> | undefined
  const readFields = () => {
    const all = document.getForm().getFields()
    return new Map(all.flatMap(field => field.acroField.getWidgets().map(({ dict }) => [dict, field] as const)))
  }
  const fieldOf = (widget: PDFDict) => {
    fields ??= readFields()
    return fields.get(widget)
  }
  return { document, fonts: openPageFonts(document), fieldOf }
}

/** Draws the value of a field that has no picture of it. */
const drawField = async ({ dict }: Annotation, { fonts, fieldOf }: Drawing): Promise<PDFStream | undefined> => {
  try {
    const field = fieldOf(dict)
    if (field) await drawValue(field, fonts)
  } catch (error) {
    // The library refuses rich text, and letters for which nobody has a font.
    throw new PdfRefused('form', { cause: error })
  }
  return appearanceOf(dict)
}

/** The picture of an annotation as every reader would draw it; undefined for one that shows nothing. Throws PdfRefused. */
const pictureOf = async (annotation: Annotation, drawing: Drawing): Promise<PDFStream | undefined> => {
  const { document, fonts } = drawing
  const { kind, dict, appearance, rect } = annotation
  if (!annotation.isShown || rect[0] === rect[2] || rect[1] === rect[3]) return undefined
  if (kind === 'comment')
    return appearance ?? (await drawPicture(annotation, fonts).catch(() => undefined)) ?? refuse('comments')
  const isMark = inherited(dict, 'FT') === name('Btn')
  const isOutdated = wantsNewAppearances(document) && !isMark && inherited(dict, 'FT') !== name('Sig')
  if (!hasValue(annotation) || (appearance && !isOutdated)) return appearance
  return (await (isMark ? drawPicture(annotation, fonts) : drawField(annotation, drawing))) ?? refuse('form')
}

const refuse = (why: 'form' | 'comments'): never => {
  throw new PdfRefused(why)
}

/** A picture with its place on a page, and the layer that it belongs to. */
type Placed = { picture: PDFStream; place: Matrix; layer: PDFObject | undefined }

/** Draws pictures onto a page, above its content. */
const drawOnto = (page: PDFPage, pictures: readonly Placed[], prefix: string) => {
  const { context } = page.doc
  // Pages may share the list of their content.
  const content = page.node.Contents()
  if (content instanceof PDFArray) page.node.set(PDFName.Contents, context.obj(content.asArray()))
  // This also puts the content between `q` and `Q`, because it may leave the state of the page changed.
  page.node.normalize()
  const drawings = pictures.map(({ picture, place, layer }, n) => {
    picture.dict.set(name('Type'), name('XObject'))
    picture.dict.set(name('Subtype'), name('Form'))
    if (layer && !picture.dict.has(name('OC'))) picture.dict.set(name('OC'), layer)
    const key = name(`${prefix}_${n}`)
    page.node.setXObject(key, context.getRef(picture) ?? context.register(picture))
    return `q ${place.map(number => number.toFixed(5)).join(' ')} cm ${key} Do Q`
  })
  page.node.addContentStream(context.register(context.stream(`${drawings.join('\n')}\n`)))
}

/** What was drawn or taken away. */
export type DrawnParts = { form: boolean; comments: boolean; xfa: boolean }

const hasXfa = (document: PDFDocument) => formOf(document)?.has(name('XFA')) ?? false

/** Whether what an XFA form shows is in its XFA alone. */
const needsXfaReader = (document: PDFDocument): boolean => {
  if (!hasXfa(document)) return false
  const fields = formOf(document)?.lookup(name('Fields'))
  return (
    String(document.catalog.lookup(name('NeedsRendering'))) === 'true' ||
    !(fields instanceof PDFArray && fields.size() > 0)
  )
}

/**
 * Makes what pages show beside their content part of it: the fields of the form and the comments are drawn and removed, links are kept. Throws
 * PdfRefused for what readers would draw differently.
 */
export const drawIntoPages = async (document: PDFDocument): Promise<DrawnParts> => {
  if (needsXfaReader(document)) throw new PdfRefused('xfa')
  const found: DrawnParts = { form: formOf(document) !== undefined, comments: false, xfa: hasXfa(document) }
  const drawing = openDrawing(document)
  const annotations = annotationsOf(document).filter(({ kind }) => kind !== 'link')
  const pictures = new Map<PDFPage, Placed[]>()
  for (const annotation of annotations) {
    const { kind, page, dict, rect } = annotation
    found[kind === 'field' ? 'form' : 'comments'] = true
    const picture = await pictureOf(annotation, drawing)
    const place = picture && placeOf(picture, rect)
    if (!picture || !place) continue
    pictures.set(page, [...(pictures.get(page) ?? []), { picture, place, layer: dict.get(name('OC')) }])
  }
  for (const [n, [page, drawn]] of [...pictures].entries()) drawOnto(page, drawn, `Drawn${n}`)
  const drawn = new Set(annotations.map(({ dict }) => dict))
  for (const page of new Set(annotations.map(one => one.page))) {
    const list = page.node.lookup(name('Annots'), PDFArray)
    for (let n = list.size() - 1; n >= 0; n -= 1) if (drawn.has(list.lookup(n) as PDFDict)) list.remove(n)
  }
  document.catalog.delete(name('AcroForm'))
  document.catalog.delete(name('NeedsRendering'))
  return found
}

/** Whether something of a file would have to be drawn, so that every reader shows it alike. Throws PdfRefused as {@link drawIntoPages} does. */
export const hasUndrawn = (document: PDFDocument): boolean =>
  annotationsOf(document).some(annotation => {
    const { kind, isShown, appearance, rect } = annotation
    if (!isShown || kind === 'link' || rect[0] === rect[2] || rect[1] === rect[3]) return false
    if (kind === 'comment') return appearance === undefined
    return hasValue(annotation) && (appearance === undefined || wantsNewAppearances(document))
  }) || hasXfa(document)
