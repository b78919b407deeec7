import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Id, line, nullable } from '../shapes.ts'

const portalPath = `${staffRoot}/portals/:portalid` as const
const access = 'staff'
const role = 'administrator'

/** Most ticket types, and most steps, of a portal. */
export const ticketTypesMax = 200
export const ticketStepsMax = 100

const version = Type.String({
  description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
})

/** A type of ticket as administrators see it. */
export const StaffTicketType = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name that customers choose from.' }),
    color: nullable(Type.String({ description: 'The colour of its label; null: none.' })),
    groupId: nullable({ ...Id, description: 'The group in charge, which is mailed about new tickets; null: none.' }),
    dueHours: nullable(
      Type.Integer({ description: 'A new ticket is due so many hours after it was raised; null: no term.' }),
    ),
    isOffered: Type.Boolean({ description: 'Customers choose it for new tickets; else only the staff do.' }),
    isDefault: Type.Boolean({ description: 'The form for a new ticket begins with it.' }),
    isArchived: Type.Boolean({ description: 'No new ticket can have it; those that have it keep it.' }),
    version,
  },
  { title: 'StaffTicketType' },
)
/** See {@link StaffTicketType}. */
export type StaffTicketType = Static<typeof StaffTicketType>

const groupId = Type.Optional(nullable({ ...Id, description: 'A group of the company; null: none.' }))
const color = Type.Optional(
  nullable(Type.String({ maxLength: 100, description: '`#rgb`, `#rrggbb`, `hsl()` or `rgb()`; null: none.' })),
)
const dueHours = Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 8760, description: 'Null: no term.' })))
const isOffered = Type.Optional(Type.Boolean({ description: 'Default: true.' }))
const isDefault = Type.Optional(Type.Boolean({ description: 'True takes it from the type that has it.' }))

export const listStaffTicketTypes = endpoint({
  name: 'listStaffTicketTypes',
  summary: 'The types of ticket of a portal in the order of the customers’ form, archived ones at the end',
  method: 'GET',
  path: `${portalPath}/ticket-types`,
  access,
  role,
  reply: Type.Array(StaffTicketType),
})

export const createTicketType = endpoint({
  name: 'createTicketType',
  summary: 'Adds a type of ticket, behind those that have a place',
  description: `409 \`conflict\` at \`body.name\` if another has the name, and without a field if there are ${ticketTypesMax}.`,
  method: 'POST',
  path: `${portalPath}/ticket-types`,
  access,
  role,
  status: 201,
  idempotent: true,
  body: Type.Object({ name: line(200), color, groupId, dueHours, isOffered, isDefault }),
  reply: StaffTicketType,
})

export const changeTicketType = endpoint({
  name: 'changeTicketType',
  summary: 'Changes what is named of a type of ticket; `isArchived: false` takes it out of the archive',
  description: '`If-Match` with the `version` that was read. The term of tickets that are there stays.',
  method: 'PATCH',
  path: `${portalPath}/ticket-types/:typeid`,
  access,
  role,
  body: Type.Object({
    name: Type.Optional(line(200)),
    color,
    groupId,
    dueHours,
    isOffered: Type.Optional(Type.Boolean()),
    isDefault,
    isArchived: Type.Optional(Type.Boolean()),
  }),
  reply: StaffTicketType,
})

const Removal = Type.Object({
  outcome: Type.Unsafe<'removed' | 'archived'>({
    type: 'string',
    enum: ['removed', 'archived'],
    description: '`archived`: tickets have it, and keep it.',
  }),
})

export const removeTicketType = endpoint({
  name: 'removeTicketType',
  summary: 'Removes a type of ticket; one that tickets have is archived instead',
  method: 'DELETE',
  path: `${portalPath}/ticket-types/:typeid`,
  access,
  role,
  reply: Removal,
})

const ids = (max: number) =>
  Type.Array(Id, { maxItems: max, uniqueItems: true, description: 'All that are not archived, each once.' })

export const orderTicketTypes = endpoint({
  name: 'orderTicketTypes',
  summary: 'Sets the order of the types of ticket',
  description: '409 `conflict` if somebody else has added or removed one meanwhile.',
  method: 'PUT',
  path: `${portalPath}/ticket-types/order`,
  access,
  role,
  body: Type.Object({ ids: ids(ticketTypesMax) }),
  reply: Type.Array(StaffTicketType),
})

/** A step of a portal’s tickets as administrators see it. */
export const StaffTicketStep = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name that customers see.' }),
    taskStatus: Type.Integer({ description: 'The state of tickets in this step: 0 open, 1 pending, 2 closed.' }),
    isFirst: Type.Boolean({
      description: 'New tickets, those that wait, or closed ones begin here: it is the first of its state.',
    }),
    isArchived: Type.Boolean({ description: 'No ticket can be put into it; those that are in it stay.' }),
    version,
  },
  { title: 'StaffTicketStep' },
)
/** See {@link StaffTicketStep}. */
export type StaffTicketStep = Static<typeof StaffTicketStep>

const taskStatus = Type.Integer({ minimum: 0, maximum: 2, description: '0 open, 1 pending, 2 closed.' })

export const listStaffTicketSteps = endpoint({
  name: 'listStaffTicketSteps',
  summary: 'The steps of a portal’s tickets in their order, archived ones at the end',
  method: 'GET',
  path: `${portalPath}/ticket-steps`,
  access,
  role,
  reply: Type.Array(StaffTicketStep),
})

export const createTicketStep = endpoint({
  name: 'createTicketStep',
  summary: 'Adds a step at the end',
  description: `409 \`conflict\` at \`body.name\` if another has the name, and without a field if there are ${ticketStepsMax}.`,
  method: 'POST',
  path: `${portalPath}/ticket-steps`,
  access,
  role,
  status: 201,
  idempotent: true,
  body: Type.Object({ name: line(200), taskStatus }),
  reply: StaffTicketStep,
})

export const changeTicketStep = endpoint({
  name: 'changeTicketStep',
  summary: 'Changes what is named of a step; `isArchived: false` takes it out of the archive',
  description:
    '`If-Match` with the `version` that was read. 409 `conflict` at `body.taskStatus` while tickets are in the step, and for the last ' +
    'open or the last closed step.',
  method: 'PATCH',
  path: `${portalPath}/ticket-steps/:stepid`,
  access,
  role,
  body: Type.Object({
    name: Type.Optional(line(200)),
    taskStatus: Type.Optional(taskStatus),
    isArchived: Type.Optional(Type.Literal(false)),
  }),
  reply: StaffTicketStep,
})

export const removeTicketStep = endpoint({
  name: 'removeTicketStep',
  summary: 'Removes a step; one that tickets are in is archived instead',
  description: '409 `conflict` for the last open and the last closed step.',
  method: 'DELETE',
  path: `${portalPath}/ticket-steps/:stepid`,
  access,
  role,
  reply: Removal,
})

export const orderTicketSteps = endpoint({
  name: 'orderTicketSteps',
  summary: 'Sets the order of the steps: new tickets take the first open one, closed ones the first closed one',
  description: '409 `conflict` if somebody else has added or removed one meanwhile.',
  method: 'PUT',
  path: `${portalPath}/ticket-steps/order`,
  access,
  role,
  body: Type.Object({ ids: ids(ticketStepsMax) }),
  reply: Type.Array(StaffTicketStep),
})
