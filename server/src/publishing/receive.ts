import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PublishRefusal } from '@portico/contract/staff/publishing'
import { publishItemsMax } from '@portico/contract/staff/publishing'
import type { FastifyRequest } from 'fastify'
import { requireQuota } from '../files/stored-bytes-queries.ts'
import { receiveUpload } from '../files/uploads.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, tx, Unavailable } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { isProgram, type Sniff, sniff, sniffElectronicInvoice } from '../kernel/files/file-kind.ts'
import { extensionOf } from '../kernel/files/file-name.ts'
import { FileRefused, type ReceivedFile } from '../kernel/files/receive-file.ts'
import type { App } from '../kernel/http/route.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { countItems, insertItem, insertPublishFile, isWaiting } from './queries.ts'
import { readDocument } from './read-document.ts'
import { type ReadItem, type ReadRows, readInvoices } from './read-invoices.ts'

/** A PDF that was signed as a whole is a file like any other. */
const isElectronicInvoice = (name: string): boolean => {
  const extension = extensionOf(name)
  return extension === 'xml' || (extension === 'p7m' && !/\.(?!xml|p7m)[a-z]{3,4}\.p7m$/i.test(name))
}

/** Accepts what can be published, and remembers why a file is refused. */
const sniffNoting =
  (note: (code: PublishRefusal) => void): Sniff =>
  (firstBytes, name) => {
    if (isProgram(firstBytes, name)) {
      note('program')
      return undefined
    }
    const kind = isElectronicInvoice(name) ? sniffElectronicInvoice(firstBytes, name) : sniff(firstBytes, name)
    if (!kind) note('otherContent')
    return kind
  }

const refusedBy = ({ code }: FileRefused, noted: PublishRefusal | undefined): PublishRefusal =>
  code === 'file_empty' ? 'empty' : code === 'file_too_large' ? 'tooLarge' : (noted ?? 'otherContent')

/** Takes the file of a request, reads it, and adds its rows to the list of the account; answers their ids. */
export const receivePublishFile = async (
  app: App,
  scope: StaffScope,
  request: FastifyRequest,
  now: Date,
): Promise<number[]> => {
  const { database, storage, workers, storageQuota } = app.deps
  const requireCapacity = async (db: Db, bytes: number) => {
    if ((await countItems(db, scope)) >= publishItemsMax)
      fail('conflict', { detail: `${publishItemsMax} files wait to be published, which is the most.` })
    await requireQuota(db, scope.serviceCompanyId, { bytes, quota: storageQuota })
  }
  const addRefused = (
    fileName: string,
    size: number | null,
    refusal: { code: PublishRefusal; field?: string | undefined },
  ) => insertItem(database, scope, { state: 'refused', fileName, size, refusal }, now)

  const readRows = async (file: ReceivedFile, storageKey: string): Promise<ReadRows> => {
    if (await isWaiting(database, scope, file.sha256)) return { fault: { code: 'waiting' } }
    const content = async () => buffer(await storage.get(storageKey))
    const read = isElectronicInvoice(file.name) ? readInvoices : readDocument
    return read({ database, workers, now }, scope, file, content)
  }

  /** Stores the drawn pages, and then all rows with their files in one transaction. */
  const writeRows = async (
    file: ReceivedFile,
    storageKey: string,
    read: Exclude<ReadRows, { fault: unknown }>,
    keep: () => void,
  ) => {
    const pages = new Map<ReadItem, string>()
    try {
      for (const row of read.rows) {
        if (!row.page) continue
        const key = newStorageKey()
        pages.set(row, key)
        await storage.put(key, Readable.from([row.page.content], { objectMode: false }))
      }
      return await tx(database, async db => {
        await requireCapacity(db, file.size)
        const original = { ...file, name: read.originalName }
        const originalId = await insertPublishFile(db, scope, { file: original, storageKey, now })
        keep()
        const ids: number[] = []
        for (const row of read.rows) {
          const files = { fileId: originalId, originalId: null as number | null }
          const pageKey = pages.get(row)
          if (row.page && pageKey) {
            const { name, content, sha256 } = row.page
            const page = { name, size: content.length, sha256, mediaType: 'application/pdf', inline: true }
            files.fileId = await insertPublishFile(db, scope, { file: page, storageKey: pageKey, now })
            files.originalId = originalId
          }
          const item = { ...row.item, ...files, fileName: file.name, size: file.size }
          ids.push(await insertItem(db, scope, item, now))
        }
        return ids
      })
    } catch (error) {
      // If the connection was lost the rows may be there all the same; if not, the sweep deletes the files.
      if (!(error instanceof Unavailable)) await storage.remove([...pages.values()]).catch(() => undefined)
      throw error
    }
  }

  let noted: PublishRefusal | undefined
  try {
    return await receiveUpload(app, request, {
      sniff: sniffNoting(code => {
        noted = code
      }),
      admit: () => requireCapacity(database, 0),
      write: async (file, storageKey, keep) => {
        const read = await readRows(file, storageKey)
        if ('fault' in read) return [await addRefused(file.name, file.size, read.fault)]
        return writeRows(file, storageKey, read, keep)
      },
    })
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return [await addRefused(error.fileName, null, { code: refusedBy(error, noted) })]
  }
}
