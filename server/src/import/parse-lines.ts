import { findLineFault, withoutNulls } from '../records/definition/line-fault.ts'
import type { Line, RecordType } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { findRecordType } from '../records/registry.ts'

/** A line that its schema accepts, or why it is refused. */
export type Parsed = { recordType: RecordType; line: Line } | { refusal: Refusal; externalId?: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (text: string, open = false): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (open) throw new Refusal(undefined, 'is cut off: the file ends within it')
    throw new Refusal(undefined, `is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!isObject(value)) throw new Refusal(undefined, 'is not a JSON object')
  return withoutNulls(value)
}

/** A file's header line: the day for which its dates are correct, and whether new records in it cause mails and events. */
type Head = { asOf?: string | Refusal; news: boolean }

/** Parses a file's header line; undefined if the first line is an ordinary one. */
export const headOf = (text: string): Head | undefined => {
  try {
    const { type, asOf, news } = parse(text)
    if (type !== 'import') return undefined
    if (asOf === undefined) return { news: news !== false }
    const isDay = typeof asOf === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(asOf) && !Number.isNaN(Date.parse(asOf))
    return { news: news !== false, asOf: isDay ? asOf : new Refusal('asOf', 'is not a date: YYYY-MM-DD') }
  } catch {
    return undefined
  }
}

/** Parses a line and validates it against the schema of its type; `open` if the file ends without a line break after it. */
export const parseLine = (text: string | Refusal, open = false): Parsed => {
  let externalId: string | undefined
  try {
    if (text instanceof Refusal) throw text
    const line = parse(text, open)
    if (typeof line.externalId === 'string') externalId = line.externalId.slice(0, 200)
    if (typeof line.type !== 'string') throw new Refusal('type', 'is missing')
    const recordType = findRecordType(line.type)
    if (!recordType) throw new Refusal('type', `"${line.type.slice(0, 50)}" is unknown`)
    const fault = findLineFault(recordType, line)
    if (fault) throw fault
    return { recordType, line: line as Line }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: error, ...(externalId !== undefined && { externalId }) }
  }
}
