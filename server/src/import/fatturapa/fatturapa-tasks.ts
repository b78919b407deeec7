import type { WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { Refused } from '../../records/definition/refusal.ts'
import type { ReadInvoices } from './fatturapa-work.ts'
import type { ElectronicInvoice } from './read-fatturapa.ts'

/** Reads the electronic invoices of a file and verifies its signatures. Genuine files take less than a tenth of the time limit. */
export const readInvoices: WorkerTask<{ file: Uint8Array; now: Date }, ReadInvoices | Refused> = {
  name: 'read electronic invoice',
  timeLimitMs: 10_000,
  load: async () => (await import('./fatturapa-work.ts')).readInvoices,
}

/** Renders the PDF of an invoice; the time limit allows for thousands of lines. */
export const drawInvoice: WorkerTask<{ invoice: ElectronicInvoice; original: string }, Uint8Array> = {
  name: 'draw electronic invoice',
  timeLimitMs: 60_000,
  load: async () => (await import('./fatturapa-work.ts')).drawInvoice,
}

/** The worker tasks for electronic invoices. */
export const fatturapaTasks = [readInvoices, drawInvoice] as const
