import { type Db, empty, raw, type Sql, sql } from '../kernel/db.ts'
import type { Depth, Kind, Line, Place, ReferenceField } from './import-kind.ts'
import { kindNamed } from './import-kinds.ts'
import { isMember, type Reach, reaches } from './import-reach.ts'
import { Refusal } from './refusal.ts'

/** A line on its way into the database; `html` is its message, cleaned, where it names no files. */
export type Item = { number: number; line: Line; kind: Kind; html?: string }

/** A line whose references are found: where it stands, and what it names, alone and by lists. */
export type Resolved = Item & {
  place: Omit<Place, 'id' | 'status' | 'name'>
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

/** The records of a kind that bear one of these external ids, in any service company; of people, those whom the reach has. */
const lookUp = (db: Db, kind: Kind, externalIds: string[], reach: Reach | undefined): Promise<Found[]> => {
  const [timeZone, zoneJoin] = zoneOf(kind)
  const status = kind.type === 'ticketStep' ? 't.task_status' : 'null::int'
  const name = kind.type === 'wikiFolder' ? 't.name' : 'null::text'
  const columns = raw(
    `t.id, t.external_id as "externalId", ${columnsOf(kind)}, ${timeZone} as "timeZone", ${status} as status, ${name} as name`,
  )
  // Through the companies, because the index of external ids begins with them.
  const source = kind.depth === 'installation' ? '' : 'service_company s cross join lateral'
  const within: Sql =
    kind.depth === 'installation'
      ? sql`${raw(kind.table)} t where t.external_id = any(${externalIds})`
      : sql`(select * from ${raw(kind.table)} x where x.service_company_id = s.id and x.external_id = any(${externalIds})) t ${raw(zoneJoin)}`
  const seen = kind.person && reach?.portals ? sql`where ${isMember(kind.person, reach.portals)}` : empty
  return db.many(sql`select ${columns} from ${raw(source)} ${within} ${seen}`)
}

/** A record within reach by its external id. */
export const findWithin = async (db: Db, kind: Kind, reach: Reach, externalId: string): Promise<Place | undefined> =>
  (await lookUp(db, kind, [externalId], reach)).find(found => reaches(reach, found))

type Pair = { company: number; portal: number; contact: number; user: number }

/** Which of these web users belong to these contacts, as `contact:user`. */
const membersOf = async (db: Db, pairs: Pair[]): Promise<Set<string>> => {
  const rows = await db.many<{ pair: string }>(sql`select m.contact_id || ':' || m.web_user_id as pair
    from json_to_recordset(${JSON.stringify(pairs)}::json) as x (company bigint, portal bigint, contact bigint, "user" bigint)
    join membership m on m.service_company_id = x.company and m.portal_id = x.portal and m.contact_id = x.contact
      and m.web_user_id = x."user"`)
  return new Set(rows.map(row => row.pair))
}

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

const pairOf = ({ place, names }: Resolved, field: string) => `${place.contact}:${names[field]?.id}`

const requireMembers = async (db: Db, items: Resolved[], refuse: Refuse): Promise<Resolved[]> => {
  const fields = (items[0]?.kind.references ?? []).filter(({ memberOnly }) => memberOnly).map(({ field }) => field)
  const naming = items.flatMap(item => fields.filter(field => item.names[field]).map(field => ({ item, field })))
  if (naming.length === 0) return items
  const pairs = new Map<string, Pair>()
  for (const { item, field } of naming) {
    const { company, portal, contact } = item.place
    pairs.set(pairOf(item, field), {
      company,
      portal: portal ?? 0,
      contact: contact ?? 0,
      user: item.names[field]?.id ?? 0,
    })
  }
  const members = await membersOf(db, [...pairs.values()])
  const strangers = naming.filter(({ item, field }) => !members.has(pairOf(item, field)))
  for (const { item, field } of strangers)
    refuse(item, new Refusal(field, `${quoted(item.line, field)} has no membership of this contact`))
  const refused = new Set(strangers.map(({ item }) => item))
  return items.filter(item => !refused.has(item))
}

/** Takes note of a line that is not taken. */
export type Refuse = (item: Item, refusal: Refusal) => void

/**
 * Finds what lines of one kind refer to, one statement for each kind referred to; those whose references fail are refused, as those
 * beyond `reach` do.
 */
export const resolve = async (db: Db, items: Item[], refuse: Refuse, reach?: Reach): Promise<Resolved[]> => {
  const kind = items[0]?.kind
  if (!kind) return []
  const fields = [
    { field: 'serviceCompany', kind: 'serviceCompany', column: '' },
    ...kind.parents,
    ...(kind.references ?? []),
    ...(kind.links ?? []),
  ]
  const wanted = new Map<string, Set<string>>()
  for (const { line } of items) {
    for (const { field, kind: named } of fields) {
      for (const externalId of listed(line, field)) wanted.set(named, (wanted.get(named) ?? new Set()).add(externalId))
    }
  }
  const found = new Map<string, Found[]>()
  for (const [named, externalIds] of wanted) {
    for (const one of await lookUp(db, kindNamed(named), [...externalIds], reach)) {
      if (!reaches(reach, one)) continue
      const key = `${named} ${one.externalId}`
      found.set(key, [...(found.get(key) ?? []), one])
    }
  }
  const resolved: Resolved[] = []
  for (const item of items) {
    try {
      resolved.push(resolveOne(item, (named, externalId) => found.get(`${named} ${externalId}`) ?? []))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  return requireMembers(db, resolved, refuse)
}
