import type { PdfFile } from './file.ts'
import { PdfParser } from './parser.ts'
import { isInteger, PdfStream, PdfUnreadable } from './values.ts'

type Range = { from: number; to: number }

/** The bytes of the object that an entry names; undefined where it is not there. */
const rangeOf = (file: PdfFile, place: number, number: number, offset: number): Range | undefined => {
  const parser = new PdfParser(file.bytes, offset)
  try {
    parser.skipSpace()
    if (parser.objectHead().number !== number) return undefined
    const value = parser.objectValue()
    if (value instanceof PdfStream) parser.at = value.from + file.rawData(value, place).length
    return { from: offset, to: parser.at }
  } catch (error) {
    if (error instanceof PdfUnreadable) return undefined
    throw error
  }
}

/** What each section of a file names: its objects, and itself. */
const namedRanges = (file: PdfFile): Range[] =>
  file.sections.flatMap((section, place) => {
    const ranges: (Range | undefined)[] = [{ from: section.offset, to: section.end }]
    for (const [number, entry] of section.entries)
      if (entry.kind === 'at') ranges.push(rangeOf(file, place, number, entry.offset))
    // The stream of a hybrid file stands beside its table.
    const beside = section.trailer.get('XRefStm')
    if (isInteger(beside)) ranges.push({ from: beside, to: file.bytes.indexOf('endstream', beside) })
    return ranges.filter(range => range !== undefined)
  })

/**
 * Whether a file has an object that no section names. Readers that follow the cross-reference do not see it; readers that go through the bytes
 * may take it for the object of that number.
 */
export const hasUnnamedObjects = (file: PdfFile): boolean => {
  let at = 0
  const isObject = (to: number) => /\d\s+\d+\s+obj\b/.test(file.bytes.toString('latin1', at, Math.max(at, to)))
  for (const { from, to } of namedRanges(file).sort((a, b) => a.from - b.from)) {
    if (isObject(from)) return true
    at = Math.max(at, to)
  }
  return isObject(file.bytes.length)
}
