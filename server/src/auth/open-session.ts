import { deviceFamily } from '@portico/contract/device-name'
import { type Db, tx } from '../kernel/database/db.ts'
import { sendNotice } from './notices.ts'
import { type FormerPlaces, visitPlace } from './place-queries.ts'
import { insertSession, type Opening } from './session-queries.ts'

const DAY = 24 * 3_600_000
/** Places that are new within a day; more are those of somebody who travels, or who tries to bury one mail under many. */
const MOST_NEW_PLACES = 10

/** Whether a user should be told of a sign-in: from an address or on a device that is new, but for the very first one. */
const isNewPlace = (before: FormerPlaces): boolean =>
  before.recent < MOST_NEW_PLACES &&
  ((before.hasAddresses && !before.isAddressKnown) || (before.hasDevices && !before.isDeviceKnown))

/**
 * Opens a session and remembers its place. `told`: its user knows of it by another mail; else a mail tells of a sign-in from a new
 * place. `company` is the portal that the mail comes from.
 */
export const openSession = (
  db: Db,
  opening: Opening,
  { company, told }: { company: string | undefined; told: boolean },
): Promise<{ token: string; expiresAt: string }> =>
  tx(db, async db => {
    const { account, address, device, now } = opening
    const place = { address, device: deviceFamily(device ?? null) ?? '', now, since: new Date(now.getTime() - DAY) }
    const before = await visitPlace(db, account, place)
    const { serviceCompanyId, webUserId } = account
    if (!told && isNewPlace(before)) {
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
