import { createHash } from 'node:crypto'
import { fail } from '../../kernel/errors/fail.ts'
import type { ReadRecord } from './read-records.ts'

/** The ETag of a record; it changes with any field of the record. */
export const etagOf = ({ line, computed }: Pick<ReadRecord, 'line' | 'computed'>): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([line, computed]))
    .digest('base64url')
    .slice(0, 27)}"`

/** The HTTP preconditions of a call. */
export type Precondition = { ifMatch: string | undefined; ifNoneMatch?: string | undefined }

const isNamed = (tags: string, record: ReadRecord) =>
  tags.trim() === '*' || tags.split(',').some(tag => tag.trim().replace(/^W\//, '') === etagOf(record))

/** Fails with `conflict` unless the record, or its absence, fulfils the call's preconditions. */
export const requirePrecondition = ({ ifMatch, ifNoneMatch }: Precondition, record: ReadRecord | undefined): void => {
  if (ifMatch !== undefined && (!record || !isNamed(ifMatch, record)))
    fail('conflict', { detail: 'The record has changed since: read it again.' })
  if (ifNoneMatch !== undefined && record && isNamed(ifNoneMatch, record))
    fail('conflict', { detail: 'The record is there already.' })
}
