import type { Verification } from '@portico/contract/signing'
import type { Db } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { SealedAddresses } from './sealed-addresses.ts'
import { findFilesSealedOn } from './sealed-queries.ts'
import { matchRecord } from './sealed-record.ts'
import type { Inspection } from './verification/inspect.ts'
import { judge } from './verification/verdict.ts'

/** The verification result of an uploaded file that was inspected. */
export const verifyUpload = async (
  { db, storage, addresses }: { db: Db; storage: Storage; addresses: SealedAddresses },
  upload: { name: string; storageKey: string; inspection: Inspection },
  now: Date,
): Promise<Verification> => {
  const { name, storageKey, inspection } = upload
  const candidates = await findFilesSealedOn(db, inspection.sealedOn)
  const seal = inspection.signatures.findLast(({ ours, intact, end }) => ours && intact && end !== null)
  const { holder, ...record } = await matchRecord(storage, { storageKey, size: inspection.size }, candidates, seal?.end)
  const verdict = judge(inspection, record)
  const size = verdict.sealedSize
  const sealedUrl = holder && size !== null ? addresses.sign({ fileId: holder.id, name, size }, now) : null
  return { fileName: name, ...verdict, onRecord: holder !== undefined, sealedUrl }
}
