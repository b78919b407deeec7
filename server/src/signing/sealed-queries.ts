import type { StoredFile } from '../files/queries.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'

/** A file that this installation sealed; `sha256` in hex. */
export type SealedFile = StoredFile & { sha256: string }

const CANDIDATES_MAX = 20

const fileColumns: Sql = raw(
  `f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey", encode(f.sha256, 'hex') as sha256`,
)

const sealedFile: Sql = sql`signing_document d
  join file f on ${sameContact('f', 'd')} and f.id in (d.signed_file_id, d.evidence_file_id)`

/** The files of all service companies that were sealed at one of these instants (to the second, as seals have them). */
export const findFilesSealedOn = (db: Db, instants: readonly string[]): Promise<SealedFile[]> =>
  db.many(sql`select ${fileColumns} from ${sealedFile}
    where date_trunc('second', d.signed_on) = any(${instants}::timestamptz[]) order by f.id limit ${CANDIDATES_MAX}`)

/** A file that this installation sealed, by its id. */
export const findSealedFile = (db: Db, fileId: number): Promise<SealedFile | undefined> =>
  db.maybe(sql`select ${fileColumns} from ${sealedFile} where f.id = ${fileId}`)
