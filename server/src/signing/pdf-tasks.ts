import type { FoundSignature } from '@portico/contract/signing'
import type { WorkerTask } from '../kernel/worker-task.ts'
import type { Refused } from './pdf-work.ts'

/** Looks whether a file can be signed. */
export const checkPdf: WorkerTask<{ pdf: Buffer }, Refused | undefined> = {
  name: 'check PDF',
  timeLimitMs: 20_000,
  load: async () => (await import('./pdf-work.ts')).checkPdf,
}

/** Finds the signatures in a file; `ownCertificate` is the DER of the certificate whose seals are ours. */
export const readSignatures: WorkerTask<{ pdf: Buffer; ownCertificate: Buffer }, FoundSignature[]> = {
  name: 'read signatures',
  timeLimitMs: 10_000,
  load: async () => (await import('./pdf-work.ts')).readSignatures,
}

/** All tasks of this section. */
export const pdfTasks = [checkPdf, readSignatures] as const
