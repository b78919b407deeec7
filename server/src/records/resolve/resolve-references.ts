import { sameCompany, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, empty, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type {
  FoundRecord,
  Item,
  Line,
  RecordType,
  ReferenceField,
  Refuse,
  ResolvedLine,
  ScopeLevel,
} from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import { companyTimeZone } from '../definition/select-fragments.ts'
import { includesPlace, isMember, type TenantScope } from '../definition/tenant-scope.ts'
import { requireRecordType } from '../registry.ts'

type Found = FoundRecord & { externalId: string }

const COLUMNS: Record<ScopeLevel, string> = {
  installation: 't.id as company, null::bigint as portal, null::bigint as contact',
  company: 't.service_company_id as company, null::bigint as portal, null::bigint as contact',
  portal: 't.service_company_id as company, t.portal_id as portal, null::bigint as contact',
  contact: 't.service_company_id as company, t.portal_id as portal, t.contact_id as contact',
}

const columnsOf = ({ defines, level }: RecordType) => {
  if (defines === 'portal') return 't.service_company_id as company, t.id as portal, null::bigint as contact'
  if (defines === 'contact') return 't.service_company_id as company, t.portal_id as portal, t.id as contact'
  return COLUMNS[level]
}

const zoneOf = (recordType: RecordType): [column: string, join: string] => {
  if (recordType.defines === 'portal') return ['t.time_zone', '']
  if (recordType.level === 'installation') return [`'UTC'`, '']
  if (recordType.level === 'company') return [companyTimeZone, '']
  return ['p.time_zone', `join portal p on ${sameCompany('p', 't').sql} and p.id = t.portal_id`]
}

/** SQL: the external id of the contact into which the one named `n.name` was merged, else the name itself. */
const currentName = raw(`coalesce((select c.external_id from merged_contact g
  join contact c on ${samePortal('c', 'g').sql} and c.id = g.contact_id
  where g.service_company_id = s.id and g.external_id = n.name), n.name)`)

/** A referenced record type, and the external ids to look up. */
type Wanted = { recordType: RecordType; externalIds: string[]; withContacts: boolean }

/**
 * Selects the records of a type with these external ids, in any service company or in that of the scope; of people, members of the
 * scope's portals. The scope's own service company is found without being named. `offset 0` is an optimisation fence: planner
 * statistics are stale during a bulk load.
 */
const look = ({ recordType, externalIds, withContacts }: Wanted, tenantScope: TenantScope | undefined): Sql => {
  const [timeZone, zoneJoin] = zoneOf(recordType)
  const { status = 'null::int', name = 'null::text' } = recordType.visibleToReferrers ?? {}
  const contacts = withContacts
    ? `array(select m.contact_id from membership m
        where ${sameCompany('m', 't').sql} and m.web_user_id = t.id)`
    : 'null::bigint[]'
  const columns =
    raw(`select '${recordType.type}' as "recordType", t.id, ${recordType.level === 'installation' ? 't.external_id' : 'n.name'} as "externalId", ${columnsOf(recordType)},
    ${timeZone} as "timeZone", ${status} as status, ${name} as name, ${contacts} as contacts`)
  const names = sql`json_array_elements_text(${JSON.stringify(externalIds)}::json) as n (name)`
  if (recordType.level === 'installation')
    return tenantScope
      ? sql`${columns} from ${raw(recordType.table)} t where t.id = ${tenantScope.company}`
      : sql`${columns} from ${names} join ${raw(recordType.table)} t on t.external_id = n.name`
  const companies = tenantScope ? sql`(select ${tenantScope.company}::bigint as id) s` : raw('service_company s')
  const seen =
    recordType.wholeCompany && tenantScope?.portals
      ? sql`where false`
      : recordType.person && tenantScope?.portals
        ? sql`where ${isMember(recordType.person, tenantScope.portals)}`
        : empty
  // Joins through the companies, because the index on external ids begins with the company.
  return sql`${columns} from ${names} cross join ${companies} cross join lateral (select * from ${raw(recordType.table)} x
    where x.service_company_id = s.id and x.external_id = ${recordType.defines === 'contact' ? currentName : raw('n.name')} offset 0) t
    ${raw(zoneJoin)} ${seen}`
}

/** Finds all wanted records within the tenant scope, in one statement. */
const lookUp = async (
  db: Db,
  wanted: Wanted[],
  tenantScope: TenantScope | undefined,
): Promise<(Found & { recordType: string })[]> =>
  (
    await db.many<Found & { recordType: string }>(
      join(
        wanted.map(one => look(one, tenantScope)),
        ' union all ',
      ),
    )
  ).filter(found => includesPlace(tenantScope, found))

/** Finds a record within the tenant scope by its external id. */
export const findWithin = async (
  db: Db,
  recordType: RecordType,
  tenantScope: TenantScope,
  externalId: string,
): Promise<FoundRecord | undefined> =>
  (await lookUp(db, [{ recordType, externalIds: [externalId], withContacts: false }], tenantScope)).find(
    found => found.externalId === externalId,
  )

const referenceOf = (line: Line, field: string) => line[field] as string | undefined

const listed = (line: Line, field: string) => [line[field] ?? []].flat() as string[]

const parentOf = ({ recordType, line }: Item): ReferenceField | undefined =>
  recordType.parents.find(({ field }) => referenceOf(line, field) !== undefined)

const quoted = (line: Line, field: string) => `names "${referenceOf(line, field)}", which`

const choose = (candidates: Found[], field: string, line: Line): Found => {
  const [first, second] = candidates
  if (!first) throw new Refusal(field, `${quoted(line, field)} is neither above nor in the portal yet`, 'not_found')
  if (second) throw new Refusal(field, `${quoted(line, field)} several service companies have: add serviceCompany`)
  return first
}

/** Returns the candidate of the same service company; refuses it if it belongs to another portal or contact than the record. */
const chooseWithin = (place: ResolvedLine['place'], candidates: Found[], field: string, line: Line): Found => {
  if (candidates.length === 0) return choose(candidates, field, line)
  const ours = candidates.find(({ company }) => company === place.company)
  if (!ours) throw new Refusal(field, `${quoted(line, field)} belongs to another service company`)
  if (ours.portal !== null && place.portal !== null && ours.portal !== place.portal)
    throw new Refusal(field, `${quoted(line, field)} belongs to another portal`)
  if (ours.contact !== null && place.contact !== null && ours.contact !== place.contact)
    throw new Refusal(field, `${quoted(line, field)} belongs to another contact`)
  return ours
}

type Candidates = (recordType: string, externalId: string) => Found[]

const resolveOne = (item: Item, candidates: Candidates): ResolvedLine => {
  const { recordType, line } = item
  const parent = parentOf(item)
  const top = { company: 0, portal: null, contact: null, timeZone: 'UTC' }
  if (!parent && recordType.parents.length > 0)
    throw new Refusal(recordType.parents.map(({ field }) => field).join(' or '), 'is missing')
  const referenced: Record<string, FoundRecord> = {}
  if (parent) {
    const of = (field: string, recordType: string) => candidates(recordType, referenceOf(line, field) ?? '')
    const company =
      line.serviceCompany === undefined
        ? undefined
        : choose(of('serviceCompany', 'serviceCompany'), 'serviceCompany', line)
    const all = of(parent.field, parent.recordType)
    const ours = company && all.length > 0 ? all.filter(found => found.company === company.company) : all
    if (company && all.length > 0 && ours.length === 0)
      throw new Refusal(parent.field, `${quoted(line, parent.field)} belongs to another service company`)
    referenced[parent.field] = choose(ours, parent.field, line)
  }
  const { company, portal, contact, timeZone } = parent ? (referenced[parent.field] ?? top) : top
  const place = { company, portal, contact, timeZone }
  for (const { field, recordType: named } of [...recordType.parents, ...(recordType.references ?? [])]) {
    const externalId = referenceOf(line, field)
    if (externalId === undefined || referenced[field]) continue
    referenced[field] = chooseWithin(place, candidates(named, externalId), field, line)
  }
  const links = Object.fromEntries(
    (recordType.links ?? []).map(({ field, recordType: named }) => [
      field,
      listed(line, field).map(externalId =>
        chooseWithin(place, candidates(named, externalId), field, { ...line, [field]: externalId }),
      ),
    ]),
  )
  return { ...item, place, referenced, links }
}

/** Refuses web users who must be members of the line's contact and are not. */
const requireMembers = ({ recordType, line, place, referenced }: ResolvedLine) => {
  for (const { field, memberOnly } of recordType.references ?? [])
    if (memberOnly && referenced[field]?.contacts?.includes(place.contact ?? 0) === false)
      throw new Refusal(field, `${quoted(line, field)} has no membership of this contact`)
}

/** Every field by which lines of a type reference records. */
const fieldsOf = ({
  parents,
  references = [],
  links = [],
}: RecordType): { field: string; recordType: string; memberOnly?: true }[] => [
  { field: 'serviceCompany', recordType: 'serviceCompany' },
  ...parents,
  ...references,
  ...links,
]

/** The external ids that these lines reference, by record type. Includes types without any, so that the statement's text never varies. */
const wantedBy = (recordType: RecordType, items: Item[]): Wanted[] => {
  const fields = fieldsOf(recordType)
  return [...new Set(fields.map(field => field.recordType))].map(type => {
    const naming = fields.filter(field => field.recordType === type)
    const externalIds = new Set(items.flatMap(({ line }) => naming.flatMap(({ field }) => listed(line, field))))
    return {
      recordType: requireRecordType(type),
      externalIds: [...externalIds],
      withContacts: naming.some(({ memberOnly }) => memberOnly),
    }
  })
}

/**
 * Resolves the references of lines of one type, in one statement; refuses lines with references that do not exist or are out of scope.
 * If `serviceCompany` is omitted, the scope's company is used.
 */
export const resolve = async (
  db: Db,
  items: Item[],
  refuse: Refuse,
  tenantScope?: TenantScope,
): Promise<ResolvedLine[]> => {
  const recordType = items[0]?.recordType
  if (!recordType) return []
  const wanted = wantedBy(recordType, items)
  const ofCompany = recordType.parents.some(({ field }) => field === 'serviceCompany')
  const found = new Map<string, Found[]>()
  let company: string | undefined
  if ((ofCompany && tenantScope) || wanted.some(({ externalIds }) => externalIds.length > 0)) {
    for (const one of await lookUp(db, wanted, tenantScope)) {
      const key = `${one.recordType} ${one.externalId}`
      found.set(key, [...(found.get(key) ?? []), one])
      if (ofCompany && tenantScope && one.recordType === 'serviceCompany') company = one.externalId
    }
  }
  const resolved: ResolvedLine[] = []
  for (const item of items) {
    const line = company === undefined ? item.line : { serviceCompany: company, ...item.line }
    try {
      const one = resolveOne({ ...item, line }, (named, externalId) => found.get(`${named} ${externalId}`) ?? [])
      requireMembers(one)
      resolved.push(one)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  return resolved
}
