import type { CachingAuthenticator } from '../kernel/access/auth-cache.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { Failure, fail } from '../kernel/errors/fail.ts'
import type { InvitationRow, ServiceRow } from './queries.ts'

/**
 * Who books. A visitor who `isKnown` was invited or is signed in, and `provenEmail` is the e-mail address on record. For any other visitor
 * `address` is the network address.
 */
export type Visitor = { isKnown: true; provenEmail: string | null } | { isKnown: false; address: string }

const HOUR = 3_600_000
/** Bookings an hour that unknown visitors may make from one network address with a service company. */
export const PUBLIC_BOOKINGS_MAX = 10

/** The e-mail address of a caller who is signed in with a membership of this portal; undefined for any other caller. */
const readSignedInEmail = async (
  db: Db,
  authenticator: CachingAuthenticator,
  authorization: string | undefined,
  portalKey: string,
): Promise<{ email: string | null } | undefined> => {
  if (authorization === undefined) return undefined
  try {
    const { serviceCompanyId, webUserId } = await authenticator.portal(authorization, portalKey)
    return await db.one(
      sql`select email from web_user where service_company_id = ${serviceCompanyId} and id = ${webUserId}`,
    )
  } catch (error) {
    // Anybody may book, so an expired session must not fail the booking.
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Tells known visitors (invited or signed in) from unknown ones. */
export const identifyVisitor = async (
  db: Db,
  authenticator: CachingAuthenticator,
  bookable: ServiceRow | InvitationRow,
  { authorization, address }: { authorization: string | undefined; address: string },
): Promise<Visitor> => {
  if ('invitationId' in bookable) return { isKnown: true, provenEmail: bookable.email }
  const user = await readSignedInEmail(db, authenticator, authorization, bookable.portalKey)
  return user ? { isKnown: true, provenEmail: user.email } : { isKnown: false, address }
}

/** Counts a booking of an unknown visitor; fails with `too_many_requests` above the hourly limit. Call it under {@link nameVisitorLock}. */
export const countPublicBooking = async (
  db: Db,
  { serviceCompanyId }: ServiceRow,
  { address, now }: { address: string; now: Date },
): Promise<void> => {
  const since = new Date(now.getTime() - HOUR)
  const { count, first } = await db.one<{ count: number; first: Date | null }>(sql`
    select count(*)::int as count, min(booked_at) as first from public_booking
    where service_company_id = ${serviceCompanyId} and address = ${address} and booked_at > ${since}`)
  if (count >= PUBLIC_BOOKINGS_MAX && first)
    fail('too_many_requests', { retryAfter: Math.max(1, Math.ceil((first.getTime() - since.getTime()) / 1000)) })
  await db.run(sql`insert into public_booking (service_company_id, address, booked_at)
    values (${serviceCompanyId}, ${address}, ${now})`)
}

/** The advisory lock that serialises bookings of one network address, so that concurrent ones are all counted. */
export const nameVisitorLock = ({ serviceCompanyId }: ServiceRow, address: string): string =>
  `public booking ${serviceCompanyId} ${address}`

/** Deletes counted bookings that are older than the limit's hour. */
export const deletePublicBookings = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from public_booking where booked_at < ${before}`)
