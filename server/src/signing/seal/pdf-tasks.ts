import type { WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { FileToSign } from '../reading/read-to-sign.ts'
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
/** Sealing reads the file once more. */
const READ_AND_SEAL_LIMIT_MS = 60_000

/** Reads a file that is to be signed, and makes what its signer sees. */
export const readPdfToSign: WorkerTask<{ pdf: Buffer }, FileToSign | Refused> = {
  name: 'read PDF to sign',
  timeLimitMs: CHECK_LIMIT_MS,
  load: async () => (await import('./pdf-work.ts')).readPdfToSign,
}

/** The same for its signer. */
export const showPdfToSign: typeof readPdfToSign = { ...readPdfToSign, name: 'show PDF', timeLimitMs: SEAL_LIMIT_MS }

/** Builds the files of a signed document, ready to be sealed. */
export const prepareSeal: WorkerTask<DocumentToSeal, UnsealedFiles | Refused> = {
  name: 'prepare seal',
  timeLimitMs: READ_AND_SEAL_LIMIT_MS,
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

/** Reads the text of the last pages of a sealed file, among which those of the evidence are. */
export const readLastPages: WorkerTask<{ pdf: Buffer }, string> = {
  name: 'read evidence pages',
  timeLimitMs: CHECK_LIMIT_MS,
  load: async () => (await import('./pdf-work.ts')).readLastPages,
}

/** All tasks of this section. */
export const pdfTasks = [
  readPdfToSign,
  showPdfToSign,
  inspectFile,
  prepareSeal,
  prepareTimeStamp,
  addProofs,
  readLastPages,
] as const
