import type { PdfFile } from './file.ts'
import { PdfParser } from './parser.ts'
import { isInteger, isName, PdfStream } from './values.ts'

/** One incremental update whose every byte is accounted for: `objects` are the object numbers it writes, `end` the offset after it. */
export type Update = { objects: Set<number>; containers: Set<number>; end: number }

const END_OF_FILE = '%%EOF'

/** Reads consecutive objects from `parser.at` until something else; returns their offsets. */
const readObjects = (file: PdfFile, place: number, parser: PdfParser) => {
  const offsets = new Map<number, { offset: number; generation: number }>()
  const containers = new Set<number>()
  for (;;) {
    parser.skipSpace(false)
    const next = parser.bytes[parser.at] ?? 0
    if (next < 0x30 || next > 0x39) return { offsets, containers }
    const offset = parser.at
    const { number, generation } = parser.objectHead()
    if (offsets.has(number)) return parser.fail('An object twice')
    offsets.set(number, { offset, generation })
    const value = parser.objectValue()
    if (value instanceof PdfStream) {
      const { length } = file.rawData(value, place)
      parser.at = value.from + length
      parser.takeEndOfLine()
      if (!parser.takeWord('endstream')) return parser.fail('No end of a stream')
      if (isName(value.dict.get('Type'), 'ObjStm')) containers.add(number)
    }
    parser.skipSpace(false)
    if (!parser.takeWord('endobj')) return parser.fail('No end of an object')
  }
}

/**
 * Reads the update with the section at index `place`, whose bytes begin at `from`. It must consist of objects, the section that lists exactly
 * these objects, and its end, so that readers that follow the section and readers that scan the bytes find the same. Throws
 * {@link PdfUnreadable} otherwise.
 */
export const readUpdate = (file: PdfFile, place: number, from: number): Update => {
  const section = file.section(place)
  const parser = new PdfParser(file.bytes, from)
  parser.allowsComments = false
  const { offsets, containers } = readObjects(file, place, parser)
  if (section.start !== section.offset || !section.exact) return parser.fail('A section that readers could miss')
  if (section.stream === undefined) {
    if (parser.at !== section.offset) return parser.fail('Something beside the section')
    parser.at = section.end
  } else if ([...offsets].at(-1)?.[1].offset !== section.offset) return parser.fail('Something beside the section')
  const { trailer } = section
  if (trailer.get('XRefStm') !== null || trailer.get('Prev') !== file.section(place - 1).offset)
    return parser.fail('A section that leads elsewhere')

  const objects = new Set<number>()
  for (const [number, entry] of section.entries) {
    if (entry.kind === 'free') {
      // Object 0, the head of the free list, is always there; any other free entry would delete an object.
      if (number !== 0) return parser.fail('An object taken away')
      continue
    }
    const stands =
      entry.kind === 'at'
        ? offsets.get(number)?.offset === entry.offset && offsets.get(number)?.generation === entry.generation
        : containers.has(entry.container) && file.numbersIn(entry.container, place)[entry.index] === number
    if (!stands) return parser.fail(`Object ${number} somewhere else`)
    objects.add(number)
  }
  const [size, before] = [trailer.get('Size'), file.trailer(place - 1).get('Size')]
  // By the standard, readers ignore objects beyond `Size`.
  if (!isInteger(size) || !isInteger(before) || size < before) return parser.fail('A size that takes objects away')
  if ([...objects].some(number => number >= size)) return parser.fail('An object beyond the size')
  for (const number of offsets.keys())
    if (!objects.has(number) && number !== section.stream) return parser.fail(`Object ${number} not named`)
  for (const container of containers)
    for (const number of file.numbersIn(container, place))
      if (!objects.has(number)) return parser.fail(`Object ${number} not named`)

  parser.skipSpace(false)
  if (!parser.takeWord('startxref')) return parser.fail('No `startxref`')
  parser.skipSpace(false)
  const named = parser.takeInteger()
  parser.skipSpace(false)
  const last = parser.at + END_OF_FILE.length
  if (!isInteger(named) || named !== section.offset || parser.bytes.toString('latin1', parser.at, last) !== END_OF_FILE)
    return parser.fail('No end of a revision')
  parser.at = last
  parser.takeEndOfLine()
  return { objects, containers, end: parser.at }
}
