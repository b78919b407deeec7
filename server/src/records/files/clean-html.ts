import { cleanHtmlInWorker } from '../../kernel/html/html-task.ts'
import { TOO_MUCH_TO_READ, WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { Item } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'
import { cleanMessage } from './embedded-images.ts'

/**
 * Cleans the HTML of a line before the transaction that writes it, so that no database connection waits while a worker process cleans
 * a long text. Throws a {@link Refusal} for HTML that takes too long to parse.
 */
export const cleanLineHtml = async (
  item: Item,
  { workers, tenantScope }: { workers: WorkerPool; tenantScope: TenantScope | undefined },
): Promise<Item> => {
  const { recordType, line } = item
  if (!recordType.message && !recordType.html) return item
  // Commands of the installation have no tenant scope, and a worker pool of their own.
  const caller = { serviceCompanyId: tenantScope?.company ?? 0 }

  const cleaned = async (field: string, html: string, attachmentIds?: ReadonlySet<number>) => {
    try {
      return await cleanHtmlInWorker(workers, html, { ...(attachmentIds && { attachmentIds }) }, caller)
    } catch (error) {
      if (error instanceof WorkerLimitExceeded) throw new Refusal(field, TOO_MUCH_TO_READ)
      throw error
    }
  }

  const clean: Item = { ...item, line: { ...line } }
  for (const field of recordType.html ?? []) {
    const html = line[field]
    if (typeof html === 'string') clean.line[field] = await cleaned(field, html)
  }
  if (recordType.message) {
    const { field } = recordType.message
    clean.message = await cleanMessage(String(line[field] ?? ''), (html, ids) => cleaned(field, html, ids))
  }
  return clean
}
