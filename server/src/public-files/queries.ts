import type { StoredFile } from '../files/queries.ts'
import type { PortalScope } from '../kernel/access/scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'

export const publicFilesOf = (
  db: Db,
  scope: PortalScope,
): Promise<{ id: number; fileName: string; replacedOn: string | null }[]> =>
  db.many(sql`select id, file_name as "fileName", instant(replaced_at) as "replacedOn" from public_file
    where service_company_id = ${scope.serviceCompanyId} and portal_id = ${scope.portalId} and withdrawn_at is null order by name_order, id`)

export const publicFileOf = (db: Db, scope: PortalScope, fileId: number): Promise<StoredFile | undefined> =>
  db.maybe(sql`select id, file_name as name, media_type as "mediaType", size, storage_key as "storageKey" from public_file
    where service_company_id = ${scope.serviceCompanyId} and portal_id = ${scope.portalId} and id = ${fileId} and withdrawn_at is null`)
