import { randomUUID } from 'node:crypto'
import type { Flag } from '@portico/contract/permissions'
import type { TableKind } from '@portico/contract/staff/imports'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { findLineFaults } from '../../records/definition/line-fault.ts'
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
import { addFieldFaults, fieldInTable, openRowFaults, type RowFaults } from './row-faults.ts'
import { derivedId, fittingId, naturalKeyOf, naturalSlot, openCustomerIndex } from './row-identity.ts'

/** A row with the lines that it becomes, or with all reasons why it is not imported. */
export type RowWithLines = { row: ReadRow } & ({ lines: Record<string, unknown>[] } | { refused: RowReason[] })

/** What the rows of a table are, who imports them, and which files they can name. */
export type RowPlan = {
  kind: TableKind
  key: string
  flags: readonly Flag[]
  portal: NamedPortal
  scope: Pick<StaffScope, 'serviceCompanyId' | 'portalIds'>
  hasFile: (path: string) => boolean
}

/** Stands for the external id of a customer that is not known. */
const UNKNOWN = '?'

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
export const openLineMaker = async (db: Db, { kind, key, flags: preset, portal, scope, hasFile }: RowPlan) => {
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
    const owner = openRowFaults({}).attempt(() => customers.ownerOf(fields)) ?? ''
    return { owner, wanted: String(fields.externalId ?? derivedId(kind, owner, naturalKeyOf(kind, fields))) }
  }

  /** A free external id for a new record: as wanted, else with the portal in front of it. */
  const freeId = (wanted: string, slot: string, { taken }: Pick<Known, 'taken'>): string => {
    const isFree = (id: string) => !taken.has(id) && (minted.get(id) ?? slot) === slot
    const choices = [wanted, `${portal.externalId}/${wanted}`, `${portal.externalId}/${wanted}/${slot}`].map(fittingId)
    return choices.find(isFree) ?? choices.at(-1) ?? wanted
  }

  /** The customer of a row; `slot` is what the external id of a new one stands for. */
  type Owner = { externalId: string; isThere: boolean; slot?: string }

  const identifyCustomer = (fields: CellFields, known: Known, faults: RowFaults): Owner => {
    const { externalId, wanted } = customers.identify(fields, key)
    if (externalId !== undefined) return { externalId, isThere: !minted.has(externalId) }
    if (wanted === undefined) {
      faults.add({ code: 'missing', field: key })
      return { externalId: UNKNOWN, isThere: false }
    }
    if (key !== 'externalId') return { externalId: freeId(wanted, wanted, known), isThere: false, slot: wanted }
    if (known.taken.has(wanted)) throw new RowRefused('elsewhere', wanted, 'externalId')
    return { externalId: wanted, isThere: false, slot: wanted }
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

  /** What rows make, and what has to be noted once a row is good. */
  type Drafts = { drafts: Draft[]; accept: () => void }

  const ownedDrafts = ({ fields = {}, properties: values = [] }: ReadRow, contact: string, known: Known): Drafts => {
    if (!isOwned) return { drafts: [], accept: () => undefined }
    const { name, more } = naturalKeyOf(kind, fields)
    const slot = naturalSlot(contact, { name, more })
    const record = records.get(slot)
    if (key !== 'externalId' && record === null) throw new RowRefused('severalRecords', name)
    const { wanted } = wantedOf(fields)
    if (key === 'externalId' && known.taken.has(wanted) && !here.has(wanted))
      throw new RowRefused('elsewhere', wanted, 'externalId')
    const found = key === 'externalId' ? (here.has(wanted) ? wanted : undefined) : record
    const externalId = found ?? (key === 'externalId' ? wanted : freeId(wanted, slot, known))
    const isThere = found !== undefined && found !== null
    const accept = () => {
      if (!isThere && key !== 'externalId') minted.set(externalId, slot)
    }
    if (kind !== 'asset') return { drafts: [ownedDraft(kind, fields, { externalId, isThere, contact })], accept }
    const partAt = (of: Map<string, string>, owner: string, name: string) => {
      const known = of.get(partKey(owner, name))
      return { externalId: known ?? fittingId(`${owner}/${name.trim()}`), isThere: known !== undefined }
    }
    const parts = {
      contact,
      folder: partAt(folders, contact, more),
      element: { externalId, isThere },
      property: (title: string) => partAt(properties, externalId, title),
    }
    return { drafts: assetDrafts(fields, values, parts), accept }
  }

  /** What a row makes. What is wrong with it is added to `faults`; what it would make then only serves to find more of them. */
  const draftsOf = (row: ReadRow, known: Known, faults: RowFaults): Drafts => {
    const { fields = {} } = row
    const named =
      kind === 'contact'
        ? faults.attempt(() => identifyCustomer(fields, known, faults))
        : { externalId: faults.attempt(() => customers.ownerOf(fields)) ?? UNKNOWN, isThere: true }
    const owner: Owner = named ?? { externalId: UNKNOWN, isThere: true }
    const { externalId, slot } = owner
    if (isOwned)
      return faults.attempt(() => ownedDrafts(row, externalId, known)) ?? { drafts: [], accept: () => undefined }
    const people = faults.attempt(() => personDrafts(fields, externalId, known)) ?? []
    const user = people.find(({ type }) => type === 'webUser')
    const isCustomerMade = kind === 'contact' && named !== undefined
    return {
      drafts: [...(isCustomerMade ? [customerDraft(fields, { ...owner, portal: portal.externalId })] : []), ...people],
      accept: () => {
        if (slot !== undefined) {
          minted.set(externalId, slot)
          customers.add(externalId, fields)
        }
        for (const name of [user?.given.email, user?.given.userName])
          if (user && typeof name === 'string') newPeople.set(personKey(name), user.externalId)
      },
    }
  }

  /**
   * The line of the earlier row that makes a record, too, if one does. Throws {@link RowRefused} if that said something else, which of a
   * row with other faults is not known.
   */
  const madeBy = ({ type, externalId, isShared, given }: Draft, { found }: RowFaults): number | undefined => {
    const before = seen.get(`${type} ${externalId}`)
    if (!before) return undefined
    if (!isShared) throw new RowRefused('twice', String(before.line))
    if (found.length === 0 && before.text !== JSON.stringify(given))
      throw new RowRefused('differs', String(before.line))
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

  const addLineFaults = (faults: RowFaults, line: Record<string, unknown>, { fields }: ReadRow) => {
    const recordType = requireRecordType(String(line.type))
    for (const fault of findLineFaults(recordType, { ...line })) {
      const field = fieldInTable(kind, fault.field, recordType.type)
      // A subscription without its next day has no period either.
      if (field !== 'period' || fields?.period === undefined) faults.add({ ...reasonOf(fault), field })
    }
    if (line.type === 'activityContract' && line.hoursAmount === undefined && line.unitAmount === undefined)
      faults.add({ code: 'missing', field: 'hoursAmount' })
  }

  type Drafted = { row: ReadRow; drafts: { draft: Draft; madeBy: number | undefined }[]; faults: RowFaults }

  const draft = (row: ReadRow, known: Known): Drafted => {
    const faults = openRowFaults(row)
    // Of a row that cannot be read as a whole nothing else is known.
    if (!row.fields) return { row, drafts: [], faults }
    const { drafts, accept } = draftsOf(row, known, faults)
    const all =
      faults.attempt(() => drafts.map(draft => ({ draft, madeBy: madeBy(draft, faults) }))) ??
      drafts.map(draft => ({ draft, madeBy: undefined }))
    if (faults.found.length === 0) {
      note(
        row.line,
        all.flatMap(one => (one.madeBy === undefined ? one.draft : [])),
      )
      accept()
    }
    return { row, drafts: all, faults }
  }

  const make = async (rows: ReadRow[]): Promise<RowWithLines[]> => {
    const known = await look(rows)
    const drafted = rows.map(row => draft(row, known))
    const there = await readThere(drafted.flatMap(({ drafts }) => drafts.map(({ draft }) => draft)))
    const refusedLines = new Set<number>()
    return drafted.map(({ row, drafts, faults }): RowWithLines => {
      const isNoted = faults.found.length === 0
      // What a row would have made that is refused after all, the next one makes.
      const isMade = ({ type, externalId }: Draft, by: number) =>
        !refusedLines.has(by) || seen.has(`${type} ${externalId}`)
      const own = drafts.flatMap(({ draft, madeBy }) =>
        madeBy === undefined || !isNoted || !isMade(draft, madeBy) ? draft : [],
      )
      const lines = own.map(draft => lineOf(draft, there.get(`${draft.type} ${draft.externalId}`)))
      for (const line of lines) addLineFaults(faults, line, row)
      addFieldFaults(faults, kind, row, hasFile)
      if (faults.found.length === 0) {
        note(row.line, own)
        return { row, lines }
      }
      if (isNoted) {
        refusedLines.add(row.line)
        for (const { type, externalId } of own) seen.delete(`${type} ${externalId}`)
      }
      return { row, refused: faults.found }
    })
  }

  return { make, /** A file that a record keeps. */ keptFile: (path: string): ReadFile | undefined => kept.get(path) }
}
