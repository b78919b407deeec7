import type { WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { Inspection } from '../verification/inspect.ts'
import type { OwnChain } from '../verification/own-seal.ts'
import type { SignatureProof } from './document-security-store.ts'
import type { Refused } from './pdf-work.ts'
import type { DocumentToSeal, UnsealedFiles } from './sealed-files.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** Real files take less than a tenth of it. */
const CHECK_LIMIT_MS = 20_000
/** More generous than the check, so that an accepted file does not fail for its signer. */
const SEAL_LIMIT_MS = 40_000

/** Checks whether a file can be signed. */
export const checkPdf: WorkerTask<{ pdf: Buffer }, Refused | undefined> = {
  name: 'check PDF',
  timeLimitMs: CHECK_LIMIT_MS,
  load: async () => (await import('./pdf-work.ts')).checkPdf,
}

/** Builds the files of a signed document, ready to be sealed. */
export const prepareSeal: WorkerTask<DocumentToSeal, UnsealedFiles | Refused> = {
  name: 'prepare seal',
  timeLimitMs: SEAL_LIMIT_MS,
  load: async () => (await import('./pdf-work.ts')).prepareSeal,
}

/** Reserves `room` bytes for a document time stamp in a sealed file. */
export const prepareTimeStamp: WorkerTask<{ pdf: Buffer; room: number }, UnsignedPdf> = {
  name: 'prepare time stamp',
  timeLimitMs: SEAL_LIMIT_MS,
  load: async () => (await import('./pdf-work.ts')).prepareTimeStamp,
}

/** Adds validation data to a sealed file. */
export const addProofs: WorkerTask<{ pdf: Buffer; proofs: SignatureProof[] }, Buffer> = {
  name: 'add validation data',
  timeLimitMs: SEAL_LIMIT_MS,
  load: async () => (await import('./pdf-work.ts')).addProofs,
}

/** Finds the signatures in a file; `own` are the certificates of this installation. */
export const inspectFile: WorkerTask<{ pdf: Buffer; own: OwnChain[] }, Inspection> = {
  name: 'inspect PDF',
  timeLimitMs: 10_000,
  load: async () => (await import('./pdf-work.ts')).inspectFile,
}

/** All tasks of this section. */
export const pdfTasks = [checkPdf, inspectFile, prepareSeal, prepareTimeStamp, addProofs] as const
