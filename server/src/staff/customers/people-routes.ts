import {
  changePerson,
  endPerson,
  endPersonSessions,
  invitePeople,
  invitePersonAgain,
  inviteWaiting,
  removePersonSecondFactor,
  restorePerson,
} from '@portico/contract/staff/customers/customers'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireVersion } from '../../kernel/http/precondition.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { type LockedPerson, lockCustomer, lockPerson, personOf, portalsOf } from './customer-queries.ts'
import * as changes from './people-changes.ts'
import { mailInvitation, mailWaiting } from './person-invitations.ts'
import { readWaiting } from './waiting-queries.ts'

const HOUR = 3600

type Call = {
  db: Db
  scope: StaffScope
  params: { contactid: number; personid: number }
  now: Date
  request: FastifyRequest
}

/** Registers what the staff do with the people of a customer. */
export const peopleRoutes = (app: App, seal: Seal): void => {
  const { deps, authenticator } = app
  const services = { ...deps, seal }

  const record = (
    { scope, request }: Pick<Call, 'scope' | 'request'>,
    { portalId, webUserId }: { portalId: number; webUserId: number },
    ...events: Pick<SecurityEvent, 'what' | 'reason'>[]
  ) => {
    // Open sessions have the change with their next call.
    authenticator.forget()
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const who = { serviceCompanyId, portalId, webUserId, byStaffAccountId, origin: originOf(request) }
    for (const event of events) deps.security.record({ ...event, result: 'ok', ...who })
  }

  /** Runs a change of one person, one after the other in a customer, and answers the person as it is then. */
  const changeOne = <Result>(call: Call, work: (db: Db, person: LockedPerson) => Promise<Result>) =>
    tx(call.db, async db => {
      const { scope, params, now, request } = call
      const names = { contactId: params.contactid, personId: params.personid }
      const locked = (await lockPerson(db, scope, names)) ?? fail('not_found')
      requireVersion(request, locked.version, 'Somebody else has changed the person since it was read.')
      const result = await work(db, locked)
      return { locked, result, person: (await personOf(db, scope, names, now)) ?? fail('not_found') }
    })

  route(app, invitePeople, async call => {
    const { db, scope, params, body, now } = call
    const customer = (await lockCustomer(db, scope, params.contactid)) ?? fail('not_found')
    const invited = await changes.invitePeople(db, { ...deps, services }, scope, customer, body, now)
    for (const { webUserId } of invited)
      if (webUserId !== null)
        record(call, { portalId: customer.portalId, webUserId }, { what: 'staff.person.invited', reason: 'mail' })
    return invited
  })

  route(app, inviteWaiting, async call => {
    const { db, scope, body, now } = call
    const { portalId } = body
    if (portalId !== undefined && !(await portalsOf(db, scope)).some(({ id }) => id === portalId))
      failAt('not_found', 'body.portalId', 'names a portal that is not there')
    const sent = await mailWaiting(db, deps, scope, { portalId, now })
    for (const person of sent)
      if (person.outcome !== 'limited') record(call, person, { what: 'staff.person.invited', reason: 'mail' })
    return { people: sent, waiting: await readWaiting(db, scope, now) }
  })

  route(app, invitePersonAgain, async call => {
    const { scope, now } = call
    const { locked, result, person } = await changeOne(call, (db, locked) => {
      changes.requireNotArchived(locked)
      return mailInvitation(db, deps, scope, locked.externalId, { now, delaySeconds: 0 })
    })
    const { outcome, link } = result
    if (outcome === 'limited') return fail('too_many_requests', { retryAfter: HOUR })
    record(call, locked, { what: 'staff.person.invited', reason: 'mail' })
    return { person, outcome, link }
  })

  route(app, changePerson, async call => {
    const { scope, body, now } = call
    const { locked, result, person } = await changeOne(call, (db, locked) =>
      changes.changePerson(db, services, scope, locked, body, now),
    )
    record(call, locked, ...result.map(reason => ({ what: 'staff.person.changed', reason }) as const))
    return person
  })

  route(app, endPerson, async call => {
    const { scope, body, now } = call
    const { locked, person } = await changeOne(call, (db, locked) =>
      changes.endPerson(db, services, scope, locked, { anyway: body.anyway, now }),
    )
    record(call, locked, { what: 'staff.person.ended' })
    return person
  })

  route(app, restorePerson, async call => {
    const { locked, person } = await changeOne(call, (db, locked) =>
      changes.restorePerson(db, services, call.scope, locked),
    )
    record(call, locked, { what: 'staff.person.restored' })
    return person
  })

  route(app, endPersonSessions, async call => {
    const { locked, person } = await changeOne(call, (db, locked) => changes.endSessions(db, locked))
    record(call, locked, { what: 'session.ended', reason: 'company' })
    return person
  })

  route(app, removePersonSecondFactor, async call => {
    const { factors, check: reason } = call.body
    const { locked, result, person } = await changeOne(call, (db, locked) =>
      changes.removeSecondFactor(db, locked, factors, call.now),
    )
    record(call, locked, ...result.map(what => ({ what, reason })))
    return person
  })
}
