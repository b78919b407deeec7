import { mailAddress } from '@portico/contract/shapes'
import { attachmentsMax, titleMaxLength } from '@portico/contract/tickets'
import * as Type from 'typebox'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { sql } from '../kernel/database/db.ts'
import { naturalOrder } from '../kernel/database/search-words.ts'
import { Color, colorOf, Message, Name, parents, When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { enqueueAssignedMails, enqueueImportedMails } from './record-mails.ts'
import { fillNumbers, fillSteps, fillWords } from './record-rows.ts'
import { readAddresses } from './rules.ts'

const ticketStatus = { type: 'string', enum: ['open', 'pending', 'closed'] }

const FILES = Type.Optional(Type.Array(NamedFile, { maxItems: attachmentsMax }))
const NUMBER_MAX = 999_999_999_999

/** The reference to a member of the service company's staff. */
export const staffReference = { field: 'staff', recordType: 'staff', column: 'staff_user_id' } as const

const ticketType = defineRecordType({
  type: 'ticketType',
  table: 'task_type',
  level: 'portal',
  fields: {
    portal: Reference,
    name: Name,
    color: Color,
    group: Type.Optional(Reference),
    dueHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 8760 })),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    offered: Type.Optional(Type.Boolean()),
    preselected: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
  },
  descriptions: {
    name: 'The name that customers choose from when they raise a ticket.',
    color: 'The colour of its label: `#rgb`, `#rrggbb`, `rgb()` or `hsl()`.',
    group: 'The externalId of the group that is mailed about new tickets of this type.',
    dueHours:
      'A new ticket of this type is due so many hours after it was raised. Absent, the type keeps what it has; a new one has none.',
    position:
      'The order of the types in the form for a new ticket. Absent, the type keeps its place; a new one stands behind those with a place.',
    offered:
      'Whether customers choose it for new tickets; else only the staff do. Absent, it stays as it is. Default: true.',
    preselected:
      'Whether the form for a new ticket begins with it; of several the first does. Absent, it stays as it is. Default: false.',
    archived: 'Whether it is out of use: no new ticket can have it. Absent, it stays as it is. Default: false.',
  },
  parents: [parents.portal],
  references: [{ field: 'group', recordType: 'group', column: 'staff_group_id' }],
  columns: {
    name: 'text',
    color: 'text',
    due_hours: 'int',
    position: 'int',
    offered: 'boolean',
    preselected: 'boolean',
    archived: 'boolean',
  },
  keeps: ['due_hours', 'position', 'offered', 'preselected', 'archived'],
  unclearable: ['dueHours', 'position', 'offered', 'preselected', 'archived'],
  row: line => ({
    name: line.name.trim(),
    color: line.color === undefined ? null : colorOf(line.color, 'color'),
    due_hours: line.dueHours ?? null,
    position: line.position ?? null,
    offered: line.offered ?? null,
    preselected: line.preselected ?? null,
    archived: line.archived ?? null,
  }),
})

const ticketStep = defineRecordType({
  type: 'ticketStep',
  table: 'task_step',
  level: 'portal',
  fields: {
    portal: Reference,
    name: Name,
    taskStatus: Type.Integer({ minimum: 0, maximum: 2 }),
    position: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    archived: Type.Optional(Type.Boolean()),
  },
  descriptions: {
    name: 'The name that customers see.',
    taskStatus: 'The state of tickets in this step: 0 open, 1 pending, 2 closed.',
    position:
      'The order of the steps of a portal. New tickets take the first with state 0, closed ones the first with state 2.',
    archived:
      'Whether it is out of use: no ticket comes into it any more by itself. Absent, it stays as it is. Default: false.',
  },
  parents: [parents.portal],
  visibleToReferrers: { status: 't.task_status' },
  columns: { name: 'text', task_status: 'smallint', position: 'integer', archived: 'boolean' },
  keeps: ['archived'],
  unclearable: ['archived'],
  row: line => ({
    name: line.name.trim(),
    task_status: line.taskStatus,
    position: line.position,
    archived: line.archived ?? null,
  }),
})

const ticket = defineRecordType({
  type: 'ticket',
  table: 'ticket',
  level: 'contact',
  fields: {
    contact: Reference,
    ticketType: Type.Optional(Reference),
    step: Type.Optional(Reference),
    title: Type.String({ minLength: 1, maxLength: titleMaxLength, pattern: '\\S' }),
    description: Message,
    createdOn: When,
    creator: Type.Optional(Reference),
    group: Type.Optional(Reference),
    staff: Type.Optional(Reference),
    wikiElement: Type.Optional(Reference),
    dueAt: Type.Optional(When),
    ticketNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: NUMBER_MAX })),
    internalAnnualProgressive: Type.Optional(Type.Integer({ minimum: 0, maximum: NUMBER_MAX })),
    attachments: FILES,
  },
  descriptions: {
    ticketType: 'The externalId of the ticket type.',
    step: 'The externalId of the step. Absent, a ticket keeps its step, and a new one takes the first open step of the portal.',
    title: 'The subject.',
    description: 'The first message as HTML; images refer to attachments: `<img src="attachment:photo.png">`.',
    createdOn: 'When the ticket was raised.',
    creator:
      'The externalId of the web user who raised it, a member of the contact. Without one it is in nobody\'s "My tickets".',
    group: 'The externalId of the group in charge.',
    staff: 'The externalId of the member of staff in charge.',
    wikiElement: 'The externalId of the asset that it is about, one of the same contact.',
    dueAt:
      'When an answer or a visit is due; customers do not see it. Absent, a ticket keeps what the staff have set, and a new one takes it from its type.',
    ticketNumber:
      'The number that customers see, unique within the service company. Absent, a ticket keeps its number, and a new one takes the next.',
    internalAnnualProgressive: "The company's own number within the year. Default: 0.",
    attachments: 'The files of the description, in their order.',
  },
  parents: [parents.contact],
  references: [
    { field: 'ticketType', recordType: 'ticketType', column: 'task_type_id' },
    { field: 'step', recordType: 'ticketStep', column: 'task_step_id' },
    { field: 'creator', recordType: 'webUser', column: 'creator_web_user_id', memberOnly: true },
    { field: 'group', recordType: 'group', column: 'staff_group_id' },
    staffReference,
    { field: 'wikiElement', recordType: 'wikiElement', column: 'wiki_element_id' },
  ],
  message: { field: 'description', purpose: 'ticket', date: 'created_on' },
  unclearable: ['step', 'ticketNumber', 'dueAt'],
  keeps: ['due_at'],
  computed: {
    status: {
      schema: Type.Unsafe<string>({
        ...ticketStatus,
        description: 'The state of the step. To change it, write `step`.',
      }),
      select: `(array['open', 'pending', 'closed'])[t.task_status + 1]`,
    },
    link: {
      schema: Type.String({ description: "The ticket's page in the portal, for customers with access to it." }),
      select: `(select '/' || p.web_portal_key || '/' || t.contact_id || '/tickets/' || t.id from portal p
        where ${sameCompany('p', 't').sql} and p.id = t.portal_id)`,
      isPath: true,
    },
  },
  filters: {
    status: {
      schema: Type.Unsafe<string>({ ...ticketStatus, description: 'Tickets whose step has this state.' }),
      where: status => sql`t.task_status = ${['open', 'pending', 'closed'].indexOf(status)}`,
    },
  },
  readsExisting: {
    ticketNumber: 't.ticket_number',
    stepId: 't.task_step_id',
    status: 't.task_status',
    assigneeId: 't.staff_user_id',
  },
  hooks: () => ({
    beforeWrite: async (db, rows) => {
      await fillSteps(db, rows)
      await fillNumbers(db, rows)
      for (const pending of rows) fillWords(pending, String(pending.row.ticket_number), String(pending.row.title))
      return rows
    },
    afterWrite: async (db, rows, { writtenRow, newsSince }) => {
      await enqueueAssignedMails(db, rows, writtenRow, newsSince)
      return undefined
    },
  }),
  parts: [
    ...['comment', 'internal_note', 'planned_activity'].map(table => ({ table, column: 'ticket_id' })),
    { table: 'held_answer', column: 'ticket_id', fileIds: 'file_ids' },
  ],
  announces: 'ticket',
  // Number, status, description and words are filled once the rows that they depend on exist.
  columns: {
    title: 'text',
    title_order: 'text',
    description: 'text',
    created_on: 'timestamptz',
    due_at: 'timestamptz',
    ticket_number: 'bigint',
    internal_annual_progressive: 'bigint',
    task_status: 'smallint',
    words: 'text[]',
  },
  row: (line, at) => ({
    title: line.title.trim(),
    title_order: naturalOrder(line.title.trim()),
    description: '',
    created_on: at.instant(line.createdOn, 'createdOn').toISOString(),
    due_at: line.dueAt === undefined ? null : at.instant(line.dueAt, 'dueAt').toISOString(),
    ticket_number: line.ticketNumber ?? null,
    internal_annual_progressive: line.internalAnnualProgressive ?? 0,
    task_status: at.referenced.step?.status ?? null,
    words: [],
  }),
})

const readCopyList = (text: string | undefined) => {
  const { invalid } = readAddresses(text)
  if (invalid.length > 0) throw new Refusal('ccList', `holds "${invalid[0]}", which is not an address`)
  return text ?? null
}

const comment = defineRecordType({
  type: 'comment',
  table: 'comment',
  level: 'contact',
  fields: {
    ticket: Reference,
    message: Message,
    creationDate: When,
    sender: Type.Optional(Reference),
    staff: Type.Optional(Reference),
    senderAddress: Type.Optional(Type.String({ maxLength: 320, pattern: mailAddress.source })),
    senderName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    ccList: Type.Optional(Type.String({ maxLength: 8000 })),
    event: Type.Optional(Type.Union([Type.Literal('closed'), Type.Literal('reopened')])),
    attachments: FILES,
  },
  descriptions: {
    message: 'The message as HTML; images refer to attachments: `<img src="attachment:photo.png">`.',
    creationDate: 'When it was written. A message of staff from the last day is mailed to the customer.',
    sender: 'The externalId of the web user who wrote it; either this or `staff`.',
    staff: 'The externalId of the member of staff who wrote it; either this or `sender`.',
    senderAddress:
      'The address of somebody in copy who has answered by mail and has no account; it stands beside neither `sender` nor `staff`.',
    senderName: 'The name that the sender in copy gives.',
    ccList: 'Addresses in copy, separated by commas or semicolons.',
    event: 'Whether the message closed or reopened the ticket. It does not change the step.',
    attachments: 'The files of the message, in their order.',
  },
  parents: [parents.ticket],
  references: [
    { field: 'sender', recordType: 'webUser', column: 'sender_web_user_id', memberOnly: true },
    staffReference,
  ],
  message: { field: 'message', purpose: 'comment', date: 'creation_date' },
  hooks: () => ({
    beforeWrite: (_db, rows) => {
      for (const pending of rows) fillWords(pending)
      return rows
    },
    afterWrite: async (db, rows, { writtenRow, newsSince }) => {
      await enqueueImportedMails(db, rows, writtenRow, newsSince)
      return undefined
    },
  }),
  announces: 'comment',
  columns: {
    message: 'text',
    event: 'text',
    sender_address: 'text',
    sender_name: 'text',
    cc_list: 'text',
    creation_date: 'timestamptz',
    words: 'text[]',
  },
  row: (line, at) => {
    if (line.sender !== undefined && line.staff !== undefined)
      throw new Refusal('staff', 'must not stand beside a sender')
    if (line.senderAddress !== undefined && (line.sender !== undefined || line.staff !== undefined))
      throw new Refusal('senderAddress', 'must not stand beside a sender or a member of staff')
    if (line.senderName !== undefined && line.senderAddress === undefined)
      throw new Refusal('senderName', 'must stand beside a senderAddress')
    return {
      message: '',
      event: line.event ?? null,
      sender_address: line.senderAddress?.toLowerCase() ?? null,
      sender_name: line.senderName ?? null,
      cc_list: readCopyList(line.ccList),
      creation_date: at.instant(line.creationDate, 'creationDate').toISOString(),
      words: [],
    }
  },
})

/** The record types of tickets, each after those that it references. */
export const ticketRecords = [ticketType, ticketStep, ticket, comment]
