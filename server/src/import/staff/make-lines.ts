import { randomUUID } from 'node:crypto'
import type { Flag } from '@portico/contract/permissions'
import type { TableKind } from '@portico/contract/staff/imports'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { findLineFault } from '../../records/definition/line-fault.ts'
import type { Line } from '../../records/definition/record-type.ts'
import { isReadFile, type ReadFile, readRecords } from '../../records/read/read-records.ts'
import { requireRecordType } from '../../records/registry.ts'
import type { NamedPortal } from '../import-clients.ts'
import { type CellFields, RowRefused } from '../table/read-cells.ts'
import type { ReadRow } from '../table/table-work.ts'
import {
  assetParts,
  customersOfPortal,
  type KnownPerson,
  membershipsOf,
  peopleNamed,
  recordsOfPortal,
  takenIds,
} from './identity-queries.ts'
import { type RowReason, reasonOf } from './reason-codes.ts'
import {
  assetDrafts,
  customerDraft,
  type Draft,
  membershipDraft,
  ownedDraft,
  personDraft,
  personFields,
} from './record-drafts.ts'
import { derivedId, fittingId, naturalKeyOf, naturalSlot, openCustomerIndex } from './row-identity.ts'

/** A row with the lines that it becomes, or why it is not imported; `also` is what besides its cells is wrong with one that cannot be read. */
export type RowWithLines = { row: ReadRow } & (
  | { lines: Record<string, unknown>[] }
  | { refused: RowReason; also?: RowReason | undefined }
)

/** What the rows of a table are, and who imports them. */
export type RowPlan = {
  kind: TableKind
  key: string
  flags: readonly Flag[]
  portal: NamedPortal
  scope: Pick<StaffScope, 'serviceCompanyId' | 'portalIds'>
}

const defined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

const table: Record<Exclude<TableKind, 'webUser'>, string> = {
  contact: 'contact',
  invoice: 'invoice',
  estimate: 'estimate',
  activityContract: 'activity_contract',
  serviceContract: 'service_contract',
  subscription: 'recurring_advance',
  asset: 'wiki_element',
}

/**
 * Makes import lines of rows, a hundred at a time and in the order of the file. A row is the record that it names by its key, whoever made
 * that; what it does not say stays as it is, and an empty cell says nothing. New records get external ids that the next run derives again.
 */
export const openLineMaker = async (db: Db, { kind, key, flags: preset, portal, scope }: RowPlan) => {
  const customers = await openCustomerIndex(await customersOfPortal(db, portal))
  const isOwned = kind !== 'contact' && kind !== 'webUser'
  const records = new Map<string, string | null>()
  const here = new Set<string>()
  if (isOwned)
    for (const record of await recordsOfPortal(db, kind, portal)) {
      const slot = naturalSlot(record.contact, record)
      // Null: several.
      records.set(slot, records.has(slot) ? null : record.externalId)
      here.add(record.externalId)
    }
  const partKey = (owner: string, name: string) => JSON.stringify([owner, name.trim().toLowerCase()])
  const parts = async (part: 'folder' | 'property') =>
    new Map(
      kind === 'asset'
        ? (await assetParts(db, part, portal)).map(({ owner, name, externalId }) => [partKey(owner, name), externalId])
        : [],
    )
  const [folders, properties] = [await parts('folder'), await parts('property')]
  /** The external ids that rows of this file have given, and what they stand for. */
  const minted = new Map<string, string>()
  /** What earlier rows have made. */
  const seen = new Map<string, { line: number; text: string }>()
  const newPeople = new Map<string, string>()
  /** The files that records keep, by a path that no cell can name. */
  const kept = new Map<string, ReadFile>()
  const keptPath = `kept:${randomUUID()}`

  const lineWithFiles = (line: Line): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(line).map(([field, value]) => {
        if (!isReadFile(value)) return [field, value]
        const path = `${keptPath}/${kept.size}`
        kept.set(path, value)
        return [field, { path, name: value.name }]
      }),
    )

  /** What is known of the records that some rows may name. */
  const look = async (rows: ReadRow[]) => {
    const fields = rows.flatMap(row => (row.fields ? [row.fields] : []))
    const texts = (names: string[]) =>
      fields.flatMap(one => names.flatMap(name => (one[name] === undefined ? [] : String(one[name]).trim())))
    const people = isOwned
      ? []
      : await peopleNamed(db, scope, texts(['personEmail', 'personUserName', 'email', 'userName', 'externalId']))
    const memberships = await membershipsOf(
      db,
      portal,
      people.map(({ externalId }) => externalId),
    )
    const wanted = isOwned
      ? fields.map(one => wantedOf(one).wanted)
      : texts(['externalId', 'vatNumber', 'fiscalCode', 'email', 'companyName'])
    const ids = wanted.flatMap(id => [fittingId(id), fittingId(`${portal.externalId}/${id}`)])
    const taken = kind === 'webUser' ? new Set<string>() : await takenIds(db, table[kind], portal.company, ids)
    return { people, memberships, taken }
  }
  type Known = Awaited<ReturnType<typeof look>>

  const wantedOf = (fields: CellFields): { owner: string; wanted: string } => {
    if (!isOwned) return { owner: '', wanted: '' }
    let owner = ''
    try {
      owner = customers.ownerOf(fields)
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
    }
    return { owner, wanted: String(fields.externalId ?? derivedId(kind, owner, naturalKeyOf(kind, fields))) }
  }

  /** A free external id for a new record: as wanted, else with the portal in front of it. */
  const mint = (wanted: string, slot: string, { taken }: Pick<Known, 'taken'>): string => {
    const isFree = (id: string) => !taken.has(id) && (minted.get(id) ?? slot) === slot
    const choices = [wanted, `${portal.externalId}/${wanted}`, `${portal.externalId}/${wanted}/${slot}`].map(fittingId)
    const id = choices.find(isFree) ?? choices.at(-1) ?? wanted
    minted.set(id, slot)
    return id
  }

  const identifyCustomer = (fields: CellFields, known: Known) => {
    const { externalId, wanted } = customers.identify(fields, key)
    if (externalId !== undefined) return { externalId, isThere: !minted.has(externalId), isNew: false }
    if (key !== 'externalId') return { externalId: mint(wanted, wanted, known), isThere: false, isNew: true }
    if (known.taken.has(wanted)) throw new RowRefused('elsewhere', wanted, 'externalId')
    minted.set(wanted, wanted)
    return { externalId: wanted, isThere: false, isNew: true }
  }

  const personKey = (name: string) => name.trim().toLowerCase()

  const findPerson = (fields: CellFields, names: string[], { people }: Known): KnownPerson | undefined => {
    const own = kind === 'webUser' && key === 'externalId' ? fields.externalId : undefined
    if (own !== undefined) return people.find(({ externalId }) => externalId === String(own))
    const found = people.filter(({ userName, email }) =>
      names.some(name => [userName, email ?? ''].some(one => personKey(one) === personKey(name))),
    )
    if (new Set(found.map(({ externalId }) => externalId)).size > 1)
      throw new RowRefused('severalRecords', names.join(', '))
    return found[0]
  }

  const personDrafts = (fields: CellFields, contact: string, known: Known): Draft[] => {
    if (isOwned) return []
    const person = personFields(kind, fields)
    const names = [person.email, person.userName].flatMap(name => name ?? [])
    const [first] = names
    if (first === undefined) {
      if (kind === 'webUser') throw new RowRefused('missing', undefined, 'email')
      return []
    }
    const found = findPerson(fields, names, known)
    if (found && !found.isWithinReach)
      throw new RowRefused('taken', undefined, kind === 'webUser' ? 'email' : 'personEmail')
    const wanted = kind === 'webUser' && fields.externalId !== undefined ? String(fields.externalId) : first
    const ours = names.flatMap(name => newPeople.get(personKey(name)) ?? [])[0]
    const isTaken = !found && known.people.some(({ externalId }) => externalId === wanted)
    const webUser = found?.externalId ?? ours ?? fittingId(isTaken ? `${portal.externalId}/${wanted}` : wanted)
    const member = known.memberships.find(one => one.webUser === webUser && one.contact === contact)
    return [
      // Of who also belongs to customers out of reach nothing is changed but what is the customer's own.
      ...(found?.isMemberElsewhere
        ? []
        : [
            personDraft(person, {
              externalId: webUser,
              isThere: found !== undefined,
              serviceCompany: portal.serviceCompany,
            }),
          ]),
      membershipDraft(fields, person, {
        externalId: member?.externalId ?? fittingId(`${webUser}/${contact}`),
        isThere: member !== undefined,
        contact,
        webUser,
        preset,
      }),
    ]
  }

  const ownedDrafts = ({ fields = {}, properties: values = [] }: ReadRow, known: Known): Draft[] => {
    if (!isOwned) return []
    const contact = customers.ownerOf(fields)
    const { name, more } = naturalKeyOf(kind, fields)
    const slot = naturalSlot(contact, { name, more })
    const record = records.get(slot)
    if (key !== 'externalId' && record === null) throw new RowRefused('severalRecords', name)
    const { wanted } = wantedOf(fields)
    if (key === 'externalId' && known.taken.has(wanted) && !here.has(wanted))
      throw new RowRefused('elsewhere', wanted, 'externalId')
    const found = key === 'externalId' ? (here.has(wanted) ? wanted : undefined) : record
    const externalId = found ?? (key === 'externalId' ? wanted : mint(wanted, slot, known))
    const at = { externalId, isThere: found !== undefined && found !== null, contact }
    if (kind !== 'asset') return [ownedDraft(kind, fields, at)]
    const partAt = (of: Map<string, string>, owner: string, name: string) => {
      const known = of.get(partKey(owner, name))
      return { externalId: known ?? fittingId(`${owner}/${name.trim()}`), isThere: known !== undefined }
    }
    return assetDrafts(fields, values, {
      contact,
      folder: partAt(folders, contact, more),
      element: { externalId, isThere: at.isThere },
      property: title => partAt(properties, externalId, title),
    })
  }

  const draftsOf = (row: ReadRow, known: Known): { drafts: Draft[]; accept: () => void } => {
    const { fields = {} } = row
    if (isOwned) return { drafts: ownedDrafts(row, known), accept: () => undefined }
    const owner =
      kind === 'contact'
        ? identifyCustomer(fields, known)
        : { externalId: customers.ownerOf(fields), isThere: true, isNew: false }
    const { externalId } = owner
    const people = personDrafts(fields, externalId, known)
    const user = people.find(({ type }) => type === 'webUser')
    return {
      drafts: [
        ...(kind === 'contact' ? [customerDraft(fields, { ...owner, portal: portal.externalId })] : []),
        ...people,
      ],
      accept: () => {
        if (owner.isNew) customers.add(externalId, fields)
        for (const name of [user?.given.email, user?.given.userName])
          if (user && typeof name === 'string') newPeople.set(personKey(name), user.externalId)
      },
    }
  }

  /** The line of the earlier row that makes a record, too, if one does; throws {@link RowRefused} if that said something else. */
  const madeBy = ({ type, externalId, isShared, given }: Draft): number | undefined => {
    const before = seen.get(`${type} ${externalId}`)
    if (!before) return undefined
    if (!isShared) throw new RowRefused('twice', String(before.line))
    if (before.text !== JSON.stringify(given)) throw new RowRefused('differs', String(before.line))
    return before.line
  }

  const note = (line: number, drafts: Draft[]) => {
    for (const { type, externalId, given } of drafts)
      seen.set(`${type} ${externalId}`, { line, text: JSON.stringify(given) })
  }

  /** Reads the records that are there, by type and external id. */
  const readThere = async (drafts: Draft[]) => {
    const found = new Map<string, Line>()
    for (const type of new Set(drafts.map(draft => draft.type))) {
      const ids = drafts.flatMap(draft => (draft.type === type && draft.isThere ? draft.externalId : []))
      if (ids.length === 0) continue
      const read = await readRecords(db, requireRecordType(type), { company: scope.serviceCompanyId }, ids)
      for (const { externalId, line } of read) found.set(`${type} ${externalId}`, line)
    }
    return found
  }

  const lineOf = ({ type, externalId, given, fresh = {}, change }: Draft, existing: Line | undefined) => {
    if (!existing) return withoutNulls({ ...defined(given), ...defined(fresh), type, externalId })
    const before = lineWithFiles(existing)
    for (const field of requireRecordType(type).unclearable ?? []) delete before[field]
    return withoutNulls({ ...before, ...defined(given), ...change?.(existing), type, externalId })
  }

  const requireValid = (line: Record<string, unknown>) => {
    const recordType = requireRecordType(String(line.type))
    const fault = findLineFault(recordType, { ...line })
    if (fault) return { ...reasonOf(fault), field: fault.field?.split(/[.[]/)[0] }
    return undefined
  }

  type Drafted = {
    row: ReadRow
    drafts: { draft: Draft; madeBy: number | undefined }[]
    refused: RowReason | undefined
    also?: RowReason | undefined
  }

  /** What is wrong with the customer that a row names. */
  const ownerFault = ({ fields }: ReadRow): RowReason | undefined => {
    if (kind === 'contact' || !fields) return undefined
    try {
      customers.ownerOf(fields)
      return undefined
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      return { code: error.code, detail: error.detail, field: error.field }
    }
  }

  const draft = (row: ReadRow, known: Known): Drafted => {
    if (row.fault)
      return { row, drafts: [], refused: { code: row.fault.code, detail: row.fault.detail }, also: ownerFault(row) }
    try {
      const { drafts, accept } = draftsOf(row, known)
      const all = drafts.map(draft => ({ draft, madeBy: madeBy(draft) }))
      note(
        row.line,
        all.flatMap(one => (one.madeBy === undefined ? one.draft : [])),
      )
      accept()
      return { row, drafts: all, refused: undefined }
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      return { row, drafts: [], refused: { code: error.code, detail: error.detail, field: error.field } }
    }
  }

  const make = async (rows: ReadRow[]): Promise<RowWithLines[]> => {
    const known = await look(rows)
    const drafted = rows.map(row => draft(row, known))
    const there = await readThere(drafted.flatMap(({ drafts }) => drafts.map(({ draft }) => draft)))
    const refusedLines = new Set<number>()
    return drafted.map(({ row, drafts, refused, also }): RowWithLines => {
      if (refused) return { row, refused, also }
      // What a row would have made that is refused after all, the next one makes.
      const isMade = ({ type, externalId }: Draft, by: number) =>
        !refusedLines.has(by) || seen.has(`${type} ${externalId}`)
      const own = drafts.flatMap(({ draft, madeBy }) => (madeBy === undefined || !isMade(draft, madeBy) ? draft : []))
      const lines = own.map(draft => lineOf(draft, there.get(`${draft.type} ${draft.externalId}`)))
      const fault = lines.map(requireValid).find(found => found !== undefined)
      if (!fault) {
        note(row.line, own)
        return { row, lines }
      }
      refusedLines.add(row.line)
      for (const { type, externalId } of own) seen.delete(`${type} ${externalId}`)
      return { row, refused: fault }
    })
  }

  return { make, /** A file that a record keeps. */ keptFile: (path: string): ReadFile | undefined => kept.get(path) }
}
