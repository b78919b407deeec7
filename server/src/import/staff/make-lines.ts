import type { TableKind } from '@portico/contract/staff/imports'
import type { Db } from '../../kernel/database/db.ts'
import { findLineFaults } from '../../records/definition/line-fault.ts'
import { requireRecordType } from '../../records/registry.ts'
import { type CellFields, RowRefused } from '../table/read-cells.ts'
import type { ReadRow } from '../table/table-work.ts'
import { isOwnedKind, type KnownOfRows, openKnownRecords } from './known-records.ts'
import { openMintedIds } from './minted-ids.ts'
import { type Drafts, openOwnedDrafts } from './owned-drafts.ts'
import { openPeopleDrafts } from './people-drafts.ts'
import { type RowReason, reasonOf } from './reason-codes.ts'
import { customerDraft, type Draft } from './record-drafts.ts'
import { openRecordLines } from './record-lines.ts'
import { addFieldFaults, addLostZeros, fieldInTable, openRowFaults, type RowFaults } from './row-faults.ts'
import type { RowPlan } from './row-plan.ts'
import { openSeenRecords } from './seen-records.ts'

/** A row with the lines that it becomes, or with all reasons why it is not imported. */
export type RowWithLines = { row: ReadRow } & ({ lines: Record<string, unknown>[] } | { refused: RowReason[] })

/** Stands for the external id of a customer that is not known. */
const UNKNOWN = '?'

/** The customer of a row; `slot` is what the external id of a new one stands for. */
type Owner = { externalId: string; isThere: boolean; slot?: string }

const nothing: Drafts = { drafts: [], accept: () => undefined }

/** Makes drafts of rows: finds the records that they name, or makes them. */
const openDraftMaker = async (db: Db, plan: RowPlan) => {
  const { kind, key, portal } = plan
  const records = await openKnownRecords(db, plan)
  const { customers } = records
  const minted = openMintedIds(portal)

  const identifyCustomer = (fields: CellFields, { taken }: KnownOfRows, faults: RowFaults): Owner => {
    const { externalId, wanted } = customers.identify(fields, key)
    if (externalId !== undefined) return { externalId, isThere: !minted.has(externalId) }
    if (wanted === undefined) {
      faults.add({ code: 'noKey', field: key })
      return { externalId: UNKNOWN, isThere: false }
    }
    if (key !== 'externalId') return { externalId: minted.freeId(wanted, wanted, taken), isThere: false, slot: wanted }
    if (taken.has(wanted)) throw new RowRefused('elsewhere', wanted, 'externalId')
    return { externalId: wanted, isThere: false, slot: wanted }
  }

  const ownerOf = (fields: CellFields, faults: RowFaults): string =>
    faults.attempt(() => customers.ownerOf(fields)) ?? UNKNOWN

  /** Of kinds whose rows belong to a customer. */
  const openOwned = (of: Parameters<typeof openOwnedDrafts>[0]) => {
    const ownedDrafts = openOwnedDrafts(of, plan, { records, minted })
    return (row: ReadRow, known: KnownOfRows, faults: RowFaults): Drafts => {
      const owner = ownerOf(row.fields ?? {}, faults)
      return faults.attempt(() => ownedDrafts(row, owner, known)) ?? nothing
    }
  }

  /** Of people, and of customers with their people. */
  const openPeople = (of: Parameters<typeof openPeopleDrafts>[0]) => {
    const people = openPeopleDrafts(of, plan)
    return ({ fields = {} }: ReadRow, known: KnownOfRows, faults: RowFaults): Drafts => {
      const customer = of === 'contact' ? faults.attempt(() => identifyCustomer(fields, known, faults)) : undefined
      const externalId = of === 'contact' ? (customer?.externalId ?? UNKNOWN) : ownerOf(fields, faults)
      const drafts = faults.attempt(() => people.draftsOf(fields, externalId, known)) ?? []
      return {
        drafts: [...(customer ? [customerDraft(fields, { ...customer, portal: portal.externalId })] : []), ...drafts],
        accept: () => {
          if (customer?.slot !== undefined) {
            minted.add(externalId, customer.slot)
            customers.add(externalId, fields)
          }
          people.accept(drafts)
        },
      }
    }
  }

  return {
    look: records.look,
    /** What a row makes. What is wrong with it is added to `faults`; what it would make then only serves to find more of them. */
    draftsOf: isOwnedKind(kind) ? openOwned(kind) : openPeople(kind),
  }
}

const addLineFaults = (faults: RowFaults, kind: TableKind, line: Record<string, unknown>, { fields }: ReadRow) => {
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

/**
 * Makes import lines of rows, a hundred at a time and in the order of the file. A row is the record that it names by its key, whoever made
 * that; what it does not say stays as it is, and an empty cell says nothing. New records get external ids that the next run derives again.
 */
export const openLineMaker = async (db: Db, plan: RowPlan) => {
  const { kind, hasFile } = plan
  const { look, draftsOf } = await openDraftMaker(db, plan)
  const seen = openSeenRecords()
  const { readThere, lineOf, keptFile } = openRecordLines(db, plan.scope)

  const draft = (row: ReadRow, known: KnownOfRows): Drafted => {
    const faults = openRowFaults(row)
    // Of a row that cannot be read as a whole nothing else is known.
    if (!row.fields) return { row, drafts: [], faults }
    const { drafts, accept } = draftsOf(row, known, faults)
    const all =
      faults.attempt(() => drafts.map(draft => ({ draft, madeBy: seen.madeBy(draft, faults) }))) ??
      drafts.map(draft => ({ draft, madeBy: undefined }))
    if (faults.found.length === 0) {
      seen.note(
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
      const isMade = (draft: Draft, by: number) => !refusedLines.has(by) || seen.has(draft)
      const own = drafts.flatMap(({ draft, madeBy }) =>
        madeBy === undefined || !isNoted || !isMade(draft, madeBy) ? draft : [],
      )
      const lines = own.map(draft => lineOf(draft, there.of(draft)))
      for (const draft of own) addLostZeros(faults, kind, draft, there.of(draft))
      for (const line of lines) addLineFaults(faults, kind, line, row)
      addFieldFaults(faults, kind, row, hasFile)
      if (faults.found.length === 0) {
        seen.note(row.line, own)
        return { row, lines }
      }
      if (isNoted) {
        refusedLines.add(row.line)
        seen.forget(own)
      }
      return { row, refused: faults.found }
    })
  }

  return { make, keptFile }
}
