import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'

/** Actions that run, send, open or hide something; the others lead to a place or an address (ISO 32000-2, 12.6.4). */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'Hide',
  'SetOCGState',
  'Rendition',
  'Movie',
  'Sound',
  'Trans',
  'GoTo3DView',
  'RichMediaExecute',
].map(name => PDFName.of(name))

const name = (text: string) => PDFName.of(text)

const isActive = (value: PDFObject | undefined): boolean => {
  if (!(value instanceof PDFDict)) return false
  const kind = value.lookup(name('S'))
  // An element of the structure tree has its parent in `P`, and a kind of the author's choice in `S`.
  return kind instanceof PDFName && ACTIVE.includes(kind) && !value.has(name('P'))
}

/** Takes the active actions out of a value and what it holds directly. Returns whether there were any. */
const cleanValue = (value: PDFObject | undefined): boolean => {
  let found = false
  if (value instanceof PDFStream) return cleanValue(value.dict)
  if (value instanceof PDFDict)
    for (const [key, one] of value.entries())
      if (isActive(value.context.lookup(one))) {
        value.delete(key)
        found = true
      } else if (cleanValue(one)) found = true
  if (value instanceof PDFArray)
    for (let n = value.size() - 1; n >= 0; n -= 1)
      if (isActive(value.lookup(n))) {
        value.remove(n)
        found = true
      } else if (cleanValue(value.get(n))) found = true
  return found
}

/** Removes every action that runs, sends, opens or hides something, wherever it is. Returns whether there were any. */
export const removeScripts = ({ catalog, context }: PDFDocument): boolean => {
  const names = catalog.lookup(name('Names'))
  let found = false
  if (names instanceof PDFDict && names.has(name('JavaScript'))) {
    names.delete(name('JavaScript'))
    found = true
  }
  for (const [, value] of context.enumerateIndirectObjects()) found = cleanValue(value) || found
  return found
}
