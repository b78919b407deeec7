import type { WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { Refused } from '../../records/definition/refusal.ts'
import type { ReadInvoices } from './fatturapa-work.ts'
import type { ElectronicInvoice } from './read-fatturapa.ts'

/** Reads the electronic invoices in a file, the signatures around them checked. No true file takes a tenth of the time. */
export const readInvoices: WorkerTask<{ file: Uint8Array; now: Date }, ReadInvoices | Refused> = {
  name: 'read electronic invoice',
  timeLimitMs: 10_000,
  load: async () => (await import('./fatturapa-work.ts')).readInvoices,
}

/** Makes the page of an invoice; one of thousands of lines takes its time. */
export const drawInvoice: WorkerTask<{ invoice: ElectronicInvoice; original: string }, Uint8Array> = {
  name: 'draw electronic invoice',
  timeLimitMs: 60_000,
  load: async () => (await import('./fatturapa-work.ts')).drawInvoice,
}

/** All tasks on electronic invoices. */
export const fatturapaTasks = [readInvoices, drawInvoice] as const
