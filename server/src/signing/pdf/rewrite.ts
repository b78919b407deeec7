import { type PdfFile, versionOf } from './file.ts'
import { PdfParser } from './parser.ts'
import {
  eachReference,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  PdfUnreadable,
  type PdfValue,
} from './values.ts'

const numberText = (value: number): string => {
  const text = String(value)
  // PDF knows no exponents.
  return text.includes('e') ? value.toFixed(10) : text
}

/** A name in PDF syntax; everything but letters, digits and a few signs is escaped. */
const nameText = (name: string): string =>
  `/${name.replace(/[^A-Za-z0-9_.+\-*]/g, character => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`

/** A value in PDF syntax; of a stream its dictionary. */
const valueText = (value: PdfValue): string => {
  if (typeof value === 'number') return numberText(value)
  if (value instanceof PdfName) return nameText(value.name)
  if (value instanceof PdfString) return `<${value.bytes.toString('hex')}>`
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`
  if (Array.isArray(value)) return `[${value.map(valueText).join(' ')}]`
  if (value instanceof PdfStream) return valueText(value.dict)
  if (value instanceof PdfDict)
    return `<<${[...value.entries].map(([key, one]) => `${nameText(key)} ${valueText(one)}`).join(' ')}>>`
  return String(value)
}

/** Each object of the newest revision that something leads to, in the order of their numbers. */
const reachableObjects = (file: PdfFile): [ref: PdfRef, value: PdfValue][] => {
  const at = file.newest
  const found = new Map<number, [PdfRef, PdfValue]>()
  const waiting: PdfRef[] = []
  const note = (value: PdfValue) => eachReference(value, ref => waiting.push(ref))
  for (const key of ['Root', 'Info']) note(file.trailer(at).get(key))
  for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
    if (found.has(ref.number) || !file.isCurrent(ref, at)) continue
    const value = file.object(ref.number, at)
    found.set(ref.number, [ref, value])
    note(value)
  }
  return [...found.values()].sort(([a], [b]) => a.number - b.number)
}

/** The data of a stream; where `Length` does not lead to its end, readers search for one, each in its own way. */
const streamData = (file: PdfFile, stream: PdfStream): Buffer => {
  const data = file.rawData(stream, file.newest)
  const parser = new PdfParser(file.bytes, stream.from + data.length)
  parser.skipSpace(false)
  return parser.takeWord('endstream') ? data : parser.fail('No end of a stream')
}

/** A dictionary of a stream, whose length is written in it, so that no reader has to look for it. */
const withLength = ({ entries }: PdfDict, length: number): PdfDict =>
  new PdfDict(new Map(entries).set('Length', length))

/**
 * Writes the newest revision of a file as a file of one revision: each object that it has by the cross-reference, once, and nothing else. The
 * same file always gives the same bytes. Throws {@link PdfUnreadable}.
 */
export const rewritten = (file: PdfFile): Buffer => {
  const at = file.newest
  const parts: Buffer[] = []
  const places: [number: number, line: string][] = []
  let size = 0
  const write = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    size += bytes.length
  }
  write(`%PDF-${versionOf(file.bytes)}\n%\xe2\xe3\xcf\xd3\n`)
  for (const [{ number, generation }, value] of reachableObjects(file)) {
    places.push([number, `${String(size).padStart(10, '0')} ${String(generation).padStart(5, '0')} n\r\n`])
    write(`${number} ${generation} obj\n`)
    if (value instanceof PdfStream) {
      const data = streamData(file, value)
      write(`${valueText(withLength(value.dict, data.length))}\nstream\n`)
      write(data)
      write('\nendstream')
    } else write(valueText(value))
    write('\nendobj\n')
  }
  const table = size
  write('xref\n0 1\n0000000000 65535 f\r\n')
  for (let from = 0; from < places.length; ) {
    const first = places[from]?.[0] as number
    let to = from
    while (places[to]?.[0] === first + (to - from)) to += 1
    write(
      `${first} ${to - from}\n${places
        .slice(from, to)
        .map(([, line]) => line)
        .join('')}`,
    )
    from = to
  }
  const trailer = new PdfDict(new Map<string, PdfValue>([['Size', (places.at(-1)?.[0] ?? 0) + 1]]))
  for (const key of ['Root', 'Info', 'ID']) {
    const value = key === 'ID' ? file.get(file.trailer(at), key, at) : file.trailer(at).get(key)
    if (value !== null) trailer.entries.set(key, value)
  }
  if (!(trailer.get('Root') instanceof PdfRef)) throw new PdfUnreadable('No catalog')
  write(`trailer\n${valueText(trailer)}\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(parts)
}
