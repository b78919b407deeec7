import { everySection } from '../sections/every-section.ts'
import type { RecordType } from './definition/record-type.ts'

/** Every record type, each after those that it references. */
export const recordTypes: RecordType[] = everySection.flatMap(({ records = [] }) => records)

const byType = new Map(recordTypes.map(recordType => [recordType.type, recordType]))

/** The record type with this name; undefined if there is none. */
export const findRecordType = (type: string): RecordType | undefined => byType.get(type)

/** The record type with this name; throws if there is none. */
export const requireRecordType = (type: string): RecordType => {
  const recordType = byType.get(type)
  if (!recordType) throw new Error(`No record type is called ${type}`)
  return recordType
}
