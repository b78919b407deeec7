import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { FileSource, FoundFile } from '../records/definition/files.ts'
import type { NamedFile } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { ReadFile } from '../records/read/read-records.ts'
import { fileId } from './record-answer.ts'
import { type OperatorUpload, uploadFound, uploadIdIn, uploadOf } from './uploads.ts'

/** A file in the body of a `PUT`. */
export type WrittenFile = { path?: string; name?: string; sha256?: string | null; url?: string }

/**
 * Resolves the files in a body: uploads of this API key, and files that the record already has. Converts each to the form of an import
 * line.
 */
export const writtenFiles = (db: Db, scope: OperatorScope, storage: Storage, kept: ReadFile[]) => {
  const found = new Map<string, FoundFile>()
  const used: OperatorUpload[] = []
  const adopted = new Set<OperatorUpload>()

  const adopt = (row: OperatorUpload) => () => {
    if (adopted.has(row)) return undefined
    adopted.add(row)
    return row.storageKey
  }

  const upload = async (path: string, field: string) => {
    const id = uploadIdIn(path)
    const row = id === undefined ? undefined : await uploadOf(db, scope, id)
    if (!row) throw new Refusal(`${field}.path`, `"${path}" is no upload that waits to be used`, 'not_found')
    if (!used.includes(row)) used.push(row)
    found.set(path, { ...uploadFound(storage, row), adopt: adopt(row) })
    return row.name
  }

  const known = ({ sha256 }: WrittenFile) => kept.find(one => one.sha256 !== undefined && one.sha256 === sha256)

  const keep = (written: WrittenFile, field: string) => {
    const file = kept.find(one => written.url?.endsWith(`/${fileId(one)}`)) ?? known(written)
    if (!file) throw new Refusal(field, 'names no upload, and no file that the record has')
    const path = `kept:${fileId(file)}`
    found.set(path, uploadFound(storage, file))
    return { path, name: file.name }
  }

  return {
    /** Converts a file to the form of an import line; throws a `Refusal` of `field`. */
    named: async (written: WrittenFile, field: string): Promise<NamedFile> => {
      // If the reply to an earlier `PUT` was lost, the caller repeats it with the upload's path and hash: the record has the file
      // already.
      if (written.path === undefined || known(written)) {
        const { path, name } = keep(written, field)
        return { path, name: written.name ?? name }
      }
      const { path } = written
      const name = found.get(path)?.name ?? (await upload(path, field))
      return { path, name: written.name ?? name }
    },
    source: {
      find: async (path, field) =>
        found.get(path) ?? Promise.reject(new Refusal(field, `"${path}" is not there`, 'not_found')),
    } satisfies FileSource,
    /** The uploads that the body references. */
    used,
    /** Whether the record has taken over the stored content of an upload. */
    isAdopted: (upload: OperatorUpload) => adopted.has(upload),
  }
}
