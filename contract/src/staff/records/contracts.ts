import * as Type from 'typebox'
import { ActivityContract, ServiceContract, Tag } from '../../contracts.ts'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Instant, Link, line, nullable, pageQuery, Search, sortBy, WikiItem } from '../../shapes.ts'

/** The kinds of contracts: of hours or units, and of services with packages. */
export const contractKinds = ['activity', 'service'] as const
/** One of {@link contractKinds}. */
export type ContractKind = (typeof contractKinds)[number]

/** The states of contracts; `expiring` ones are active and end within 30 days. */
export const contractStates = ['toCome', 'active', 'expiring', 'ended'] as const
/** One of {@link contractStates}. */
export type ContractState = (typeof contractStates)[number]

/** What a list of contracts is narrowed to: `running` are the active and the expiring ones. */
export const contractStateFilters = ['running', ...contractStates] as const
/** One of {@link contractStateFilters}. */
export type ContractStateFilter = (typeof contractStateFilters)[number]

/** The longest reason of a correction. */
export const reasonMax = 500
/** How many changes of activities the page of a contract has. */
export const activityChangesMost = 100

const Kind = Type.Unsafe<ContractKind>({
  type: 'string',
  enum: [...contractKinds],
  description: '`activity`: of hours or units. `service`: with packages, documents, tags and assets.',
})

const version = Type.String({ description: 'Names the state of its own fields, for `If-Match` in quotes.' })
const outsideId = nullable(
  Type.String({
    description:
      'The name under which an import or a program outside keeps it, which overwrites what is changed here; null for what was made here.',
  }),
)
const portal = Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() })
const customer = Type.Object({ id: Id, companyName: Type.String() }, { description: 'The customer.' })

const inHours = Type.Boolean({ description: 'Whether amounts are minutes; else they are units.' })
const amount = Type.Number({ description: 'What was granted, in minutes or units.' })
const residual = Type.Number({ description: 'What is left, in minutes or units; negative where more was used.' })
const openingUsed = Type.Number({ description: 'What was used before the first activity, in minutes or units.' })

const listed = {
  id: Id,
  kind: Kind,
  name: Type.String({ description: 'The name that customers see.' }),
  customer,
  portal,
  startsOn: Type.Unsafe<string>({ ...Instant, description: 'When it begins.' }),
  endsOn: nullable({ ...Instant, description: 'When it ends; null for one without an end.' }),
  timeZone: Type.String({ description: "That of the portal, in which the contract's days are meant." }),
  state: Type.Unsafe<ContractState>({ type: 'string', enum: [...contractStates] }),
  allowance: nullable(
    Type.Object(
      { inHours, amount, residual },
      { description: 'What is left; of a service contract, of the package with the smallest part left.' },
    ),
  ),
  packages: Type.Integer({ description: 'How many packages it has.' }),
}

/** A contract in the list of the staff. */
export const StaffContractListed = Type.Object(listed, { title: 'StaffContractListed' })
/** See {@link StaffContractListed}. */
export type StaffContractListed = Static<typeof StaffContractListed>

export const listStaffContracts = endpoint({
  name: 'listStaffContracts',
  summary: 'Lists the contracts of all customers that the account works for, the next to end first',
  method: 'GET',
  path: `${staffRoot}/contracts`,
  access: 'staff',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional({
      ...Search,
      description: 'The beginnings of words of its name, or a part of the name of its customer.',
    }),
    portal: Type.Optional(Type.String({ maxLength: 40, description: 'The key of a portal.' })),
    contact: Type.Optional(Id),
    kind: Type.Optional(Kind),
    state: Type.Optional(
      Type.Unsafe<ContractStateFilter>({
        type: 'string',
        enum: [...contractStateFilters],
        description: '`running`: active or expiring.',
      }),
    ),
    low: Type.Optional(
      Type.Unsafe<'1'>({ type: 'string', enum: ['1'], description: 'Only those with a quarter left, or less.' }),
    ),
    sort: sortBy('endsOn', 'name'),
  }),
  reply: Type.Array(StaffContractListed),
})

const staffMember = nullable(Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) }))

/** Work under a contract, as the staff see it. */
export const StaffActivity = Type.Object(
  {
    id: Id,
    activityTypeName: Type.String(),
    start: Instant,
    minutes: Type.Integer(),
    units: Type.Number(),
    staff: staffMember,
    address: nullable(Type.String({ description: 'Where it was done; null for work from afar.' })),
    package: nullable(Type.Object({ id: Id, name: Type.String() })),
    ticket: nullable(
      Type.Object(
        { id: Id, ticketNumber: Type.Integer(), title: Type.String() },
        { description: 'The ticket whose time it is, if the caller may see it.' },
      ),
    ),
    visit: nullable(Type.Object({ id: Id, start: Instant }, { description: 'The visit whose time it is.' })),
    report: nullable(Type.Object({ name: Type.String(), url: Link }, { description: 'The signed report.' })),
    outsideId,
    changes: Type.Integer({ description: 'How often it was corrected.' }),
    mayChange: Type.Boolean({ description: 'Whether the caller may correct and remove it.' }),
    version,
  },
  { title: 'StaffActivity' },
)
/** See {@link StaffActivity}. */
export type StaffActivity = Static<typeof StaffActivity>

/** What was noted of an activity, as its history keeps it. */
const ActivityFacts = Type.Object({
  activityTypeName: Type.String(),
  start: Instant,
  minutes: Type.Integer(),
  units: Type.Number(),
  staff: nullable(Type.String({ description: 'The name of who did it.' })),
  address: nullable(Type.String()),
})
export type ActivityFacts = Static<typeof ActivityFacts>

/** A change of an activity: who, when, what it was, what it is, and why. */
export const StaffActivityChange = Type.Object(
  {
    id: Id,
    activityId: Id,
    what: Type.Unsafe<'corrected' | 'removed'>({ type: 'string', enum: ['corrected', 'removed'] }),
    at: Instant,
    staff: nullable(Type.String({ description: 'The name of who changed it.' })),
    reason: Type.String(),
    before: ActivityFacts,
    after: nullable(Type.Object(ActivityFacts.properties, { description: 'Null for one that was removed.' })),
  },
  { title: 'StaffActivityChange' },
)
/** See {@link StaffActivityChange}. */
export type StaffActivityChange = Static<typeof StaffActivityChange>

const StaffPackage = Type.Object({
  id: Id,
  name: Type.String(),
  inHours,
  amount,
  residual,
  openingUsed,
  activities: Type.Integer({ description: 'How many activities use it.' }),
  outsideId,
  version,
})
export type StaffPackage = Static<typeof StaffPackage>

const StaffContractDocument = Type.Object({
  id: Id,
  documentName: Type.String(),
  fileName: Type.String(),
  size: Type.Integer(),
  url: Link,
  outsideId,
  version,
})
export type StaffContractDocument = Static<typeof StaffContractDocument>

/** A contract with all that the staff see of it. */
export const StaffContract = Type.Object(
  {
    ...listed,
    openingUsed: nullable(openingUsed),
    status: nullable(
      Type.Integer({
        description: "The company's number of the state of a service contract: 1 active; others end it.",
      }),
    ),
    outsideId,
    version,
    packageList: Type.Array(StaffPackage),
    documents: Type.Array(StaffContractDocument),
    tags: Type.Array(Tag),
    assets: Type.Array(WikiItem),
    activities: Type.Array(StaffActivity, { description: 'Newest first.' }),
    changes: Type.Array(StaffActivityChange, {
      description: `The newest corrections of its activities, at most ${activityChangesMost}.`,
    }),
    seenAs: Type.Object(
      {
        activity: nullable(ActivityContract),
        service: nullable(ServiceContract),
      },
      { description: "What the customers' own call answers of it; the other kind is null." },
    ),
  },
  { title: 'StaffContract' },
)
/** See {@link StaffContract}. */
export type StaffContract = Static<typeof StaffContract>

export const readStaffContract = endpoint({
  name: 'readStaffContract',
  summary: 'A contract with its activities and all that belongs to it',
  method: 'GET',
  path: `${staffRoot}/contracts/:kind/:contractid`,
  access: 'staff',
  reply: StaffContract,
})

const day = (description: string) =>
  Type.String({ maxLength: 40, description: `${description} \`YYYY-MM-DD\` in the time zone of the portal.` })
const typedNumber = (description: string) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], description }))

const allowance = {
  hoursAmount: typedNumber('The hours that it grants; either this or `unitAmount`.'),
  unitAmount: typedNumber('The units that it grants; either this or `hoursAmount`.'),
  openingUsed: typedNumber('Hours or units that were used before the first activity.'),
}
const reported = {
  residual_Time_String: Type.Optional(
    Type.String({ maxLength: 20, description: 'What is left, `H:mm`; what differs is adjusted as of today.' }),
  ),
  residual_UnitAmount: Type.Optional(
    Type.Number({ description: 'What is left, in units; what differs is adjusted as of today.' }),
  ),
}
const name = { ...line(200), description: 'The name that customers see.' }

const activityFields = { name, start: day('The first day,'), end: day('The last day,'), ...allowance }

/** The body of {@link makeActivityContract}. */
const NewActivityContract = Type.Object({ contactId: Id, ...activityFields })
export type NewActivityContract = Static<typeof NewActivityContract>

export const makeActivityContract = endpoint({
  name: 'makeActivityContract',
  summary: 'Makes a contract of hours or units',
  method: 'POST',
  path: `${staffRoot}/contracts/activity`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: NewActivityContract,
  reply: StaffContract,
})

const ActivityContractChange = Type.Partial(Type.Object({ ...activityFields, ...reported }))
export type ActivityContractChange = Static<typeof ActivityContractChange>

const conflict = 'With `If-Match`, `conflict` if somebody else has changed it since.'

export const changeActivityContract = endpoint({
  name: 'changeActivityContract',
  summary: 'Changes the fields that are named',
  description: `${conflict} Hours do not become units, nor units hours, once there are activities.`,
  method: 'PATCH',
  path: `${staffRoot}/contracts/activity/:contractid`,
  access: 'staff',
  role: 'office',
  body: ActivityContractChange,
  reply: StaffContract,
})

const ids = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 200, uniqueItems: true, description }))
const serviceFields = {
  name,
  status: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: '1 active, the default; 4 ended.' }),
  ),
  activeFrom: day('The first day,'),
  activeTo: Type.Optional(nullable(day('The last day; null: without an end,'))),
  tagIds: ids('Tags of the portal.'),
  assetIds: ids('Assets of the customer that it covers.'),
}

/** The body of {@link makeServiceContract}. */
const NewServiceContract = Type.Object({ contactId: Id, ...serviceFields })
export type NewServiceContract = Static<typeof NewServiceContract>

export const makeServiceContract = endpoint({
  name: 'makeServiceContract',
  summary: 'Makes a service contract',
  method: 'POST',
  path: `${staffRoot}/contracts/service`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: NewServiceContract,
  reply: StaffContract,
})

const ServiceContractChange = Type.Partial(Type.Object(serviceFields))
export type ServiceContractChange = Static<typeof ServiceContractChange>

export const changeServiceContract = endpoint({
  name: 'changeServiceContract',
  summary: 'Changes the fields that are named; tags and assets as whole lists',
  description: conflict,
  method: 'PATCH',
  path: `${staffRoot}/contracts/service/:contractid`,
  access: 'staff',
  role: 'office',
  body: ServiceContractChange,
  reply: StaffContract,
})

const confirmed = Type.Object({
  activities: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'How many activities move along, as the caller has read; `conflict` where there are more.',
    }),
  ),
})

export const removeStaffContract = endpoint({
  name: 'removeStaffContract',
  summary: 'Removes a contract with packages, documents and activities; tickets keep their time',
  method: 'DELETE',
  path: `${staffRoot}/contracts/:kind/:contractid`,
  access: 'staff',
  role: 'office',
  query: confirmed,
})

const packageFields = { name, ...allowance }

export const makeContractPackage = endpoint({
  name: 'makeContractPackage',
  summary: 'Adds a package to a service contract',
  method: 'POST',
  path: `${staffRoot}/contracts/service/:contractid/packages`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: Type.Object(packageFields),
  reply: StaffContract,
})

export const changeContractPackage = endpoint({
  name: 'changeContractPackage',
  summary: 'Changes the fields of a package that are named',
  description: conflict,
  method: 'PATCH',
  path: `${staffRoot}/contract-packages/:packageid`,
  access: 'staff',
  role: 'office',
  body: Type.Partial(Type.Object({ ...packageFields, ...reported })),
  reply: StaffContract,
})

export const removeContractPackage = endpoint({
  name: 'removeContractPackage',
  summary: 'Removes a package with its activities; tickets keep their time',
  method: 'DELETE',
  path: `${staffRoot}/contract-packages/:packageid`,
  access: 'staff',
  role: 'office',
  query: confirmed,
  reply: StaffContract,
})

const uploadId = Type.Integer({ ...Id, description: 'An upload of the caller: `POST /api/staff/published/uploads`.' })

export const makeContractDocument = endpoint({
  name: 'makeContractDocument',
  summary: 'Adds a document to a service contract',
  method: 'POST',
  path: `${staffRoot}/contracts/service/:contractid/documents`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: Type.Object({ uploadId, documentName: Type.Optional(name) }),
  reply: StaffContract,
})

export const changeContractDocument = endpoint({
  name: 'changeContractDocument',
  summary: 'Renames a document, or puts another file in its place',
  description: conflict,
  method: 'PATCH',
  path: `${staffRoot}/contract-documents/:documentid`,
  access: 'staff',
  role: 'office',
  body: Type.Object({ documentName: Type.Optional(name), uploadId: Type.Optional(uploadId) }),
  reply: StaffContract,
})

export const removeContractDocument = endpoint({
  name: 'removeContractDocument',
  summary: 'Removes a document with its file',
  method: 'DELETE',
  path: `${staffRoot}/contract-documents/:documentid`,
  access: 'staff',
  role: 'office',
  reply: StaffContract,
})

const contentQuery = Type.Object({
  n: Type.String({ maxLength: 20, description: 'The session that the URL was made for.' }),
  v: Type.Optional(Type.String({ maxLength: 20, description: 'Names the content.' })),
})

export const readContractFile = endpoint({
  name: 'readContractFile',
  summary: 'The file of a document (`documents`) or of an activity (`activities`); the name is that of the download',
  method: 'GET',
  path: `${staffRoot}/contract-files/:part/:recordid/:name`,
  access: 'staff',
  raw: '*/*',
  query: contentQuery,
})

export const listContractTags = endpoint({
  name: 'listContractTags',
  summary: 'The tags of a portal by name, with how many contracts have them',
  method: 'GET',
  path: `${staffRoot}/contract-tags`,
  access: 'staff',
  query: Type.Object({ portal: Type.Integer({ ...Id, description: 'A portal.' }) }),
  reply: Type.Array(Type.Object({ ...Tag.properties, contracts: Type.Integer() })),
})

export const makeContractTag = endpoint({
  name: 'makeContractTag',
  summary: 'Makes a tag; `conflict` where the portal has one of this name in this group',
  method: 'POST',
  path: `${staffRoot}/contract-tags`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: Type.Object({
    portalId: Id,
    name: line(200),
    tagGroupName: Type.Optional(nullable({ ...line(200), description: 'The heading under which it stands.' })),
  }),
  reply: Tag,
})

const activity = {
  activityTypeName: { ...line(200), description: 'The kind of work, as the customer sees it.' },
  start: Type.String({
    maxLength: 40,
    description: 'When it started: an instant, or `YYYY-MM-DD HH:mm` in the time zone of the portal.',
  }),
  minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Of a contract in hours.' })),
  units: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999, description: 'Of a contract in units.' })),
  staffUserId: Type.Optional(
    nullable(
      Type.Unsafe<number>({ ...Id, description: 'Who did it; the caller by default, and always of a technician.' }),
    ),
  ),
  address: Type.Optional(nullable({ ...line(500), description: 'Where it was done; null: from afar.' })),
}

/** The body of {@link noteActivity}. */
const NewActivity = Type.Object({
  activityContractId: Type.Optional(Id),
  contractPackageId: Type.Optional(Id),
  ...activity,
  ticketId: Type.Optional(
    nullable({ ...Id, description: 'A ticket of the customer on which the time stands, too; of a contract in hours.' }),
  ),
})
export type NewActivity = Static<typeof NewActivity>

export const noteActivity = endpoint({
  name: 'noteActivity',
  summary: 'Notes work under a contract or package, also beyond what is left',
  method: 'POST',
  path: `${staffRoot}/contract-activities`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: NewActivity,
  reply: StaffActivity,
})

const reason = Type.String({ maxLength: reasonMax, description: 'Why; kept in the history.' })

const ActivityCorrection = Type.Object({ ...Type.Partial(Type.Object(activity)).properties, reason })
export type ActivityCorrection = Static<typeof ActivityCorrection>

export const correctActivity = endpoint({
  name: 'correctActivity',
  summary: 'Corrects an activity; who, when, what it was and why are kept',
  description: `Technicians correct their own. The time of its ticket changes along. ${conflict}`,
  method: 'PATCH',
  path: `${staffRoot}/contract-activities/:activityid`,
  access: 'staff',
  body: ActivityCorrection,
  reply: StaffActivity,
})

export const removeActivity = endpoint({
  name: 'removeActivity',
  summary: 'Removes an activity, which its history keeps; the time of its ticket stays, without a contract',
  method: 'POST',
  path: `${staffRoot}/contract-activities/:activityid/removal`,
  access: 'staff',
  body: Type.Object({ reason }),
  reply: StaffActivityChange,
})
