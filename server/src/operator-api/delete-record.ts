import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { isForeignKeyViolation, raw, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { RecordType } from '../records/definition/record-type.ts'
import { type Precondition, requirePrecondition } from '../records/read/record-etag.ts'
import { recordTypes } from '../records/registry.ts'
import { removeRecords } from '../records/write/remove-records.ts'
import { lockNameOf, runWrite, type WriteDeps } from '../records/write/run-write.ts'
import { pluralOf } from './record-schemas.ts'
import { failNotFound, lockRecord, requireWriter, rowOf } from './record-transaction.ts'

/** Tables that no record type declares, mapped to the resources that own their rows. */
const OWNERS: Record<string, string[]> = {
  staff_hold: ['appointments', 'plannedActivities', 'absences'],
  ticket_file: ['tickets', 'comments'],
  internal_note_file: ['internalNotes'],
}

/** Tables of the staff room, which are no resources of this API, and what their rows are called. */
export const STAFF_ROWS: Record<string, string> = {
  staff_account: 'a staff account',
  ticket_change: 'the history of a ticket',
  ticket_link: 'a link between tickets',
}

/** The resources whose records a table stores: as their main table, as a link table, or as a table of their parts. */
export const resourcesIn = (name: string): string[] => {
  const isIts = ({ table }: { table: string }) => table === name
  const resources = [
    recordTypes.filter(isIts),
    recordTypes.filter(({ links }) => links?.some(isIts)),
    recordTypes.filter(({ parts }) => parts?.some(isIts)),
  ].find(found => found.length > 0)
  return resources?.map(pluralOf) ?? OWNERS[name] ?? []
}

const resourceNames = (error: unknown) => {
  const { table = '' } = error as { table?: string }
  const names = STAFF_ROWS[table] ?? resourcesIn(table).join(' or ')
  return names && `: ${names}`
}

/** Removes a record with its parts; a membership is deactivated instead. Fails with `conflict` while another record references it. */
export const deleteRecord = async (
  deps: WriteDeps,
  scope: OperatorScope,
  recordType: RecordType,
  { externalId, ...precondition }: Precondition & { externalId: string },
): Promise<void> => {
  requireWriter(scope, recordType)
  await runWrite(deps, { lock: lockNameOf(scope, recordType, externalId) }, async (db, fileTransaction) => {
    const record =
      (await lockRecord(db, scope, recordType, externalId)) ?? (await failNotFound(db, scope, recordType, externalId))
    requirePrecondition(precondition, record)
    if (recordType.ends) {
      await db.run(sql`update ${raw(recordType.table)} set ${raw(recordType.ends)} = false
        where service_company_id = ${scope.serviceCompanyId} and external_id = ${externalId}`)
      return
    }
    const { level } = recordType
    const place = await db.one<{ company: number; portal: number | null; contact: number | null }>(sql`select
        service_company_id as company, ${raw(level === 'company' ? 'null::bigint' : 'portal_id')} as portal,
        ${raw(level === 'contact' ? 'contact_id' : 'null::bigint')} as contact 
      from ${rowOf(recordType, scope, externalId)}`)
    try {
      await removeRecords(db, recordType, place, [record.id], fileTransaction)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      if (recordType.removeRefusal !== undefined) fail('conflict', { detail: recordType.removeRefusal })
      fail('conflict', {
        detail: `Other records still refer to it${resourceNames(error)}. Remove or change these first.`,
      })
    }
  })
}
