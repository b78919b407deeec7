import type { Db } from '../../kernel/database/db.ts'
import type { FileSource } from '../definition/files.ts'
import type { Item, RecordHooks, RecordServices, RecordType } from '../definition/record-type.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'
import { recordTypes } from '../registry.ts'

/** The hooks of every record type, opened for one import or one `PUT`. */
export type OpenRecordHooks = {
  of(recordType: RecordType): RecordHooks
  /** See `RecordHooks.beforeTransaction`; calls it for the record types of these lines. */
  beforeTransaction(
    db: Db,
    items: Item[],
    context: { files: FileSource; tenantScope: TenantScope | undefined },
  ): Promise<void>
  /** Runs a transaction, and runs it again if a hook requires it. */
  runTransaction<T>(transaction: () => Promise<T>): Promise<T>
}

const none: RecordHooks = {}

/** Opens {@link OpenRecordHooks}. In a dry run hooks store nothing. */
export const openRecordHooks = (services: RecordServices, options: { dryRun: boolean }): OpenRecordHooks => {
  const opened = new Map<RecordType, RecordHooks>()
  for (const recordType of recordTypes)
    if (recordType.hooks) opened.set(recordType, recordType.hooks(services, options))

  return {
    of: recordType => opened.get(recordType) ?? none,
    async beforeTransaction(db, items, context) {
      for (const [recordType, { beforeTransaction }] of opened) {
        const itsItems = beforeTransaction ? items.filter(item => item.recordType === recordType) : []
        if (itsItems.length > 0) await beforeTransaction?.(db, itsItems, context)
      }
    },
    runTransaction<T>(transaction: () => Promise<T>) {
      let run = transaction
      for (const { runTransaction } of opened.values()) {
        const inner = run
        if (runTransaction) run = () => runTransaction(inner)
      }
      return run()
    },
  }
}
