import type { CheckedFile } from '../records/definition/files.ts'
import { keepAccepted } from '../records/definition/keep-accepted.ts'
import type { PendingRow, RecordHooks } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { checkRecordFiles } from '../records/files/record-files.ts'
import { formerFilesOf, insertFormerFile } from './former-files.ts'

/** Opens the hooks that keep the files that others have replaced. An entry that is there already keeps the file that it has. */
export const openFormerFileHooks = (): RecordHooks => {
  let added = new Map<PendingRow, { file: CheckedFile; storageKey: string }>()

  return {
    beforeWrite: async (db, rows, context) => {
      added = new Map()
      const checked = await checkRecordFiles(rows, { field: 'formerFile' }, context)
      const kept = await formerFilesOf(db, [...checked.keys()])
      return keepAccepted([...checked.keys()], context.refuse, async pending => {
        const file = checked.get(pending)
        if (!file) return
        const there = pending.existing && kept.get(pending.existing.id)
        if (there?.name === file.name && there.sha256 === file.sha256) return
        if (pending.existing) throw new Refusal('formerFile', 'is not the one that is kept here', 'conflict')
        added.set(pending, { file, storageKey: await context.fileTransaction.store(file, 'formerFile') })
      })
    },
    afterWrite: async (db, rows, { writtenRow }) => {
      for (const pending of rows) {
        const one = added.get(pending)
        const written = writtenRow(pending)
        if (!one || !written) continue
        const { company, portal } = pending.item.place
        const { name, mediaType, size, sha256 } = one.file
        await insertFormerFile(db, {
          serviceCompanyId: company,
          portalId: portal ?? 0,
          changeId: written.id,
          ...{ name, mediaType, size, sha256, storageKey: one.storageKey },
        })
      }
      return { changesRecords: added.size > 0 }
    },
  }
}
