import type { PdfFile } from './file.ts'
import { eachReference, type PdfValue } from './values.ts'

/** Stands for more than one place. */
const SEVERAL = 'several'

/** The place that leads to an object, by its number: `12/Annots`, `trailer/Info`, or {@link SEVERAL}. */
export type References = Map<number, string>

/** Notes what a value that belongs to `owner` refers to. */
export const noteReferences = (
  value: PdfValue,
  owner: number | 'trailer',
  into: References,
  each?: (number: number) => void,
): void =>
  eachReference(value, ({ number }, key) => {
    const place = `${owner}/${key}`
    const known = into.get(number)
    if (known !== place) into.set(number, known === undefined ? place : SEVERAL)
    each?.(number)
  })

/** What leads to each object that can be reached in a file as of a section; objects that are only referred to, and do not exist, included. */
export const referencesIn = (file: PdfFile, at: number): References => {
  const into: References = new Map()
  const seen = new Set<number>()
  const waiting: number[] = []
  const each = (number: number) => {
    if (seen.has(number)) return
    seen.add(number)
    waiting.push(number)
  }
  noteReferences(file.trailer(at), 'trailer', into, each)
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop())
    noteReferences(file.object(number, at), number, into, each)
  return into
}
