import type { SignInAnswer } from '@portico/contract/auth'
import { type Db, tx } from '../kernel/database/db.ts'
import { holdUser } from './confirmation-queries.ts'
import { enqueueNotice } from './notices.ts'
import { recordNewPlace } from './places/new-place.ts'
import { hasSecondFactor } from './second-factor/factor-queries.ts'
import { insertTicket } from './second-factor/ticket-queries.ts'
import { insertSession, type NewSession } from './session-queries.ts'

/**
 * Opens a session and records its network address and device. A sign-in from a new one is mailed to the user in the name of the portal
 * `portalKey`, unless `skipNotice` (another mail has already notified the user).
 */
export const openSession = (
  db: Db,
  newSession: NewSession,
  { portalKey, skipNotice }: { portalKey: string | undefined; skipNotice: boolean },
): Promise<{ token: string; expiresAt: string }> =>
  tx(db, async db => {
    const { account, address, device, now } = newSession
    const isNewPlace = await recordNewPlace(db, account, { address, device, now })
    const { id: sessionId, ...session } = await insertSession(db, newSession)
    const { serviceCompanyId, webUserId } = account
    if (!skipNotice && isNewPlace) {
      const at = now.toISOString()
      await enqueueNotice(db, {
        kind: 'newPlace',
        serviceCompanyId,
        webUserId,
        at,
        company: portalKey,
        address,
        device: device ?? '',
        sessionId,
      })
    }
    return session
  })

/** {@link openSession}, or a ticket for it where the user has a second factor. */
export const openSessionOrTicket = (
  db: Db,
  newSession: NewSession,
  { portalKey, skipNotice }: { portalKey: string | undefined; skipNotice: boolean },
): Promise<SignInAnswer> =>
  tx(db, async db => {
    const { account, remember, passwordHash = null, method, now } = newSession
    // A factor that is being set up in this moment is asked for.
    await holdUser(db, account)
    if (!(await hasSecondFactor(db, account))) return openSession(db, newSession, { portalKey, skipNotice })
    const { serviceCompanyId, webUserId } = account
    const ticket = {
      serviceCompanyId,
      webUserId,
      portalKey: portalKey ?? null,
      remember,
      passwordHash,
      skipNotice,
      method,
    }
    return { next: 'totp', ticket: await insertTicket(db, ticket, now) }
  })
