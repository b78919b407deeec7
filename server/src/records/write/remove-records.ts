import { type Db, empty, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { FileTransaction } from '../definition/files.ts'
import type { RecordType } from '../definition/record-type.ts'
import { isUnlinked } from '../files/linked-files.ts'
import { dropUnusedPictures } from '../files/pictures.ts'
import { recordTypes } from '../registry.ts'
import { announceRemoval } from './change-events.ts'

/** Where records live, by the key columns of their tables. */
export type RecordLocation = { company: number; portal: number | null; contact: number | null }

/** SQL: the rows at this location. Filters by the leading columns of every key, so that the indexes are used. */
const at = ({ company, portal, contact }: RecordLocation): Sql =>
  sql`service_company_id = ${company} ${portal === null ? empty : sql`and portal_id = ${portal}`}
    ${contact === null ? empty : sql`and contact_id = ${contact}`}`

const idsOf = async (db: Db, statement: Sql): Promise<number[]> =>
  (await db.many<{ id: number }>(statement)).map(({ id }) => id)

/** Unlinks the files of records and returns their ids, so that they can be removed after the records. */
const untieFiles = (
  db: Db,
  { message, fileLinks, files, table }: RecordType,
  here: Sql,
  ids: number[],
): Promise<number[]> => {
  if (message) {
    const owner = message.purpose === 'ticket' ? sql`comment_id is null and ticket_id` : sql`comment_id`
    return idsOf(db, sql`delete from ticket_file where ${here} and ${owner} = any(${ids}) returning file_id as id`)
  }
  if (fileLinks)
    return idsOf(
      db,
      sql`delete from ${raw(fileLinks.table)} where ${here} and ${raw(fileLinks.owner)} = any(${ids}) returning file_id as id`,
    )
  if (!files) return Promise.resolve([])
  const columns = raw(files.map(({ column }) => column).join(', '))
  return idsOf(
    db,
    sql`select file as id from ${raw(table)} cross join unnest(array[${columns}]) as file
      where ${here} and id = any(${ids}) and file is not null`,
  )
}

/**
 * Removes records of one type at one location, with their parts, links and files. Throws PostgreSQL's foreign-key violation if another
 * row references one of them.
 */
export const removeRecords = async (
  db: Db,
  recordType: RecordType,
  place: RecordLocation,
  ids: number[],
  fileTransaction: FileTransaction,
): Promise<void> => {
  if (ids.length === 0) return
  const here = at(place)
  const partFiles: number[] = []
  for (const { table, column, fileIds } of recordType.parts ?? []) {
    const rows = sql`from ${raw(table)} where ${here} and ${raw(column)} = any(${ids})`
    const part = recordTypes.find(one => one.table === table)
    if (part) await removeRecords(db, part, place, await idsOf(db, sql`select id ${rows}`), fileTransaction)
    else if (fileIds === undefined) await db.run(sql`delete ${rows}`)
    else
      partFiles.push(
        ...(await idsOf(
          db,
          sql`with removed as (delete ${rows} returning ${raw(fileIds)} as ids) select unnest(ids) as id from removed`,
        )),
      )
  }
  for (const { table, owner } of recordType.links ?? [])
    await db.run(sql`delete from ${raw(table)} where ${here} and ${raw(owner)} = any(${ids})`)

  const files = [...partFiles, ...(await untieFiles(db, recordType, here, ids))]
  const mine = sql`from ${raw(recordType.table)} where ${here} and id = any(${ids})`
  await announceRemoval(db, recordType, mine)
  const { contentColumn } = recordType
  if (contentColumn !== undefined)
    fileTransaction.discard(await keysOf(db, sql`delete ${mine} returning ${raw(contentColumn)} as key`))
  else await db.run(sql`delete ${mine}`)
  if (files.length > 0)
    fileTransaction.discard(
      await keysOf(
        db,
        sql`delete from file where ${here} and id = any(${files}) and ${isUnlinked} returning storage_key as key`,
      ),
    )
  if (recordType.picture) await dropUnusedPictures(db, [place.company], fileTransaction)
}

const keysOf = async (db: Db, statement: Sql): Promise<string[]> =>
  (await db.many<{ key: string }>(statement)).map(({ key }) => key)
