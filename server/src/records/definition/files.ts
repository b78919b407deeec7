import type { Readable } from 'node:stream'
import type { ReceivedFile } from '../../kernel/files/receive-file.ts'

/**
 * A file that a line names: its own name, and its content, as often as it is opened. `known`: it has been checked before, so its first
 * bytes are enough to check it again.
 */
export type FoundFile = {
  name: string
  open(): Readable | Promise<Readable>
  known?: { size: number; sha256: string; head(): Promise<Readable> }
}

/** Where the files lie that lines name. `find` throws a `Refusal` of `field` for a file that is not there. */
export type FileSource = { find(path: string, field: string): Promise<FoundFile> }

/** A file of a line that has passed its checks: what was found in it, and its content. */
export type CheckedFile = ReceivedFile & Pick<FoundFile, 'open'>

/** The files that one transaction adds to the storage and removes from it. In a dry run nothing is stored. */
export type FileTransaction = {
  /** Stores a file and returns its key; throws a `Refusal` of `field` for one that cannot be read. */
  store(file: CheckedFile, field: string): Promise<string>
  /** Stores content that was made during the import and returns its key. */
  put(content: Buffer): Promise<string>
  /** Marks contents for removal once the transaction is committed. */
  discard(keys: string[]): void
  /** After the commit: removes what was discarded. */
  commit(): Promise<void>
  /** After a rollback, and before another attempt: removes what was stored. */
  rollback(): Promise<void>
}
