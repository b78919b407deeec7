import type { RecordHooks, RecordServices } from '../records/definition/record-type.ts'
import { fillDocumentsToSign, finishDocumentsToSign, type SigningWork } from './record-documents.ts'
import { checkNewPdfs, type PdfFaults } from './record-pdfs.ts'
import { openImportSeals } from './record-seals.ts'
import type { Seal } from './seal/seal.ts'

declare module '../records/definition/record-type.ts' {
  interface RecordServices {
    /** Checks whether a file can be signed, and seals documents that were signed elsewhere. */
    seal: Seal
  }
}

/** Opens the hooks of documents to sign. They check files before the transaction, and seal them between two attempts at it. */
export const openSigningHooks = ({ seal, storage }: RecordServices, { dryRun }: { dryRun: boolean }): RecordHooks => {
  const seals = openImportSeals(seal, storage, dryRun)
  let pdfFaults: PdfFaults = new Map()
  let work: SigningWork = { toSeal: new Map(), evidence: new Map() }

  return {
    beforeTransaction: async (db, items, { files, tenantScope }) => {
      pdfFaults = await checkNewPdfs(db, items, { files, seal, tenantScope })
    },
    runTransaction: transaction => seals.around(transaction),
    checkFiles: async (db, checked, context) => {
      work = await fillDocumentsToSign(db, checked, { ...context, seal, seals, pdfFaults })
    },
    afterWrite: async (db, rows, { writtenRow }) => {
      await finishDocumentsToSign(db, rows, work, writtenRow, { seals })
      return { changesRecords: true }
    },
  }
}
