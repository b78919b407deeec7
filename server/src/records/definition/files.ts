import type { Readable } from 'node:stream'
import type { ReceivedFile } from '../../kernel/files/receive-file.ts'

/**
 * A file that a line references: its own name and its content, which can be opened repeatedly. `known`: the content was checked
 * before, so checking its first bytes is enough. `adopt` hands the stored content over to a record, so that it need not be copied: it
 * returns its storage key, and undefined if another record has it already.
 */
export type FoundFile = {
  name: string
  open(): Readable | Promise<Readable>
  known?: { size: number; sha256: string; head(): Promise<Readable> }
  adopt?: () => string | undefined
}

/** The files that lines may reference. `find` throws a `Refusal` of `field` if the file does not exist. */
export type FileSource = { find(path: string, field: string): Promise<FoundFile> }

/** A file of a line that passed its checks: what the checks detected, and its content. */
export type CheckedFile = ReceivedFile & Pick<FoundFile, 'open' | 'adopt'>

/** The files that one transaction adds to and removes from the storage. A dry run stores nothing. */
export type FileTransaction = {
  /** Stores a file, or adopts it, and returns its key; throws a `Refusal` of `field` if the file cannot be read. */
  store(file: CheckedFile, field: string): Promise<string>
  /** Stores content that was generated during the import and returns its key. */
  put(content: Buffer): Promise<string>
  /** Marks stored files for removal once the transaction is committed. */
  discard(keys: string[]): void
  /** After the commit: removes the discarded files. */
  commit(): Promise<void>
  /** After a rollback, and before a retry: removes the files that were stored. */
  rollback(): Promise<void>
}
