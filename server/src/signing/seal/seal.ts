import type { Database } from '../../kernel/database/db.ts'
import type { DatabaseLog } from '../../kernel/database/log.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import { WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { WorkerCaller } from '../../kernel/workers/worker-task.ts'
import { openSealingKey } from '../cms/sealing-key.ts'
import type { FileToSign } from '../reading/read-to-sign.ts'
import type { Inspection } from '../verification/inspect.ts'
import { inspectFile, prepareSeal, readLastPages, readPdfToSign, showPdfToSign } from './pdf-tasks.ts'
import type { Refused } from './pdf-work.ts'
import { type RaisedFile, raiseLevel } from './raise-level.ts'
import { JOB_PATIENCE, openSealAuthorities, type Patience, SIGNER_PATIENCE } from './seal-authorities.ts'
import { lowestLevel, type SealLevel } from './seal-levels.ts'
import { openSealTurns } from './seal-turns.ts'
import type { SealContent } from './sealed-files.ts'
import { fillSignature, type UnsignedPdf } from './signature-place.ts'

/** The sealed files of a document, the level that both have reached, and why they are below the required level. */
type SealedFiles = { signed: Buffer; evidence: Buffer | null; level: SealLevel; problem: string | null }

/** Seals and inspects PDFs. The libraries for it are loaded on first use. */
export type Seal = {
  /** The required level of seals. */
  wanted: SealLevel
  /** Creates the key if there is none, and decrypts it, so that a fault shows at start. */
  begin(): Promise<void>
  /** Limits concurrent sealing, which bounds memory; one service company cannot take all turns. */
  turn<T>(serviceCompanyId: number, work: () => Promise<T>): Promise<T>
  /**
   * Makes the sealed files of a document. `atOnce`: tries some seconds to reach the required level, because a signer waits; else it seals
   * without asking the authorities, to be raised later. Throws PdfRefused.
   */
  files(
    file: () => Promise<Buffer>,
    options: { content: SealContent; caller: WorkerCaller; atOnce: boolean },
  ): Promise<SealedFiles>
  /** Raises a sealed file as far as possible now. */
  raise(pdf: Buffer, caller: WorkerCaller): Promise<RaisedFile>
  /** Reads a file that is to be signed: what its signer sees, or why it cannot be signed. `patient`: for a signer, after it was accepted. */
  read(pdf: () => Promise<Buffer>, caller: WorkerCaller, options?: { patient: boolean }): Promise<FileToSign | Refused>
  /** Finds the signatures in a file, and marks those with this installation's certificate. Throws WorkerLimitExceeded. */
  inspect(pdf: () => Promise<Buffer>, caller: WorkerCaller): Promise<Inspection>
  /** The text of the last pages of a sealed file. Throws WorkerLimitExceeded. */
  lastPages(pdf: () => Promise<Buffer>, caller: WorkerCaller): Promise<string>
}

/** Reserved bytes for the signature with its attributes, and for a time stamp with its certificates. */
const SIGNATURE_ROOM = 4096
const STAMP_ROOM = 16_384

/** Opens the seal of this installation, and checks SIGNING_P12. Only tests set `patience`. */
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
    async files(file, { content, caller, atOnce }) {
      const room = await roomOf()
      const prepared = await workers.run(prepareSeal, async () => ({ ...content, file: await file(), room }), caller)
      if ('refused' in prepared) {
        const { PdfRefused } = await import('../reading/pdf-refused.ts')
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
    async read(pdf, caller, { patient } = { patient: false }) {
      try {
        return await workers.run(patient ? showPdfToSign : readPdfToSign, async () => ({ pdf: await pdf() }), caller)
      } catch (error) {
        if (error instanceof WorkerLimitExceeded) return { refused: 'too_heavy' }
        throw error
      }
    },
    lastPages: (pdf, caller) => workers.run(readLastPages, async () => ({ pdf: await pdf() }), caller),
    async inspect(pdf, caller) {
      const { certificates } = await sealingKey()
      return workers.run(inspectFile, async () => ({ pdf: await pdf(), own: [certificates] }), caller)
    },
  }
}
