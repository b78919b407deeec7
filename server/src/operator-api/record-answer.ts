import { createHash } from 'node:crypto'
import { operatorRoot } from '@portico/contract/endpoint'
import type { RecordType } from '../records/definition/record-type.ts'
import type { ReadFile, ReadRecord } from '../records/read/read-records.ts'
import { answeredFields, fileFieldsOf, pluralOf } from './record-schemas.ts'

/** A record in a reply of the operator API. */
export type Answered = { type: string; externalId: string } & Record<string, unknown>

const short = (text: string, length: number) => createHash('sha256').update(text).digest('base64url').slice(0, length)

/** The id of a file within its record. */
export const fileId = ({ storageKey }: ReadFile): string => short(storageKey, 22)

/** The URL of a record. */
export const recordUrl = (recordType: RecordType, externalId: string): string =>
  `${operatorRoot}/${pluralOf(recordType)}/${encodeURIComponent(externalId)}`

/** The files of a record. */
export const filesIn = (recordType: RecordType, { line }: ReadRecord): ReadFile[] =>
  fileFieldsOf(recordType).flatMap(field => (line[field] ?? []) as ReadFile | ReadFile[])

/** Converts a record to its reply; `linkTo` makes the address of a path of the portal. */
export const answerOf = (
  recordType: RecordType,
  { externalId, line, computed = {}, changedAt }: ReadRecord,
  linkTo: (path: string) => string,
): Answered => {
  const answered = (file: ReadFile) => {
    const { name, size, mediaType, sha256 = null } = file
    return { name, size, mediaType, sha256, url: `${recordUrl(recordType, externalId)}/files/${fileId(file)}` }
  }
  const files = new Set(fileFieldsOf(recordType))
  const answeredField = (field: string) => {
    const value = line[field] ?? null
    if (value === null || !files.has(field)) return value
    return Array.isArray(value) ? value.map(answered) : answered(value as ReadFile)
  }
  const fields = answeredFields(recordType).map(field => [field, answeredField(field)] as const)
  const others = Object.entries(recordType.computed ?? {}).map(([field, { isPath }]) => {
    const value = computed[field] ?? null
    return [field, isPath && typeof value === 'string' ? linkTo(value) : value] as const
  })
  return {
    type: recordType.type,
    externalId,
    ...Object.fromEntries([...fields, ...others]),
    changedAt: changedAt.toISOString(),
  }
}
