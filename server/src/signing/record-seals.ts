import { Unavailable } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import type { CheckedFile } from '../records/definition/files.ts'
import { contentOf } from '../records/files/store-files.ts'
import type { SealState } from './queries.ts'
import type { Seal } from './seal/seal.ts'
import type { SealContent } from './seal/sealed-files.ts'
import { keeping, type StoredFiles, storeSealed } from './sealed-storage.ts'

/** What is to be sealed: for whom, under which name, and what its files tell. */
type SealRequest = { serviceCompanyId: number; name: string; content: SealContent }

/** A document that was sealed and stored, or why it cannot be, as a part of a sentence. */
type ImportedSeal = { files: StoredFiles; state: SealState } | { refused: string }

/**
 * The sealing that an import needs. It takes seconds at worst, and a transaction that is open so long holds up the live events of
 * everybody. So what is asked for within the transaction and not done yet is noted down; the transaction is given up, the work is done,
 * and the transaction begins again.
 */
export type ImportSeals = {
  /** A document sealed; undefined where that is not done yet. */
  sealed(file: CheckedFile, request: SealRequest): ImportedSeal | undefined
  /** Gives the transaction up where something that was asked for is not done yet. To be called before the answers count. */
  require(): void
  /** Runs a transaction as often as it takes. */
  around<T>(write: () => Promise<T>): Promise<T>
}

/** Thrown out of a transaction that is to begin again. */
class WorkNeeded extends Error {
  override name = 'WorkNeeded'
}

/** Opens an {@link ImportSeals} for one import or one record. In a dry run nothing is stored. */
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
      return { refused: 'takes too much time or memory to read' }
    }
  }

  /** Takes out what was made and is part of no document in the end. */
  const discardUnused = async () => {
    const unused = [...seals.values()].filter(one => !used.has(one))
    const files = unused.flatMap(one => ('files' in one ? [one.files.signed, one.files.evidence ?? []].flat() : []))
    if (files.length > 0 && !dryRun)
      await storage.remove(files.map(({ storageKey }) => storageKey)).catch(() => undefined)
  }

  return {
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
            // Where the database was lost the documents may be signed all the same.
            if (!(error instanceof Unavailable)) await discardUnused()
            throw error
          }
          for (const work of needed) await work()
        }
      }
    },
  }
}
