import type { WorkerTask } from '../kernel/workers/worker-task.ts'
import type { ReadPdf } from './pdf-work.ts'

/** Reads the text of a PDF's first pages. Genuine files take less than a tenth of the time limit. */
export const readPdfText: WorkerTask<{ pdf: Uint8Array }, ReadPdf> = {
  name: 'read text of PDF',
  timeLimitMs: 15_000,
  load: async () => (await import('./pdf-work.ts')).readPdfText,
}

/** The worker tasks of publishing. */
export const publishingTasks = [readPdfText] as const
