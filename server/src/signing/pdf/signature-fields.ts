import type { PdfFile } from './file.ts'
import { isName, PdfDict, PdfRef, PdfString, PdfUnreadable, type PdfValue } from './values.ts'

const FIELDS_MAX = 5000
const DEPTH_MAX = 20

/** A form field or one of its widgets. `name` is the full name including the parents'; `type` may be inherited. */
export type FormField = { reference: PdfRef; dict: PdfDict; name: string; type: PdfValue }

/** Decodes a text string: UTF-16 or UTF-8 by its byte order mark, else Latin-1. */
export const decodedText = ({ bytes }: PdfString): string => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le')
  return bytes[0] === 0xef && bytes[1] === 0xbb ? bytes.toString('utf8', 3) : bytes.toString('latin1')
}

/** A text for display, on one line; null if there is none. */
export const shownText = (value: PdfValue): string | null =>
  value instanceof PdfString
    ? decodedText(value)
        .replace(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, 300) || null
    : null

/** The form fields and their widgets as of a section, each once. Throws {@link PdfUnreadable} if the fields are not a tree. */
export const formFields = (file: PdfFile, at: number): FormField[] => {
  const found: FormField[] = []
  const seen = new Set<number>()
  const walk = (list: PdfValue, parent: { name: string; type: PdfValue }, depth: number) => {
    if (!Array.isArray(list)) return
    for (const reference of list) {
      if (!(reference instanceof PdfRef)) throw new PdfUnreadable('A field that is no object of its own')
      if (seen.has(reference.number) || seen.size >= FIELDS_MAX || depth > DEPTH_MAX)
        throw new PdfUnreadable('Too many fields, or one twice')
      seen.add(reference.number)
      const dict = file.resolve(reference, at)
      if (!(dict instanceof PdfDict)) continue
      const partial = shownText(file.get(dict, 'T', at))
      const name = [parent.name, partial].filter(Boolean).join('.')
      const type = file.get(dict, 'FT', at) ?? parent.type
      found.push({ reference, dict, name, type })
      walk(file.get(dict, 'Kids', at), { name, type }, depth + 1)
    }
  }
  const form = file.get(file.catalog(at), 'AcroForm', at)
  if (form instanceof PdfDict) walk(file.get(form, 'Fields', at), { name: '', type: null }, 0)
  return found
}

/** The value of a signature field: the signature dictionary and its object number, and the name of the field. */
export type SignatureValue = { field: string; number: number; dict: PdfDict }

/** The signatures of the form as of a section, each once. */
export const namedSignatures = (file: PdfFile, at: number): SignatureValue[] => {
  const found = new Map<number, SignatureValue>()
  for (const { dict, name, type } of formFields(file, at)) {
    const value = dict.get('V')
    if (!isName(type, 'Sig') || !(value instanceof PdfRef) || found.has(value.number)) continue
    const signature = file.resolve(value, at)
    if (signature instanceof PdfDict) found.set(value.number, { field: name, number: value.number, dict: signature })
  }
  return [...found.values()]
}
