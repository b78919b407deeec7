import { createHash } from 'node:crypto'
import { type Db, sql } from '../kernel/database/db.ts'
import type { ReceivedMail } from './reading/message.ts'

/** A larger one is what the mail is about, however often it comes. In bytes. */
const LOGO_MAX = 100 * 1024
/** The mail of one sender from which on a picture is the logo of a signature. */
const MAILS = 3
const KEPT_MS = 365 * 24 * 3_600_000

/** The pictures in the text of a mail that may be logos: their places among its attachments, from 1, with what they are known by. */
export type Pictures = ReadonlyMap<number, Buffer>

/** See {@link Pictures}. */
export const picturesOf = ({ from, attachments }: ReceivedMail): Pictures => {
  const keys = new Map<number, Buffer>()
  for (const [index, { inline, content }] of attachments.entries())
    if (inline && from && content.byteLength <= LOGO_MAX)
      keys.set(index + 1, createHash('sha256').update(from.address.toLowerCase()).update('\0').update(content).digest())
  return keys
}

/** Those of the pictures that two earlier mails of the sender had: the logo of a signature, which nobody has to see again. */
export const logosAmong = async (
  db: Db,
  serviceCompanyId: number,
  pictures: Pictures,
): Promise<ReadonlySet<number>> => {
  if (pictures.size === 0) return new Set()
  const known = await db.many<{ key: Buffer }>(sql`select key from mail_picture
    where service_company_id = ${serviceCompanyId} and mails >= ${MAILS - 1} and key = any(${[...pictures.values()]}::bytea[])`)
  return new Set([...pictures].filter(([, key]) => known.some(one => one.key.equals(key))).map(([place]) => place))
}

/** Counts a mail with these pictures. */
export const countPictures = async (db: Db, serviceCompanyId: number, pictures: Pictures, now: Date): Promise<void> => {
  if (pictures.size === 0) return
  await db.run(sql`insert into mail_picture as p (service_company_id, key, mails, seen_on)
    select distinct ${serviceCompanyId}::bigint, key, 1, ${now}::timestamptz from unnest(${[...pictures.values()]}::bytea[]) as given (key)
    order by key
    on conflict (service_company_id, key) do update set mails = least(p.mails + 1, ${MAILS}), seen_on = excluded.seen_on`)
}

/** Forgets pictures that have not come for a year. */
export const forgetPictures = (db: Db, now: Date): Promise<number> =>
  db.run(sql`delete from mail_picture where seen_on < ${new Date(now.getTime() - KEPT_MS)}`)
