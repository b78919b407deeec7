import { inflateSync } from 'node:zlib'
import { isInteger, isName, PdfDict, PdfUnreadable, type PdfValue } from './values.ts'

/** How many more bytes may be inflated while reading one file. */
export type InflateBudget = { left: number }

const inflate = (data: Buffer, budget: InflateBudget): Buffer => {
  let out: Buffer
  try {
    out = inflateSync(data, { maxOutputLength: Math.max(1, budget.left) })
  } catch {
    throw new PdfUnreadable('A stream cannot be inflated, or only to more than is allowed')
  }
  budget.left -= out.length
  return out
}

const numberIn = (parameters: PdfDict, key: string, otherwise: number) => {
  const value = parameters.get(key) ?? otherwise
  if (!isInteger(value) || value < 1 || value > 1000) throw new PdfUnreadable(`A filter's ${key}`)
  return value
}

const paeth = (a: number, b: number, c: number) => {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}

/** Reverses PNG predictors (RFC 2083, 6); each row names its own. */
const unpredicted = (data: Buffer, parameters: PdfDict): Buffer => {
  const width = (numberIn(parameters, 'Colors', 1) * numberIn(parameters, 'BitsPerComponent', 8)) / 8
  const columns = numberIn(parameters, 'Columns', 1) * width
  if (!Number.isInteger(width) || data.length % (columns + 1) !== 0) throw new PdfUnreadable('Rows of a predictor')
  const out = Buffer.alloc((data.length / (columns + 1)) * columns)
  for (let row = 0, at = 0; at < out.length; row += 1) {
    const method = data[row * (columns + 1)] as number
    if (method > 4) throw new PdfUnreadable('A predictor')
    for (let column = 0; column < columns; column += 1, at += 1) {
      const left = column < width ? 0 : (out[at - width] as number)
      const up = row === 0 ? 0 : (out[at - columns] as number)
      const corner = column < width || row === 0 ? 0 : (out[at - columns - width] as number)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][method] as number
      out[at] = (data[row * (columns + 1) + 1 + column] as number) + guess
    }
  }
  return out
}

const only = (value: PdfValue): PdfValue => (Array.isArray(value) && value.length <= 1 ? (value[0] ?? null) : value)

/** Decodes the data of a stream. Supports only the Flate filter, which is what structural streams use. */
export const decode = (data: Buffer, dict: PdfDict, budget: InflateBudget): Buffer => {
  const filter = only(dict.get('Filter'))
  if (filter === null) return data
  if (!isName(filter, 'FlateDecode')) throw new PdfUnreadable('A filter that is not known')
  const inflated = inflate(data, budget)
  const parameters = only(dict.get('DecodeParms'))
  if (!(parameters instanceof PdfDict)) return inflated
  const predictor = numberIn(parameters, 'Predictor', 1)
  if (predictor === 1) return inflated
  if (predictor < 10) throw new PdfUnreadable('A predictor')
  return unpredicted(inflated, parameters)
}
