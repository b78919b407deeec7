import { deviceFamily } from '@portico/contract/values/device-name'
import type { Db } from '../../kernel/database/db.ts'
import type { Owner } from '../owners/owner.ts'
import { type KnownPlaces, recordPlace } from './place-queries.ts'

const DAY = 24 * 3_600_000
/** New addresses and devices in a day that are reported. More are somebody who travels, or an attacker who hides one mail among many. */
const NEW_PLACES_MAX = 10

const isNew = (known: KnownPlaces): boolean =>
  known.recent < NEW_PLACES_MAX &&
  ((known.hasAddresses && !known.isAddressKnown) || (known.hasDevices && !known.isDeviceKnown))

/**
 * Records network address and device (the User-Agent) of a sign-in. Whether to mail it to the owner: it is from a new one, and not the very
 * first.
 */
export const recordNewPlace = async (
  db: Db,
  owner: Owner,
  { address, device, now }: { address: string; device: string | undefined; now: Date },
): Promise<boolean> => {
  const place = { address, device: deviceFamily(device ?? null) ?? '', now, since: new Date(now.getTime() - DAY) }
  return isNew(await recordPlace(db, owner, place))
}
