import { Unavailable } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import type { CheckedFile } from '../records/definition/files.ts'
import { contentOf } from '../records/files/store-files.ts'
import type { SealState } from './queries.ts'
import type { FileToSign } from './reading/read-to-sign.ts'
import type { Refused } from './seal/pdf-work.ts'
import type { Seal } from './seal/seal.ts'
import type { SealContent } from './seal/sealed-files.ts'
import { keeping, type StoredFiles, storeSealed } from './sealed-storage.ts'

/** A document to seal: its service company, its name, and the content of its files. */
type SealRequest = { serviceCompanyId: number; name: string; content: SealContent }

/** How a file is read for sealing, without its bytes. */
type ReadToSeal = Omit<FileToSign, 'pdf'> | Refused

/** A document that was sealed and stored, or the reason why it cannot be, as part of a sentence. */
type ImportedSeal = { files: StoredFiles; state: SealState } | Refused

/**
 * The seals of an import. Sealing may take seconds, and a transaction that stays open so long delays everybody's live events. So a
 * seal that is requested within the transaction is only noted, the transaction is rolled back, the seal is made, and the transaction
 * runs again.
 */
export type ImportSeals = {
  /** Returns how a file is read for sealing, or requests that and returns undefined. */
  read(file: CheckedFile, serviceCompanyId: number): ReadToSeal | undefined
  /** Returns a sealed document, or requests its seal and returns undefined. */
  sealed(file: CheckedFile, request: SealRequest): ImportedSeal | undefined
  /** Rolls the transaction back if a requested seal is missing. Call it before the transaction ends. */
  require(): void
  /** Runs a transaction, again after each rollback for missing seals. */
  around<T>(write: () => Promise<T>): Promise<T>
}

/** Rolls back a transaction that is to run again. */
class WorkNeeded extends Error {
  override name = 'WorkNeeded'
}

/** Opens {@link ImportSeals} for one import or one `PUT`. In a dry run nothing is stored. */
export const openImportSeals = (seal: Seal, storage: Storage, dryRun: boolean): ImportSeals => {
  let needed: (() => Promise<void>)[] = []
  let seals = new Map<string, ImportedSeal>()
  let used = new Set<ImportedSeal>()

  const make = async (file: CheckedFile, { serviceCompanyId, name, content }: SealRequest): Promise<ImportedSeal> => {
    const keep = dryRun ? async () => 'dry run' : keeping(storage).keep
    try {
      const options = { content, caller: { serviceCompanyId }, atOnce: false }
      const { level, problem, ...made } = await seal.files(() => contentOf(file), options)
      return { files: await storeSealed(name, made, keep), state: { level, wanted: seal.wanted, problem } }
    } catch (error) {
      if (!(error instanceof WorkerLimitExceeded)) throw error
      return { refused: 'too_heavy' }
    }
  }

  /** Removes stored seals that no document uses in the end. */
  const discardUnused = async () => {
    const unused = [...seals.values()].filter(one => !used.has(one))
    const files = unused.flatMap(one => ('files' in one ? [one.files.signed, one.files.evidence ?? []].flat() : []))
    if (files.length > 0 && !dryRun)
      await storage.remove(files.map(({ storageKey }) => storageKey)).catch(() => undefined)
  }

  const reads = new Map<string, ReadToSeal>()
  const read = async (file: CheckedFile, serviceCompanyId: number): Promise<ReadToSeal> => {
    const found = await seal.read(() => contentOf(file), { serviceCompanyId })
    if ('refused' in found) return found
    const { pdf: _pdf, ...kept } = found
    return kept
  }

  return {
    read(file, serviceCompanyId) {
      const known = reads.get(file.sha256)
      if (!known) needed.push(async () => void reads.set(file.sha256, await read(file, serviceCompanyId)))
      return known
    },
    sealed(file, request) {
      const key = JSON.stringify([file.sha256, request])
      const known = seals.get(key)
      if (known) used.add(known)
      else needed.push(async () => void seals.set(key, await make(file, request)))
      return known
    },
    require() {
      if (needed.length > 0) throw new WorkNeeded()
    },
    async around(write) {
      seals = new Map()
      for (;;) {
        needed = []
        used = new Set()
        try {
          const result = await write()
          await discardUnused()
          return result
        } catch (error) {
          if (!(error instanceof WorkNeeded)) {
            used.clear()
            // The commit may have succeeded although the connection was lost, so the files stay.
            if (!(error instanceof Unavailable)) await discardUnused()
            throw error
          }
          for (const work of needed) await work()
        }
      }
    },
  }
}
