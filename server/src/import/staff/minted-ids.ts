import type { NamedPortal } from '../import-clients.ts'
import { fittingId } from './row-identity.ts'

/** The external ids that rows of a file give to new records. A `slot` says what an id stands for. */
export const openMintedIds = (portal: NamedPortal) => {
  const minted = new Map<string, string>()
  return {
    has: (id: string): boolean => minted.has(id),
    add: (id: string, slot: string) => void minted.set(id, slot),
    /** A free external id for a new record: as wanted, else with the portal in front of it. */
    freeId: (wanted: string, slot: string, taken: ReadonlySet<string>): string => {
      const isFree = (id: string) => !taken.has(id) && (minted.get(id) ?? slot) === slot
      const choices = [wanted, `${portal.externalId}/${wanted}`, `${portal.externalId}/${wanted}/${slot}`].map(
        fittingId,
      )
      return choices.find(isFree) ?? choices.at(-1) ?? wanted
    },
  }
}
/** See {@link openMintedIds}. */
export type MintedIds = ReturnType<typeof openMintedIds>
