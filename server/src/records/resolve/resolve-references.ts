import { type Db, empty, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Depth, Kind, Line, Place, ReferenceField, Standing } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import { kindNamed } from '../registry.ts'
import type { CleanMessage } from './embedded-images.ts'
import { isMember, type Reach, reaches } from './write-scope.ts'

/** A line on its way into the database; its HTML is clean once `cleanAhead` has seen it, which fills `message` where the kind has one. */
export type Item = { number: number; line: Line; kind: Kind; message?: CleanMessage }

/** A line whose references are found: where it stands, and what it names, alone and by lists. */
export type Resolved = Item & {
  place: Standing
  names: Record<string, Place>
  links: Record<string, Place[]>
}

type Found = Place & { externalId: string }

const COLUMNS: Record<Depth, string> = {
  installation: 't.id as company, null::bigint as portal, null::bigint as contact',
  company: 't.service_company_id as company, null::bigint as portal, null::bigint as contact',
  portal: 't.service_company_id as company, t.portal_id as portal, null::bigint as contact',
  contact: 't.service_company_id as company, t.portal_id as portal, t.contact_id as contact',
}

const columnsOf = ({ type, depth }: Kind) => {
  if (type === 'portal') return 't.service_company_id as company, t.id as portal, null::bigint as contact'
  if (type === 'contact') return 't.service_company_id as company, t.portal_id as portal, t.id as contact'
  return COLUMNS[depth]
}

const zoneOf = (kind: Kind): [column: string, join: string] => {
  if (kind.type === 'portal') return ['t.time_zone', '']
  if (kind.depth === 'installation' || kind.depth === 'company') return [`'UTC'`, '']
  return ['p.time_zone', 'join portal p on p.service_company_id = t.service_company_id and p.id = t.portal_id']
}

/** A kind that is referred to, and by which names. */
type Wanted = { kind: Kind; externalIds: string[]; withContacts: boolean }

/**
 * Selects the records of a kind that bear one of these external ids, in any service company or in that of the reach; of people, those
 * whom the reach has. A key's own service company is found without being named. The look-ups stay apart by `offset 0`: of tables that
 * are filled at this moment the planner knows nothing.
 */
const look = ({ kind, externalIds, withContacts }: Wanted, reach: Reach | undefined): Sql => {
  const [timeZone, zoneJoin] = zoneOf(kind)
  const status = kind.type === 'ticketStep' ? 't.task_status' : 'null::int'
  const name = kind.type === 'wikiFolder' ? 't.name' : 'null::text'
  const contacts = withContacts
    ? `array(select m.contact_id from membership m
        where m.service_company_id = t.service_company_id and m.web_user_id = t.id)`
    : 'null::bigint[]'
  const columns = raw(`select '${kind.type}' as kind, t.id, t.external_id as "externalId", ${columnsOf(kind)},
    ${timeZone} as "timeZone", ${status} as status, ${name} as name, ${contacts} as contacts`)
  const names = sql`json_array_elements_text(${JSON.stringify(externalIds)}::json) as n (name)`
  if (kind.depth === 'installation')
    return reach
      ? sql`${columns} from ${raw(kind.table)} t where t.id = ${reach.company}`
      : sql`${columns} from ${names} join ${raw(kind.table)} t on t.external_id = n.name`
  const companies = reach ? sql`(select ${reach.company}::bigint as id) s` : raw('service_company s')
  const seen = kind.person && reach?.portals ? sql`where ${isMember(kind.person, reach.portals)}` : empty
  // Through the companies, because the index of external ids begins with them.
  return sql`${columns} from ${names} cross join ${companies} cross join lateral (select * from ${raw(kind.table)} x
    where x.service_company_id = s.id and x.external_id = n.name offset 0) t ${raw(zoneJoin)} ${seen}`
}

/** What is within reach of what is wanted, in one statement. */
const lookUp = async (db: Db, wanted: Wanted[], reach: Reach | undefined): Promise<(Found & { kind: string })[]> =>
  (
    await db.many<Found & { kind: string }>(
      join(
        wanted.map(one => look(one, reach)),
        ' union all ',
      ),
    )
  ).filter(found => reaches(reach, found))

/** A record within reach by its external id. */
export const findWithin = async (db: Db, kind: Kind, reach: Reach, externalId: string): Promise<Place | undefined> =>
  (await lookUp(db, [{ kind, externalIds: [externalId], withContacts: false }], reach)).find(
    found => found.externalId === externalId,
  )

const referenceOf = (line: Line, field: string) => line[field] as string | undefined

const listed = (line: Line, field: string) => [line[field] ?? []].flat() as string[]

const parentOf = ({ kind, line }: Item): ReferenceField | undefined =>
  kind.parents.find(({ field }) => referenceOf(line, field) !== undefined)

const quoted = (line: Line, field: string) => `names "${referenceOf(line, field)}", which`

const choose = (candidates: Found[], field: string, line: Line): Found => {
  const [first, second] = candidates
  if (!first) throw new Refusal(field, `${quoted(line, field)} is neither above nor in the portal yet`, 'not_found')
  if (second) throw new Refusal(field, `${quoted(line, field)} several service companies have: add serviceCompany`)
  return first
}

/** The one candidate in the same service company, and in the same portal and contact if the record has them. */
const chooseWithin = (place: Resolved['place'], candidates: Found[], field: string, line: Line): Found => {
  if (candidates.length === 0) return choose(candidates, field, line)
  const ours = candidates.find(({ company }) => company === place.company)
  if (!ours) throw new Refusal(field, `${quoted(line, field)} belongs to another service company`)
  if (ours.portal !== null && place.portal !== null && ours.portal !== place.portal)
    throw new Refusal(field, `${quoted(line, field)} belongs to another portal`)
  if (ours.contact !== null && place.contact !== null && ours.contact !== place.contact)
    throw new Refusal(field, `${quoted(line, field)} belongs to another contact`)
  return ours
}

type Candidates = (kind: string, externalId: string) => Found[]

const resolveOne = (item: Item, candidates: Candidates): Resolved => {
  const { kind, line } = item
  const parent = parentOf(item)
  const top = { company: 0, portal: null, contact: null, timeZone: 'UTC' }
  if (!parent && kind.parents.length > 0)
    throw new Refusal(kind.parents.map(({ field }) => field).join(' or '), 'is missing')
  const names: Record<string, Place> = {}
  if (parent) {
    const of = (field: string, kind: string) => candidates(kind, referenceOf(line, field) ?? '')
    const company =
      line.serviceCompany === undefined
        ? undefined
        : choose(of('serviceCompany', 'serviceCompany'), 'serviceCompany', line)
    const all = of(parent.field, parent.kind)
    const ours = company && all.length > 0 ? all.filter(found => found.company === company.company) : all
    if (company && all.length > 0 && ours.length === 0)
      throw new Refusal(parent.field, `${quoted(line, parent.field)} belongs to another service company`)
    names[parent.field] = choose(ours, parent.field, line)
  }
  const { company, portal, contact, timeZone } = parent ? (names[parent.field] ?? top) : top
  const place = { company, portal, contact, timeZone }
  for (const { field, kind: named } of [...kind.parents, ...(kind.references ?? [])]) {
    const externalId = referenceOf(line, field)
    if (externalId === undefined || names[field]) continue
    names[field] = chooseWithin(place, candidates(named, externalId), field, line)
  }
  const links = Object.fromEntries(
    (kind.links ?? []).map(({ field, kind: named }) => [
      field,
      listed(line, field).map(externalId =>
        chooseWithin(place, candidates(named, externalId), field, { ...line, [field]: externalId }),
      ),
    ]),
  )
  return { ...item, place, names, links }
}

/** Of the web users that a line names, some have to be members of its contact. */
const requireMembers = ({ kind, line, place, names }: Resolved) => {
  for (const { field, memberOnly } of kind.references ?? [])
    if (memberOnly && names[field]?.contacts?.includes(place.contact ?? 0) === false)
      throw new Refusal(field, `${quoted(line, field)} has no membership of this contact`)
}

/** Takes note of a line that is not taken. */
export type Refuse = (item: Item, refusal: Refusal) => void

/** Every field by which lines of a kind name others. */
const fieldsOf = ({
  parents,
  references = [],
  links = [],
}: Kind): { field: string; kind: string; memberOnly?: true }[] => [
  { field: 'serviceCompany', kind: 'serviceCompany' },
  ...parents,
  ...references,
  ...links,
]

/** Every kind that lines of one kind refer to, so that the statement is always the same, and the names that these lines give. */
const wantedBy = (kind: Kind, items: Item[]): Wanted[] => {
  const fields = fieldsOf(kind)
  return [...new Set(fields.map(field => field.kind))].map(type => {
    const naming = fields.filter(field => field.kind === type)
    const externalIds = new Set(items.flatMap(({ line }) => naming.flatMap(({ field }) => listed(line, field))))
    return {
      kind: kindNamed(type),
      externalIds: [...externalIds],
      withContacts: naming.some(({ memberOnly }) => memberOnly),
    }
  })
}

/**
 * Finds what lines of one kind refer to, in one statement; those whose references fail are refused, as those beyond `reach` do. Within
 * reach, a line that has to name its service company and does not is of that of the reach.
 */
export const resolve = async (db: Db, items: Item[], refuse: Refuse, reach?: Reach): Promise<Resolved[]> => {
  const kind = items[0]?.kind
  if (!kind) return []
  const wanted = wantedBy(kind, items)
  const ofCompany = kind.parents.some(({ field }) => field === 'serviceCompany')
  const found = new Map<string, Found[]>()
  let company: string | undefined
  if ((ofCompany && reach) || wanted.some(({ externalIds }) => externalIds.length > 0)) {
    for (const one of await lookUp(db, wanted, reach)) {
      const key = `${one.kind} ${one.externalId}`
      found.set(key, [...(found.get(key) ?? []), one])
      if (ofCompany && reach && one.kind === 'serviceCompany') company = one.externalId
    }
  }
  const resolved: Resolved[] = []
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
