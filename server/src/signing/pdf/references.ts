import type { PdfFile } from './file.ts'
import { eachReference, type PdfValue } from './values.ts'

/** Marks an object with several referring places. */
const SEVERAL = 'several'

/** The place that refers to an object, by object number: `12/Annots`, `trailer/Info`, or {@link SEVERAL}. */
export type References = Map<number, string>

/** Adds the references in a value that belongs to `owner`. */
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

/** The referring place of each reachable object as of a section, including referenced objects that do not exist. */
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
