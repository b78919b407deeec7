import * as Type from 'typebox'
import { Name, parents, When } from '../records/definition/fields.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { staffReference } from '../tickets/record.ts'

/** The record type of noted time: how long somebody of the staff worked on a ticket, on a visit, or on both. Customers do not see it. */
export const notedTime = defineRecordType({
  type: 'notedTime',
  table: 'ticket_time',
  level: 'contact',
  fields: {
    ticket: Type.Optional(Reference),
    plannedActivity: Type.Optional(Reference),
    staff: Reference,
    minutes: Type.Integer({ minimum: 1, maximum: 24 * 60 }),
    activityTypeName: Name,
    workedOn: When,
    contractActivity: Type.Optional(Reference),
  },
  descriptions: {
    plannedActivity:
      'The externalId of the planned activity, a visit, on which the time was worked; this, `ticket` or both.',
    staff: 'The externalId of the member of staff who worked.',
    minutes: 'How long.',
    activityTypeName: 'The kind of work.',
    workedOn: 'When the work began.',
    contractActivity:
      'The externalId of the activity as which the time uses a contract or package. Absent, it is unassigned; the time alone uses nothing.',
  },
  parents: [parents.ticket, { field: 'plannedActivity', recordType: 'plannedActivity', column: 'planned_activity_id' }],
  references: [
    staffReference,
    { field: 'contractActivity', recordType: 'contractActivity', column: 'contract_activity_id' },
  ],
  announces: 'time',
  columns: { minutes: 'int', activity_type_name: 'text', worked_on: 'timestamptz' },
  row: (line, at) => ({
    minutes: line.minutes,
    activity_type_name: line.activityTypeName.trim(),
    worked_on: at.instant(line.workedOn, 'workedOn').toISOString(),
  }),
})
