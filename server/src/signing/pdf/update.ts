import type { PdfFile } from './file.ts'
import { PdfParser } from './parser.ts'
import { isInteger, isName, PdfStream } from './values.ts'

/** One incremental update, every byte of it accounted for: `objects` are the numbers that it writes, `end` the byte behind it. */
export type Update = { objects: Set<number>; containers: Set<number>; end: number }

const END_OF_FILE = '%%EOF'

/** Reads the objects that stand one behind the other from `parser.at` on, as far as something else. Where each of them is. */
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
 * Reads the update whose section is at `place` and whose bytes begin at `from`, which must be nothing but objects, the section that names
 * exactly them, and its end. Readers that follow the section and readers that search the bytes then find the same. Throws
 * {@link PdfUnreadable} where there is anything more, less or else.
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
      // The head of the list of free objects, which is always there; any other would take an object away.
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
  // What is beyond the size is not there, for readers that go by the standard.
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
