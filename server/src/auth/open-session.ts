import { deviceFamily } from '@portico/contract/device-name'
import { type Db, tx } from '../kernel/database/db.ts'
import { sendNotice } from './notices.ts'
import { type KnownPlaces, recordPlace } from './place-queries.ts'
import { insertSession, type Opening } from './session-queries.ts'

const DAY = 24 * 3_600_000
/** New addresses and devices in a day that are reported. More are a user who travels, or an attacker who hides one mail among many. */
const NEW_PLACES_MAX = 10

/** Whether to notify the user of a sign-in: from a new address or device, except the very first one. */
const isNewPlace = (before: KnownPlaces): boolean =>
  before.recent < NEW_PLACES_MAX &&
  ((before.hasAddresses && !before.isAddressKnown) || (before.hasDevices && !before.isDeviceKnown))

/**
 * Opens a session and records its network address and device. A sign-in from a new one is mailed to the user in the name of the portal
 * `company`, unless `skipNotice` (another mail has already told the user).
 */
export const openSession = (
  db: Db,
  opening: Opening,
  { company, skipNotice }: { company: string | undefined; skipNotice: boolean },
): Promise<{ token: string; expiresAt: string }> =>
  tx(db, async db => {
    const { account, address, device, now } = opening
    const place = { address, device: deviceFamily(device ?? null) ?? '', now, since: new Date(now.getTime() - DAY) }
    const before = await recordPlace(db, account, place)
    const { serviceCompanyId, webUserId } = account
    if (!skipNotice && isNewPlace(before)) {
      const at = now.toISOString()
      await sendNotice(db, {
        kind: 'newPlace',
        serviceCompanyId,
        webUserId,
        at,
        company,
        address,
        device: device ?? '',
      })
    }
    return insertSession(db, opening)
  })
