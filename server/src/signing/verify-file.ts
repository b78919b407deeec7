import type { Verification } from '@portico/contract/signing'
import type { Db } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { SealedAddresses } from './sealed-addresses.ts'
import { filesSealedOn } from './sealed-queries.ts'
import { recordOf } from './sealed-record.ts'
import type { Inspection } from './verification/inspect.ts'
import { judge } from './verification/verdict.ts'

/** What a shown file is, once it was inspected. */
export const verificationOf = async (
  { db, storage, addresses }: { db: Db; storage: Storage; addresses: SealedAddresses },
  shown: { name: string; storageKey: string; inspection: Inspection },
  now: Date,
): Promise<Verification> => {
  const { name, storageKey, inspection } = shown
  const candidates = await filesSealedOn(db, inspection.sealedOn)
  const seal = inspection.signatures.findLast(({ ours, intact, end }) => ours && intact && end !== null)
  const { holder, ...record } = await recordOf(storage, { storageKey, size: inspection.size }, candidates, seal?.end)
  const verdict = judge(inspection, record)
  const size = verdict.sealedSize
  const sealedUrl = holder && size !== null ? addresses.sign({ fileId: holder.id, name, size }, now) : null
  return { fileName: name, ...verdict, onRecord: holder !== undefined, sealedUrl }
}
