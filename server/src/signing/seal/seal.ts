import type { Database } from '../../kernel/database/db.ts'
import type { DatabaseLog } from '../../kernel/database/log.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import { TOO_MUCH_TO_READ, WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { WorkerCaller } from '../../kernel/workers/worker-task.ts'
import { openSealingKey } from '../cms/sealing-key.ts'
import type { Inspection } from '../verification/inspect.ts'
import { checkPdf, inspectFile, prepareSeal } from './pdf-tasks.ts'
import { type RaisedFile, raiseLevel } from './raise-level.ts'
import { JOB_PATIENCE, openSealAuthorities, type Patience, SIGNER_PATIENCE } from './seal-authorities.ts'
import { lowestLevel, type SealLevel } from './seal-levels.ts'
import { openSealTurns } from './seal-turns.ts'
import type { SealContent } from './sealed-files.ts'
import { fillSignature, type UnsignedPdf } from './signature-place.ts'

/** The files of a signed document, the level that both have reached, and what hindered the level that is wanted. */
type SealedFiles = { signed: Buffer; evidence: Buffer | null; level: SealLevel; problem: string | null }

/** Seals and reads PDF. What does the work is loaded when it is first needed. */
export type Seal = {
  /** The level that seals are to have. */
  wanted: SealLevel
  /** Makes the key where there is none yet, and opens it: what would hinder it shows at start. */
  begin(): Promise<void>
  /** Lets a few at once seal: what they hold in memory is bounded. Those of one service company leave room for others. */
  turn<T>(serviceCompanyId: number, work: () => Promise<T>): Promise<T>
  /**
   * Makes the files of a signed document. `atOnce`: the level that is wanted is tried for some seconds, because somebody waits for it; else
   * the files are sealed without asking anybody, to be raised later. Throws PdfRefused.
   */
  files(
    original: () => Promise<Buffer>,
    options: { content: SealContent; caller: WorkerCaller; atOnce: boolean },
  ): Promise<SealedFiles>
  /** Raises a file that was sealed as far as it is possible now. */
  raise(pdf: Buffer, caller: WorkerCaller): Promise<RaisedFile>
  /** Why a file cannot be signed, as a part of a sentence, or undefined when it can. */
  fault(pdf: () => Promise<Buffer>, caller: WorkerCaller): Promise<string | undefined>
  /** Finds the signatures in a file; those with this installation's own certificate are marked. Throws WorkerLimitExceeded. */
  inspect(pdf: () => Promise<Buffer>, caller: WorkerCaller): Promise<Inspection>
}

/** Room for the signature itself and its attributes, and for a time stamp with its certificates, in bytes. */
const SIGNATURE_ROOM = 4096
const STAMP_ROOM = 16_384

/** Opens the seal of this installation; SIGNING_P12 is checked now. `patience` is another in tests alone. */
export const openSeal = async (
  settings: Pick<Settings, 'signingP12' | 'signingP12Password' | 'tsaUrl' | 'tsaAllowPrivate'>,
  deps: { database: Database; secrets: Secrets; workers: WorkerPool; log: DatabaseLog },
  patience: { atOnce: Patience; later: Patience } = { atOnce: SIGNER_PATIENCE, later: JOB_PATIENCE },
): Promise<Seal> => {
  const { database, secrets, workers, log } = deps
  const { tsaUrl, tsaAllowPrivate: allowPrivate } = settings
  const sealingKey = await openSealingKey(settings, database, secrets, new Date())
  const authorities = tsaUrl
    ? {
        atOnce: openSealAuthorities({ tsaUrl, allowPrivate }, patience.atOnce),
        later: openSealAuthorities({ tsaUrl, allowPrivate }, patience.later),
      }
    : undefined
  const wanted: SealLevel = authorities ? 'B-LT' : 'B-B'

  const roomOf = async () => {
    const { certificates } = await sealingKey()
    return SIGNATURE_ROOM + certificates.reduce((sum, der) => sum + der.length, 0) + (authorities ? STAMP_ROOM : 0)
  }

  const sealed = async (unsigned: UnsignedPdf, caller: WorkerCaller, atOnce: boolean): Promise<RaisedFile> => {
    const { signDetached } = await import('../cms/sign-cms.ts')
    const pdf = fillSignature(unsigned, await signDetached(unsigned.digest, await sealingKey()))
    if (!authorities || !atOnce) return { pdf, level: 'B-B', problem: null }
    return raiseLevel(pdf, { authorities: authorities.atOnce, workers, caller })
  }

  return {
    wanted,
    async begin() {
      await sealingKey()
    },
    turn: openSealTurns(),
    async files(original, { content, caller, atOnce }) {
      const room = await roomOf()
      const prepared = await workers.run(
        prepareSeal,
        async () => ({ ...content, original: await original(), room }),
        caller,
      )
      if ('refused' in prepared) {
        const { PdfRefused } = await import('./seal-pdf.ts')
        throw new PdfRefused(prepared.refused)
      }
      const [signed, evidence] = await Promise.all([
        sealed(prepared.signed, caller, atOnce),
        prepared.evidence && sealed(prepared.evidence, caller, atOnce),
      ])
      const files = evidence ? [signed, evidence] : [signed]
      const level = lowestLevel(files.map(file => file.level))
      const problem = files.find(file => file.problem !== null)?.problem ?? null
      if (problem) log('error', `A document is sealed at ${level} instead of ${wanted}; it is tried again`, { problem })
      return { signed: signed.pdf, evidence: evidence?.pdf ?? null, level, problem }
    },
    async raise(pdf, caller) {
      if (authorities) return raiseLevel(pdf, { authorities: authorities.later, workers, caller })
      const { levelOf } = await import('./raise-level.ts')
      return { pdf, level: await levelOf(pdf), problem: 'TSA_URL is not set' }
    },
    async fault(pdf, caller) {
      try {
        return (await workers.run(checkPdf, async () => ({ pdf: await pdf() }), caller))?.refused
      } catch (error) {
        if (error instanceof WorkerLimitExceeded) return TOO_MUCH_TO_READ
        throw error
      }
    },
    async inspect(pdf, caller) {
      const { certificates } = await sealingKey()
      return workers.run(inspectFile, async () => ({ pdf: await pdf(), own: [certificates] }), caller)
    },
  }
}
