import { createHash } from 'node:crypto'
import { type Database, type Db, tx, Unavailable } from '../kernel/database/db.ts'
import { enqueue, JobFailed, type JobKind } from '../kernel/database/jobs.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { DocumentId } from './evidence/evidence.ts'
import { findDocumentById, insertSealedFile, lockDocument, type SigningDocument } from './queries.ts'
import type { RaisedFile } from './seal/raise-level.ts'
import type { Seal } from './seal/seal.ts'
import { lowestLevel } from './seal/seal-levels.ts'
import { setRaised, supersede } from './seal-queries.ts'
import { keeping, readWhole, storeSeal } from './sealed-storage.ts'

const KIND = 'seal'
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Enqueues raising the seal of a document to the required level: in a minute, or at once if `soon`. */
export const enqueueRaise = (
  db: Db,
  { serviceCompanyId, portalId, contactId, id }: DocumentId,
  { soon }: { soon: boolean },
): Promise<void> =>
  enqueue(db, {
    kind: KIND,
    serviceCompanyId,
    payload: JSON.stringify({ serviceCompanyId, portalId, contactId, id } satisfies DocumentId),
    delaySeconds: soon ? 0 : MINUTE,
  })

type Deps = { database: Database; storage: Storage; seal: Seal; clock: Clock }

type Sealed = NonNullable<SigningDocument['signedFile']>
type Raised = RaisedFile & { file: Sealed; changed: boolean }

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const raiseFile = async (
  { storage, seal }: Deps,
  { id, serviceCompanyId }: SigningDocument,
  file: Sealed,
): Promise<Raised> => {
  const content = await readWhole(await storage.get(file.storageKey))
  if (sha256(content) !== file.sha256) throw new Error(`The sealed file of document ${id} is not the one that was made`)
  const raised = await seal.raise(content, { serviceCompanyId })
  return { ...raised, file, changed: sha256(raised.pdf) !== file.sha256 }
}

/** Replaces the files of a document by the raised ones; throws if another process has done so meanwhile. */
const replaceFiles = async (
  { database, storage, clock }: Deps,
  document: SigningDocument,
  [signed, evidence]: [signed: Raised, evidence?: Raised],
  { level, problem }: Pick<RaisedFile, 'level' | 'problem'>,
) => {
  const { keep, discard } = keeping(storage)
  const store = async (raised: Raised | undefined) =>
    raised?.changed ? storeSeal(raised.file.name, raised.pdf, keep) : undefined
  try {
    const stored = { signed: await store(signed), evidence: await store(evidence) }
    await tx(database, async db => {
      const now = clock()
      const locked = await lockDocument(db, document, now)
      if (locked.signedFile?.id !== signed.file.id || locked.evidenceFile?.id !== evidence?.file.id)
        throw new Error('The seal was raised by another process')
      const put = async ({ id }: Sealed, file: typeof stored.signed) => {
        if (!file) return id
        await supersede(db, document, id, now)
        return insertSealedFile(db, document, file, now)
      }
      const signedFileId = await put(signed.file, stored.signed)
      const evidenceFileId = evidence ? await put(evidence.file, stored.evidence) : null
      await setRaised(db, document, { level, problem, signedFileId, evidenceFileId })
      if (level !== document.sealWanted) return
      const act = { type: 'document.sealCompleted' as const, signingDocumentId: document.id, detail: { level } }
      await recordEvent(db, document, act, now)
    })
  } catch (error) {
    // If the connection broke at commit, the document may already refer to the files.
    if (!(error instanceof Unavailable)) await discard()
    throw error
  }
}

const raiseDocument = async (deps: Deps, document: SigningDocument): Promise<void> => {
  const { signedFile, evidenceFile, sealWanted, sealLevel } = document
  if (!signedFile || !sealWanted || sealLevel === sealWanted) return
  const signed = await raiseFile(deps, document, signedFile)
  const evidence = evidenceFile ? await raiseFile(deps, document, evidenceFile) : undefined
  const files: [Raised, Raised?] = evidence ? [signed, evidence] : [signed]
  const level = lowestLevel(files.map(file => file?.level ?? 'B-LT'))
  const problem = files.find(file => file?.problem)?.problem ?? null
  await replaceFiles(deps, document, files, { level, problem })
  if (level !== sealWanted) throw new JobFailed(problem ?? `The seal is still at ${level}`)
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new JobFailed('The process has stopped')), { once: true })
  })

/** The job that raises the seals of signed documents; retries for a month, with growing delays. */
export const raiseSealJob = (deps: Deps): JobKind => ({
  kind: KIND,
  atOnce: 2,
  delays: [
    ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
    ...Array<number>(29).fill(DAY),
  ],
  async run({ payload }, signal) {
    const document = await findDocumentById(deps.database, JSON.parse(payload) as DocumentId, deps.clock())
    // The authorities may take over a minute, so a process that stops leaves the job to another.
    if (document) await Promise.race([raiseDocument(deps, document), rejectOnAbort(signal)])
  },
})
