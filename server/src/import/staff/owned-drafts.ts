import { RowRefused } from '../table/read-cells.ts'
import type { ReadRow } from '../table/table-work.ts'
import type { KnownOfRows, KnownRecords } from './known-records.ts'
import type { MintedIds } from './minted-ids.ts'
import { assetDrafts, type Draft, ownedDraft } from './record-drafts.ts'
import { type NaturalKind, naturalKeyOf, naturalSlot } from './row-identity.ts'
import type { RowPlan } from './row-plan.ts'

/** What a row makes, and what has to be noted once it is good. */
export type Drafts = { drafts: Draft[]; accept: () => void }

/** Finds the records of customers that rows name, or makes them. */
export const openOwnedDrafts = (
  kind: NaturalKind,
  { key }: Pick<RowPlan, 'key'>,
  { records, minted }: { records: KnownRecords; minted: MintedIds },
) => {
  const isByExternalId = key === 'externalId'

  /** The record that a row is. Throws {@link RowRefused}. */
  const identify = (wanted: string, slot: string, { taken }: KnownOfRows) => {
    if (isByExternalId) {
      const isThere = records.isHere(wanted)
      if (taken.has(wanted) && !isThere) throw new RowRefused('elsewhere', wanted, 'externalId')
      return { externalId: wanted, isThere }
    }
    const found = records.inSlot(slot)
    return found == null
      ? { externalId: minted.freeId(wanted, slot, taken), isThere: false }
      : { externalId: found, isThere: true }
  }

  return ({ fields = {}, properties = [] }: ReadRow, contact: string, known: KnownOfRows): Drafts => {
    const { name, more } = naturalKeyOf(kind, fields)
    const slot = naturalSlot(contact, { name, more })
    if (!isByExternalId && records.inSlot(slot) === null) throw new RowRefused('severalRecords', name)
    const element = identify(records.wantedOf(kind, fields), slot, known)
    const accept = () => {
      if (!element.isThere && !isByExternalId) minted.add(element.externalId, slot)
    }
    if (kind !== 'asset') return { drafts: [ownedDraft(kind, fields, { ...element, contact })], accept }
    const parts = {
      contact,
      folder: records.folderAt(contact, more),
      element,
      property: (title: string) => records.propertyAt(element.externalId, title),
    }
    return { drafts: assetDrafts(fields, properties, parts), accept }
  }
}
