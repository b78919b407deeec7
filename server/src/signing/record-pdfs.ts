import type { PdfRefusal } from '@portico/contract/signing'
import { type Db, sql } from '../kernel/database/db.ts'
import type { WorkerCaller } from '../kernel/workers/worker-task.ts'
import type { CheckedFile, FileSource } from '../records/definition/files.ts'
import type { Item, NamedFile } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { checkFile, contentOf } from '../records/files/store-files.ts'
import type { Seal } from './seal/seal.ts'

/** Why files cannot be signed, by the path in the line; undefined for a file that can be. */
export type PdfFaults = ReadonlyMap<string, PdfRefusal | undefined>

/** Why a file cannot be signed. */
export const faultOf = async (seal: Seal, file: CheckedFile, caller: WorkerCaller): Promise<PdfRefusal | undefined> => {
  const read = await seal.read(() => contentOf(file), caller)
  return 'refused' in read ? read.refused : undefined
}

const existing = async (db: Db, items: Item[], tenantScope: TenantScope | undefined): Promise<Set<string>> => {
  const named = sql`unnest(${items.map(({ line }) => String(line.serviceCompany ?? ''))}::text[],
    ${items.map(({ line }) => line.externalId)}::text[]) as x (company, external_id)`
  const rows = await db.many<{ name: string }>(sql`select x.company || ' ' || x.external_id as name from ${named}
    join service_company c on ${tenantScope ? sql`c.id = ${tenantScope.company}` : sql`c.external_id = x.company`}
    join signing_document d on d.service_company_id = c.id and d.external_id = x.external_id`)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Checks the files of new documents before the transaction that writes them, because a hostile file takes seconds, for which the
 * transaction would hold a database connection. Skips missing and unacceptable files: the write refuses them with the reason.
 */
export const checkNewPdfs = async (
  db: Db,
  items: Item[],
  { files, seal, tenantScope }: { files: FileSource; seal: Seal; tenantScope: TenantScope | undefined },
): Promise<PdfFaults> => {
  const faults = new Map<string, PdfRefusal | undefined>()
  const there = await existing(db, items, tenantScope)
  for (const { line } of items) {
    const named = line.file as NamedFile | undefined
    if (!named || faults.has(named.path) || there.has(`${line.serviceCompany ?? ''} ${line.externalId}`)) continue
    try {
      const file = await checkFile(files, named, 'file')
      // Commands of the installation have no tenant scope, and a worker pool of their own.
      const caller = { serviceCompanyId: tenantScope?.company ?? 0 }
      if (file.kind === 'pdf') faults.set(named.path, await faultOf(seal, file, caller))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return faults
}
