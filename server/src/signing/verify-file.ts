import type { Verification } from '@portico/contract/signing'
import type { Db } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { WorkerCaller } from '../kernel/workers/worker-task.ts'
import { compareEvidence } from './evidence/compare-evidence.ts'
import type { Seal } from './seal/seal.ts'
import type { SealedAddresses } from './sealed-addresses.ts'
import { findFilesSealedOn } from './sealed-queries.ts'
import { hashPrefixes, matchRecord } from './sealed-record.ts'
import { readWhole } from './sealed-storage.ts'
import type { Inspection } from './verification/inspect.ts'
import { judge } from './verification/verdict.ts'

/** The verification result of an uploaded file that was inspected. */
export const verifyUpload = async (
  { db, storage, addresses, seal }: { db: Db; storage: Storage; addresses: SealedAddresses; seal: Seal },
  upload: { name: string; storageKey: string; inspection: Inspection; caller: WorkerCaller },
  now: Date,
): Promise<Verification> => {
  const { name, storageKey, inspection, caller } = upload
  const candidates = await findFilesSealedOn(db, inspection.sealedOn)
  const newest = inspection.signatures.findLast(({ ours, intact, end }) => ours && intact && end !== null)
  const { holder, ...record } = await matchRecord(
    storage,
    { storageKey, size: inspection.size },
    candidates,
    newest?.end,
  )
  const verdict = judge(inspection, record)
  const size = verdict.sealedSize
  const sealedUrl = holder && size !== null ? addresses.sign({ fileId: holder.id, name, size }, now) : null
  const evidence =
    holder &&
    (await compareEvidence(db, holder.id, {
      lastPages: () => seal.lastPages(async () => readWhole(await storage.get(holder.storageKey)), caller),
      hashOf: async prefix => (await hashPrefixes(storage, storageKey, [prefix])).get(prefix),
    }))
  return {
    fileName: name,
    ...verdict,
    onRecord: holder !== undefined,
    evidence: verdict.sealedSize === null ? null : (evidence ?? 'unknown'),
    sealedUrl,
  }
}
