import type { SignInAnswer } from '@portico/contract/auth'
import type { Db } from '../../kernel/database/db.ts'
import { openSession } from '../open-session.ts'
import type { NewSession } from '../session-queries.ts'
import { hasSecondFactor } from './factor-queries.ts'
import { insertTicket } from './ticket-queries.ts'

/** {@link openSession}, or a ticket for it where the user has a second factor. */
export const openSessionOrTicket = async (
  db: Db,
  newSession: NewSession,
  { portalKey, skipNotice }: { portalKey: string | undefined; skipNotice: boolean },
): Promise<SignInAnswer> => {
  const { account, remember, passwordHash = null, now } = newSession
  if (!(await hasSecondFactor(db, account))) return openSession(db, newSession, { portalKey, skipNotice })
  const { serviceCompanyId, webUserId } = account
  const ticket = { serviceCompanyId, webUserId, portalKey: portalKey ?? null, remember, passwordHash, skipNotice }
  return { next: 'totp', ticket: await insertTicket(db, ticket, now) }
}
