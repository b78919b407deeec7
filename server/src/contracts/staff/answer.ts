import type { ContractKind, StaffActivity, StaffContract } from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { contractAnswer, serviceAnswer } from '../answer.ts'
import { activitiesOf, activityChangesOf, activityOf, type StaffActivityRow } from './activity-queries.ts'
import { seenActivityContract, seenServiceContract, staffContractOf } from './detail-queries.ts'

type File = { part: 'documents' | 'activities'; recordId: number; name: string; fileId: number }

/** A file's URL for one session of the staff. It names the content, so that a browser does not show the one before. */
const urlOf = ({ staffSessionId }: StaffScope, { part, recordId, name, fileId }: File) =>
  `/api/staff/contract-files/${part}/${recordId}/${encodeURIComponent(name)}?n=${staffSessionId}&v=${fileId}`

const answerRow = ({ report, ...row }: StaffActivityRow, scope: StaffScope): StaffActivity => ({
  ...row,
  report: report && {
    name: report.name,
    url: urlOf(scope, { part: 'activities', recordId: row.id, name: report.name, fileId: report.fileId }),
  },
})

/** An activity as the staff read it; `not_found`. */
export const answerActivity = async (db: Db, scope: StaffScope, id: number): Promise<StaffActivity> =>
  answerRow((await activityOf(db, scope, id)) ?? fail('not_found'), scope)

/** A contract with all that the staff read of it, and what its customer sees; `not_found`. */
export const answerContract = async (
  db: Db,
  scope: StaffScope,
  of: { kind: ContractKind; id: number; now: Date },
): Promise<StaffContract> => {
  const { documents, ...row } = (await staffContractOf(db, scope, of)) ?? fail('not_found')
  const rows = await activitiesOf(db, scope, of)
  // The customers' answer names files by their ids, the staff's addresses by their records.
  const urls = new Map([
    ...documents.map(
      ({ id, fileName: name, fileId }) =>
        [fileId, urlOf(scope, { part: 'documents', recordId: id, name, fileId })] as const,
    ),
    ...rows.flatMap(({ id, report }) =>
      report ? [[report.fileId, urlOf(scope, { part: 'activities', recordId: id, ...report })] as const] : [],
    ),
  ])
  const sign = (fileId: number) => urls.get(fileId) ?? ''
  const activity = of.kind === 'activity' ? contractAnswer(await seenActivityContract(db, scope, of), sign) : null
  const service = of.kind === 'service' ? serviceAnswer(await seenServiceContract(db, scope, of), sign) : null
  return {
    ...row,
    documents: documents.map(({ fileId, ...document }) => ({ ...document, url: sign(fileId) })),
    tags: service?.tags ?? [],
    assets: service?.wikiElements ?? [],
    activities: rows.map(activity => answerRow(activity, scope)),
    changes: await activityChangesOf(db, scope, of),
    seenAs: { activity, service },
  }
}
