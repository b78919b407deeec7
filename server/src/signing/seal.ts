import type { FoundSignature } from '@portico/contract/signing'
import type { DatabaseLog } from '../kernel/database-log.ts'
import type { Database } from '../kernel/db.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { Settings } from '../kernel/settings.ts'
import { WorkerLimitExceeded } from '../kernel/worker-errors.ts'
import type { WorkerPool } from '../kernel/worker-pool.ts'
import type { WorkerCaller } from '../kernel/worker-task.ts'
import type { Evidence } from './evidence-page.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { checkPdf, readSignatures } from './pdf-tasks.ts'
import type { SealWords } from './seal-pdf.ts'
import type { SealedFiles } from './sealed-files.ts'
import { openSealingKey } from './sealing-key.ts'

/** Seals and reads PDF. What does the work is loaded when it is first needed. */
export type Seal = {
  /** Makes the key where there is none yet, and opens it: what would hinder it shows at start. */
  begin(): Promise<void>
  /** One piece of work at a time: a file is whole in memory, and so is what is made of it. */
  turn<T>(work: () => Promise<T>): Promise<T>
  /** Makes the files of a signed document. Throws PdfRefused. */
  files(original: Buffer, evidence: Omit<Evidence, 'pageCount'>, words: SealWords): Promise<SealedFiles>
  /** Why a file cannot be signed, as a part of a sentence, or undefined when it can. */
  fault(pdf: () => Promise<Buffer>, caller: WorkerCaller): Promise<string | undefined>
  /** The signatures in a file; those of this installation's own certificate are marked. */
  signatures(pdf: () => Promise<Buffer>, caller: WorkerCaller): Promise<FoundSignature[]>
}

/** Opens the seal of this installation; SIGNING_P12 is checked now. */
export const openSeal = async (
  settings: Pick<Settings, 'signingP12' | 'signingP12Password' | 'tsaUrl'>,
  { database, secrets, workers, log }: { database: Database; secrets: Secrets; workers: WorkerPool; log: DatabaseLog },
): Promise<Seal> => {
  const { tsaUrl } = settings
  const sealingKey = await openSealingKey(settings, database, secrets, new Date())

  /** A signature without a time stamp is better than a signer who is sent away. */
  const stamp = async (url: string, signature: Buffer) => {
    try {
      const { requestTimeStamp } = await import('./time-stamp.ts')
      return await requestTimeStamp(url, signature)
    } catch (error) {
      log('error', 'A document is sealed without a time stamp: TSA_URL does not give one', {
        reason: error instanceof Error ? error.message : error,
      })
      return undefined
    }
  }

  return {
    async begin() {
      await sealingKey()
    },
    turn: oneAtATime(),
    async files(original, evidence, words) {
      const { sealedFiles } = await import('./sealed-files.ts')
      const key = await sealingKey()
      return sealedFiles(original, evidence, words, {
        key,
        ...(tsaUrl && { timeStamp: value => stamp(tsaUrl, value) }),
      })
    },
    async fault(pdf, caller) {
      try {
        return (await workers.run(checkPdf, async () => ({ pdf: await pdf() }), caller))?.refused
      } catch (error) {
        if (error instanceof WorkerLimitExceeded) return 'takes too much time or memory to read'
        throw error
      }
    },
    async signatures(pdf, caller) {
      const { certificates } = await sealingKey()
      const ownCertificate = certificates[0] ?? Buffer.alloc(0)
      return workers.run(readSignatures, async () => ({ pdf: await pdf(), ownCertificate }), caller)
    },
  }
}
