import { decodedText } from '../pdf/signature-fields.ts'
import {
  emptyDict,
  isName,
  isPlain,
  PdfDict,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
  sameDict,
  sameValue,
} from '../pdf/values.ts'
import type { Step } from './step.ts'

const METADATA_MAX = 1_000_000

// The properties that signing software writes about itself.
const NOTED = ['ModDate', 'Producer']
const NOTED_XMP = /(?:xmp:(?:ModifyDate|MetadataDate)|pdf:Producer|xmpMM:InstanceID)/.source
const NOTES_XMP = new RegExp(`<(${NOTED_XMP})>[^<>]*</\\1>|\\s(?:${NOTED_XMP})=(?:"[^"<>]*"|'[^'<>]*')`, 'g')

/** The metadata of the document without the properties that software writes about itself. */
const essenceOf = (text: string) =>
  text
    .replace(NOTES_XMP, '')
    .replace(/x:xmptk="[^"<>]*"/, '')
    .replace(/\s+/g, ' ')

/** How the metadata differ: not at all, only in what the writing software says about itself (`noted`), or in what they say about the document. */
export type MetadataChange = 'none' | 'noted' | 'changed'

/** Compares the document information dictionary that the trailer names. */
export const compareInformation = (step: Step): MetadataChange => {
  const [was, is] = [step.file.trailer(step.old).get('Info'), step.file.trailer(step.now).get('Info')]
  if (!(is instanceof PdfRef) || !step.touched.has(is.number)) return sameValue(was, is) ? 'none' : 'changed'
  const isSame = sameValue(was, is) && step.isOnlyAt(is.number, 'trailer/Info')
  const [old, now] = [step.before(was) ?? emptyDict, step.after(is)]
  if (!(isSame || step.isNew(is.number)) || !(old instanceof PdfDict) || !(now instanceof PdfDict)) return 'changed'
  if (![...now.entries.values()].every(isPlain)) return 'changed'
  step.claim(is.number)
  const noted = was === null ? [...NOTED, 'CreationDate'] : NOTED
  const isSameText = (key: string) => {
    const [text, other] = [old.get(key), now.get(key)]
    // Software that rewrites everything may choose another encoding.
    return text instanceof PdfString && other instanceof PdfString && decodedText(text) === decodedText(other)
  }
  return sameDict(old, now, [...noted, ...[...now.entries.keys()].filter(isSameText)]) ? 'noted' : 'changed'
}

const textOf = (step: Step, value: PdfValue, at: number): string | undefined => {
  if (!(value instanceof PdfStream) || !isName(value.dict.get('Subtype'), 'XML')) return undefined
  const data = step.file.data(value, at)
  return data.length <= METADATA_MAX ? data.toString('utf8') : undefined
}

/** Compares the XMP stream of the catalog; undefined if it is not an XMP stream. */
export const compareXmp = (step: Step, was: PdfValue, is: PdfValue, catalog: number): MetadataChange | undefined => {
  if (!(is instanceof PdfRef)) return is === null && was === null ? 'none' : undefined
  if (!step.touched.has(is.number)) return was instanceof PdfRef && was.number === is.number ? 'none' : undefined
  const sameNumber = was instanceof PdfRef && was.number === is.number
  if (!step.isNew(is.number) && !(sameNumber && step.isOnlyAt(is.number, `${catalog}/Metadata`))) return undefined
  const [old, now] = [textOf(step, step.before(was), step.old), textOf(step, step.after(is), step.now)]
  if (now === undefined || (was !== null && old === undefined)) return undefined
  step.claim(is.number)
  return old !== undefined && essenceOf(old) === essenceOf(now) ? 'noted' : 'changed'
}
