import type { PublishedDetail, PublishedFile, PublishedKind } from '@portico/contract/staff/published'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { type ContentRow, type PublishedRow, publishedFileOf } from './list-queries.ts'
import { historyOf, openingsOf } from './queries.ts'

/** A file's URL for one session of the staff. It names the content, so that a browser does not show the one before. */
const contentOfUrl = (path: string, { name, size, mediaType, hash }: ContentRow, { staffSessionId }: StaffScope) => ({
  name,
  size,
  mediaType,
  url: `${path}/${encodeURIComponent(name)}?n=${staffSessionId}&v=${hash}`,
})

const pathOf = (kind: PublishedKind, id: number) => `/api/staff/published/${kind}/${id}`

/** A row as the staff read it. */
export const answerFile = ({ recordId, file, original, ...row }: PublishedRow, scope: StaffScope): PublishedFile => {
  const path = pathOf(row.kind, recordId)
  return {
    ...row,
    id: recordId,
    file: contentOfUrl(`${path}/file`, file, scope),
    original: original && contentOfUrl(`${path}/original`, original, scope),
  }
}

/** A published file with its openings and its history; undefined for what is not there or beyond the scope. */
export const answerDetail = async (
  db: Db,
  scope: StaffScope,
  kind: PublishedKind,
  id: number,
): Promise<PublishedDetail | undefined> => {
  const row = await publishedFileOf(db, scope, kind, id)
  if (!row) return undefined
  const path = `${pathOf(kind, id)}/former`
  const history = await historyOf(db, scope, kind, id)
  return {
    ...answerFile(row, scope),
    openings: await openingsOf(db, scope, kind, id),
    history: history.map(({ formerFile, ...change }) => ({
      ...change,
      formerFile: formerFile && contentOfUrl(`${path}/${formerFile.id}`, formerFile, scope),
    })),
  }
}
