import { physicalAddress } from '@portico/contract/contracts'
import { nullable } from '@portico/contract/shapes'
import * as Type from 'typebox'
import { naturalOrder } from '../kernel/database/search-words.ts'
import { endOfDay } from '../records/definition/dates.ts'
import { Name, parents, Text, When } from '../records/definition/fields.ts'
import { type ComputedField, defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { dayColumn, instantColumn } from '../records/definition/select-fragments.ts'
import { type Grantor, isAdjustment, residual } from './activity-queries.ts'
import { type Allowance, fedResidual, grantOf } from './allowance.ts'
import { residualHooks } from './record-residuals.ts'

const HOURS_MAX = 1_000_000
const UNITS_MAX = 999_999_999
const LINKS_MAX = 200

/** What a contract or package grants: hours or units, what was used before, and the residual that the supplier reports. */
const allowance = {
  hoursAmount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: HOURS_MAX,
      description: 'The hours that it grants; either this or `unitAmount`.',
    }),
  ),
  unitAmount: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: UNITS_MAX,
      description: 'The units that it grants; either this or `hoursAmount`.',
    }),
  ),
  openingUsed: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: UNITS_MAX,
      description: 'Hours or units that were used before its activities. Default: 0.',
    }),
  ),
  residual_Time_String: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'What is left as the company counts it, `H:mm`. If it differs from what Portico counts, an adjustment is added. Answered only if there is one: read `residualMinutes`.',
    }),
  ),
  residual_UnitAmount: Type.Optional(
    Type.Number({
      minimum: -UNITS_MAX,
      maximum: UNITS_MAX,
      description:
        'What is left as the company counts it, in units. If it differs from what Portico counts, an adjustment is added. Answered only if there is one: read `residualUnits`.',
    }),
  ),
}
/** A residual applies to the moment at which it is reported: a line without one reports nothing. */
const reportedResiduals = ['residual_Time_String', 'residual_UnitAmount']
const allowanceColumns = { in_hours: 'boolean', amount: 'numeric', opening_used: 'numeric' }

const allowanceRow = (line: Allowance) => {
  fedResidual(line)
  const { inHours, amount, openingUsed } = grantOf(line)
  return { in_hours: inHours, amount, opening_used: openingUsed }
}

// Reads the residual back only if it was adjusted, so that importing the lines elsewhere gives the same result.
const allowanceReads = (grantor: Grantor) => {
  const adjusted = `exists (select from contract_adjustment j where ${isAdjustment(grantor, 't').sql})`
  const left = residual(grantor, 't').sql
  const clock = `case when ${left} < 0 then '-' else '' end || div(abs(${left}), 60) || ':'
    || lpad(mod(abs(${left}), 60)::int::text, 2, '0')`
  return {
    hoursAmount: 'case when t.in_hours then t.amount / 60 end',
    unitAmount: 'case when not t.in_hours then t.amount end',
    openingUsed: 'case when t.in_hours then t.opening_used / 60 else t.opening_used end',
    residual_Time_String: `case when t.in_hours and ${adjusted} then ${clock} end`,
    residual_UnitAmount: `case when not t.in_hours and ${adjusted} then ${left} end`,
  }
}

/** What is left now, whether or not it was ever reported. */
const computedResiduals = (grantor: Grantor): Record<string, ComputedField> => {
  const left = residual(grantor, 't').sql
  return {
    residualMinutes: {
      schema: nullable(
        Type.Number({
          description: 'What is left now, in minutes; negative if overdrawn. Null for a contract in units.',
        }),
      ),
      select: `case when t.in_hours then ${left} end`,
    },
    residualUnits: {
      schema: nullable(
        Type.Number({
          description: 'What is left now, in units; negative if overdrawn. Null for a contract in hours.',
        }),
      ),
      select: `case when not t.in_hours then ${left} end`,
    },
  }
}

type ReadInstant = (text: string, field: string) => Date

const periodOf = (instant: ReadInstant, [from, start]: [string, string], [to, end]: [string, string | undefined]) => {
  const first = instant(start, from)
  const last = end === undefined ? undefined : instant(endOfDay(end), to)
  if (last && last <= first) throw new Refusal(to, `is before ${from}`)
  return { first: first.toISOString(), last: last?.toISOString() ?? null }
}

const tag = defineRecordType({
  type: 'tag',
  table: 'tag',
  level: 'portal',
  fields: { portal: Reference, name: Name, tagGroupName: Text },
  descriptions: {
    name: 'The name that customers see and filter by.',
    tagGroupName: 'The heading under which the tag stands.',
  },
  parents: [parents.portal],
  columns: { name: 'text', tag_group_name: 'text' },
  row: line => ({ name: line.name.trim(), tag_group_name: line.tagGroupName?.trim() || null }),
})

const activityContract = defineRecordType({
  type: 'activityContract',
  table: 'activity_contract',
  level: 'contact',
  fields: { contact: Reference, name: Name, start: When, end: When, ...allowance },
  descriptions: {
    name: 'The name that customers see.',
    start: 'The first day.',
    end: 'The last day.',
  },
  parents: [parents.contact],
  announces: 'contract',
  parts: ['contract_activity', 'contract_adjustment'].map(table => ({ table, column: 'activity_contract_id' })),
  unclearable: reportedResiduals,
  computed: computedResiduals('activity_contract'),
  hooks: residualHooks('activity_contract'),
  reads: {
    start: dayColumn('t.starts_at'),
    end: dayColumn('t.ends_at', { end: true }),
    ...allowanceReads('activity_contract'),
  },
  columns: { name: 'text', name_order: 'text', starts_at: 'timestamptz', ends_at: 'timestamptz', ...allowanceColumns },
  row: (line, at) => {
    const name = line.name.trim()
    const { first, last } = periodOf(at.instant, ['start', line.start], ['end', line.end])
    return { name, name_order: naturalOrder(name), starts_at: first, ends_at: last, ...allowanceRow(line) }
  },
})

const serviceContract = defineRecordType({
  type: 'serviceContract',
  table: 'service_contract',
  level: 'contact',
  fields: {
    contact: Reference,
    name: Name,
    status: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    activeFrom: When,
    activeTo: Type.Optional(When),
    tags: Type.Optional(Type.Array(Reference, { maxItems: LINKS_MAX })),
    wikiElements: Type.Optional(Type.Array(Reference, { maxItems: LINKS_MAX })),
  },
  descriptions: {
    name: 'The name that customers see.',
    status: "The company's own number of the state. It is stored and not shown.",
    activeFrom: 'The first day.',
    activeTo: 'The last day; absent, it has no end.',
    tags: 'The externalIds of its tags.',
    wikiElements: 'The externalIds of the assets that it covers.',
  },
  parents: [parents.contact],
  links: [
    { field: 'tags', recordType: 'tag', table: 'service_contract_tag', owner: 'service_contract_id', column: 'tag_id' },
    {
      field: 'wikiElements',
      recordType: 'wikiElement',
      table: 'service_contract_wiki_element',
      owner: 'service_contract_id',
      column: 'wiki_element_id',
    },
  ],
  announces: 'contract',
  reads: { activeFrom: dayColumn('t.active_from'), activeTo: dayColumn('t.active_to', { end: true }) },
  parts: ['service_contract_document', 'contract_package'].map(table => ({ table, column: 'service_contract_id' })),
  columns: {
    name: 'text',
    name_order: 'text',
    status: 'integer',
    active_from: 'timestamptz',
    active_to: 'timestamptz',
  },
  row: (line, at) => {
    const name = line.name.trim()
    const { first, last } = periodOf(at.instant, ['activeFrom', line.activeFrom], ['activeTo', line.activeTo])
    return { name, name_order: naturalOrder(name), status: line.status, active_from: first, active_to: last }
  },
})

const contractDocument = defineRecordType({
  type: 'contractDocument',
  table: 'service_contract_document',
  level: 'contact',
  fields: { contract: Reference, documentName: Name, file: NamedFile },
  descriptions: {
    documentName: 'The name that customers see.',
    file: 'The document.',
  },
  parents: [{ field: 'contract', recordType: 'serviceContract', column: 'service_contract_id' }],
  files: [{ field: 'file', column: 'file_id', purpose: 'contract' }],
  announces: 'contract',
  columns: { document_name: 'text' },
  row: line => ({ document_name: line.documentName.trim() }),
})

const contractPackage = defineRecordType({
  type: 'contractPackage',
  table: 'contract_package',
  level: 'contact',
  fields: { contract: Reference, name: Name, ...allowance },
  descriptions: {
    name: 'The name that customers see.',
  },
  parents: [{ field: 'contract', recordType: 'serviceContract', column: 'service_contract_id' }],
  parts: ['contract_activity', 'contract_adjustment'].map(table => ({ table, column: 'contract_package_id' })),
  unclearable: reportedResiduals,
  computed: computedResiduals('contract_package'),
  hooks: residualHooks('contract_package'),
  reads: allowanceReads('contract_package'),
  columns: { name: 'text', ...allowanceColumns },
  row: line => ({ name: line.name.trim(), ...allowanceRow(line) }),
})

const contractActivity = defineRecordType({
  type: 'contractActivity',
  table: 'contract_activity',
  level: 'contact',
  fields: {
    contract: Type.Optional(Reference),
    package: Type.Optional(Reference),
    activityTypeName: Name,
    start: When,
    minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: HOURS_MAX })),
    units: Type.Optional(Type.Number({ minimum: 0, maximum: UNITS_MAX })),
    staff: Type.Optional(Reference),
    addressType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    address: Text,
    report: Type.Optional(NamedFile),
  },
  descriptions: {
    package: 'The externalId of the contract package that it uses; either this or `contract`.',
    activityTypeName: 'The kind of work, as the customer sees it.',
    start: 'When it started.',
    minutes: 'How long it took, for a contract in hours. Default: 0.',
    units: 'How many units it used, for a contract in units. Default: 0.',
    staff: 'The externalId of the member of staff who did it.',
    addressType:
      'Where it took place: 2 is the place in `address`, which alone is shown. Default: 2 with an address, else 0.',
    address: 'The address of the place.',
    report: 'The signed report.',
  },
  parents: [
    { field: 'contract', recordType: 'activityContract', column: 'activity_contract_id' },
    { field: 'package', recordType: 'contractPackage', column: 'contract_package_id' },
  ],
  references: [{ field: 'staff', recordType: 'staff', column: 'staff_user_id' }],
  files: [{ field: 'report', column: 'report_file_id', purpose: 'contract' }],
  announces: 'contract',
  reads: { start: instantColumn('t.starts_at') },
  columns: {
    activity_type_name: 'text',
    starts_at: 'timestamptz',
    minutes: 'integer',
    units: 'numeric',
    address_type: 'smallint',
    address: 'text',
  },
  row: (line, at) => {
    if (line.contract !== undefined && line.package !== undefined)
      throw new Refusal('package', 'must not stand beside a contract')
    return {
      activity_type_name: line.activityTypeName.trim(),
      starts_at: at.instant(line.start, 'start').toISOString(),
      minutes: line.minutes ?? 0,
      units: line.units ?? 0,
      address_type: line.addressType ?? (line.address === undefined ? 0 : physicalAddress),
      address: line.address ?? null,
    }
  },
})

/** The record types of contracts and what belongs to them, each after those that it references. */
export const contractRecords = [
  tag,
  activityContract,
  serviceContract,
  contractDocument,
  contractPackage,
  contractActivity,
]
