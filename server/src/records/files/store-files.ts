import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sniff } from '../../kernel/files/file-kind.ts'
import { cleanFileName } from '../../kernel/files/file-name.ts'
import { FileRefused, receive } from '../../kernel/files/receive-file.ts'
import { newStorageKey, type Storage } from '../../kernel/storage/storage.ts'
import type { CheckedFile, FileSource, FileTransaction, FoundFile } from '../definition/files.ts'
import type { NamedFile, Takes } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'

const REASONS = { file_empty: 'is empty', file_too_large: 'is larger than 25 MB' }

const anyFile: Takes = { sniff, refused: 'is an executable, or not what its name says' }

const drain = async (body: Readable) => {
  for await (const _ of body);
}

const read = async (
  { name, open }: FoundFile,
  put: (body: Readable) => Promise<void>,
  field: string,
  { sniff, refused }: Takes = anyFile,
) => {
  try {
    return await receive(await open(), { name, sniff, put })
  } catch (error) {
    if (error instanceof FileRefused)
      throw new Refusal(field, error.code === 'file_type_refused' ? refused : REASONS[error.code], error.code)
    if (error instanceof Error && 'syscall' in error) throw new Refusal(field, 'cannot be read')
    throw error
  }
}

/** Checks a file's name, size and type without storing it; throws a `Refusal` of `field`. */
export const checkFile = async (
  files: FileSource,
  file: NamedFile,
  field: string,
  takes: Takes = anyFile,
): Promise<CheckedFile> => {
  const { name: own, open, known, adopt } = await files.find(file.path, `${field}.path`)
  const name = file.name ?? own
  if (!known) return { ...(await read({ name, open }, drain, field, takes)), open }
  const { size, sha256, head } = known
  const kind = takes.sniff(await buffer(await head()), cleanFileName(name))
  if (!kind) throw new Refusal(field, takes.refused, 'file_type_refused')
  return { ...kind, name: cleanFileName(name), size, sha256, open, ...(adopt && { adopt }) }
}

/** The whole content of a file; {@link checkFile} has limited its size. */
export const contentOf = async ({ open }: CheckedFile): Promise<Buffer> => buffer(await open())

/** Opens a {@link FileTransaction}. */
export const openFileTransaction = (storage: Storage, dryRun: boolean): FileTransaction => {
  let stored: string[] = []
  let discarded: string[] = []
  const clear = async (keys: string[]) => {
    stored = []
    discarded = []
    if (keys.length > 0 && !dryRun) await storage.remove(keys)
  }
  return {
    async store(file, field) {
      // A rollback must not remove what was stored before the transaction.
      const adopted = file.adopt?.()
      if (adopted !== undefined) return adopted
      const key = newStorageKey()
      if (dryRun) return key
      stored.push(key)
      await read(file, body => storage.put(key, body), field)
      return key
    },
    async put(content) {
      const key = newStorageKey()
      if (dryRun) return key
      stored.push(key)
      await storage.put(key, Readable.from([content], { objectMode: false }))
      return key
    },
    discard(keys) {
      discarded.push(...keys)
    },
    commit: () => clear(discarded),
    rollback: () => clear(stored),
  }
}
