import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { AssignedUser, Id, Instant, Link, nullable, pageQuery, rangeQuery, sortBy, WikiItem } from './shapes.ts'

/** A tag of a service contract. `tagGroupName` is null for a tag without a group. */
export const Tag = Type.Object({ id: Id, name: Type.String(), tagGroupName: nullable(Type.String()) })
export type Tag = Static<typeof Tag>

/** `addressType` of an activity done at a physical address. */
export const physicalAddress = 2

/** Work done under a contract or package. `activityLocation_Address` is set only if `addressType` is 2. */
export const ContractActivity = Type.Object({
  id: Id,
  activityTypeName: Type.String(),
  start: Instant,
  minutes: Type.Integer(),
  units: Type.Number(),
  reportDocumentUrl: nullable(Link),
  assignedUser: nullable(AssignedUser),
  addressType: Type.Integer(),
  activityLocation_Address: nullable(Type.String()),
})
export type ContractActivity = Static<typeof ContractActivity>

/** The granted and the remaining amount, in minutes or in units; the other pair is null. The remaining amount may be negative. */
const allowance = {
  hoursAmountMinutes: nullable(Type.Integer()),
  residualMinutes: nullable(Type.Integer()),
  unitAmount: nullable(Type.Number()),
  residual_UnitAmount: nullable(Type.Number()),
}

/** A contract of hours or units, with its activities, newest first. The remaining amount is computed: specification/contracts.md#residual. */
export const ActivityContract = Type.Object({
  id: Id,
  name: Type.String(),
  start: Instant,
  end: Instant,
  isExpired: Type.Boolean(),
  /** Whether it ends within 30 days. */
  expiring30Days: Type.Boolean(),
  /** 0 hours, 1 units. */
  activityContractType: Type.Integer(),
  /** `H:mm`. */
  residual_Time_String: nullable(Type.String()),
  hoursAmount: nullable(Type.Number()),
  ...allowance,
  activities: Type.Array(ContractActivity),
})
export type ActivityContract = Static<typeof ActivityContract>

/** A package of a service contract. Its amounts are given as texts, such as `22 h 30 min` or a number of units, and as numbers. */
export const ContractPackage = Type.Object({
  id: Id,
  name: Type.String(),
  unitsText: Type.String(),
  residualText: Type.String(),
  ...allowance,
  activities: Type.Array(ContractActivity),
})
export type ContractPackage = Static<typeof ContractPackage>

/** A document of a service contract. */
export const ContractDocument = Type.Object({ id: Id, url: Link, documentName: Type.String() })
export type ContractDocument = Static<typeof ContractDocument>

/** `status` of an active service contract; screens show every other value as expired. */
export const activeStatus = 1

/** A service contract. `wikiElements` and their ids are empty for callers without access to the wiki. */
export const ServiceContract = Type.Object({
  id: Id,
  name: Type.String(),
  /** 1 active, 4 expired; screens show every other value as expired. */
  status: Type.Integer(),
  /** Whether it is active and ends within 30 days. False after its end, even while `status` is still 1. */
  expiring30Days: Type.Boolean(),
  isExpired: Type.Boolean(),
  activeFrom: Instant,
  activeTo: nullable(Instant),
  tagIds: Type.Array(Id),
  wikiElementIds: Type.Array(Id),
  tags: Type.Array(Tag),
  wikiElements: Type.Array(WikiItem),
  documents: Type.Array(ContractDocument),
  packages: Type.Array(ContractPackage),
})
export type ServiceContract = Static<typeof ServiceContract>

const Status = Type.Unsafe<'active' | 'all'>({ type: 'string', enum: ['active', 'all'] })
const contractQuery = { ...rangeQuery, ...pageQuery, status: Type.Optional(Status) }

export const listActivityContracts = endpoint({
  name: 'listActivityContracts',
  summary:
    'Contracts of hours or units that overlap the range, with their activities; newest first. ' +
    '`count=1` adds what is left and granted of all: `Total-Minutes`, `Total-Minutes-Amount`, `Total-Units`, ' +
    '`Total-Units-Amount`, how many are active in `Total-Active`, the same sums of these alone in `Active-Minutes`, ' +
    '`Active-Minutes-Amount`, `Active-Units`, `Active-Units-Amount`, and their first end in `Next-End`.',
  method: 'GET',
  path: '/api/:company/:contactid/activitycontracts',
  access: 'viewContactContracts',
  query: Type.Object({ ...contractQuery, sort: sortBy('start', 'end', 'name') }),
  reply: Type.Array(ActivityContract),
})

export const listServiceContracts = endpoint({
  name: 'listServiceContracts',
  summary:
    'Service contracts that overlap the range, newest first; `tagIds` (comma separated) keeps those with any of some tags.',
  method: 'GET',
  path: '/api/:company/:contactid/activitycontracts/servicecontracts',
  access: 'viewContactContracts',
  query: Type.Object({
    ...contractQuery,
    sort: sortBy('activeFrom', 'activeTo', 'name'),
    tagIds: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  reply: Type.Array(ServiceContract),
})

export const listTags = endpoint({
  name: 'listTags',
  summary: 'The tags of a portal, by name.',
  method: 'GET',
  path: '/api/settings/:company/tags',
  access: 'open',
  reply: Type.Array(Tag),
})
