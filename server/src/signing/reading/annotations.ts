import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

const name = (text: string) => PDFName.of(text)

/** Flags of an annotation (ISO 32000-2, 12.5.3). */
const HIDDEN = 2 | 32

/** What a page shows beside its content: a link, a field of the form, or a comment. */
export type Annotation = {
  page: PDFPage
  dict: PDFDict
  kind: 'link' | 'field' | 'comment'
  subtype: string
  /** Left, bottom, right, top. */
  rect: [number, number, number, number]
  /** Whether a reader shows it on the screen. */
  isShown: boolean
  /** Its normal appearance. */
  appearance: PDFStream | undefined
}

/** The numbers of an array; undefined for anything else. */
export const numbersOf = (value: PDFObject | undefined): number[] | undefined => {
  if (!(value instanceof PDFArray)) return undefined
  const numbers = value.asArray().map((_, n) => value.lookup(n))
  return numbers.every(one => one instanceof PDFNumber) ? numbers.map(one => one.asNumber()) : undefined
}

/** The text of a string; undefined for anything else. */
export const textOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined

/** The picture that a file has of an annotation in its present state. */
export const appearanceOf = (dict: PDFDict): PDFStream | undefined => {
  const appearances = dict.lookup(name('AP'))
  const normal = appearances instanceof PDFDict ? appearances.lookup(name('N')) : undefined
  if (normal instanceof PDFStream) return normal
  const state = dict.lookup(name('AS'))
  const chosen = normal instanceof PDFDict && state instanceof PDFName ? normal.lookup(state) : undefined
  return chosen instanceof PDFStream ? chosen : undefined
}

const kinds: Record<string, Annotation['kind']> = { Link: 'link', Widget: 'field' }

const annotationOf = (page: PDFPage, dict: PDFDict): Annotation => {
  const subtype = dict.lookup(name('Subtype'))
  const kind = subtype instanceof PDFName ? subtype.decodeText() : ''
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(dict.lookup(name('Rect'))) ?? []
  const flags = dict.lookup(name('F'))
  return {
    page,
    dict,
    kind: kinds[kind] ?? 'comment',
    subtype: kind,
    rect: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)],
    isShown: kind !== 'Popup' && ((flags instanceof PDFNumber ? flags.asNumber() : 0) & HIDDEN) === 0,
    appearance: appearanceOf(dict),
  }
}

/** The annotations of all pages, in the order in which they are drawn. */
export const annotationsOf = (document: PDFDocument): Annotation[] =>
  document.getPages().flatMap(page => {
    const list = page.node.lookup(name('Annots'))
    if (!(list instanceof PDFArray)) return []
    return list.asArray().flatMap((_, n) => {
      const dict = list.lookup(n)
      return dict instanceof PDFDict ? [annotationOf(page, dict)] : []
    })
  })

/** The form of a document. */
export const formOf = ({ catalog }: PDFDocument): PDFDict | undefined => {
  const form = catalog.lookup(name('AcroForm'))
  return form instanceof PDFDict ? form : undefined
}

/** Whether the file asks readers to draw its fields anew. */
export const wantsNewAppearances = (document: PDFDocument): boolean =>
  formOf(document)?.lookup(name('NeedAppearances')) === PDFBool.True

/** An entry of a field, which its parents may hold. */
export const inherited = (field: PDFDict, key: string): PDFObject | undefined => {
  let dict: PDFObject | undefined = field
  for (let depth = 0; dict instanceof PDFDict && depth < 20; depth += 1) {
    const value = dict.lookup(name(key))
    if (value !== undefined) return value
    dict = dict.lookup(name('Parent'))
  }
  return undefined
}

/** Whether a field has a value or a mark that a reader would draw. */
export const hasValue = ({ dict }: Annotation): boolean => {
  const type = inherited(dict, 'FT')
  const value = inherited(dict, 'V')
  if (type === name('Btn')) {
    // Where it has pictures, but none of its state, readers draw nothing.
    const state = dict.has(name('AP')) ? undefined : (dict.lookup(name('AS')) ?? dict.lookup(name('V')))
    return state instanceof PDFName && state !== name('Off')
  }
  if (type === name('Sig')) return false
  return (textOf(value) ?? '') !== '' || (value instanceof PDFArray && value.size() > 0) || value instanceof PDFStream
}
