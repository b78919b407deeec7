import type { SecurityAct } from '@portico/contract/security-log'
import {
  archiveCustomer,
  lookAtArchive,
  lookAtMerge,
  mergeCustomers,
  restoreCustomer,
} from '@portico/contract/staff/customers/merge'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { archiveContact, restoreContact } from './archive.ts'
import { type ContactKeys, countArchived, requireContact, stateOf } from './customer-queries.ts'
import { lookAt, mergeContacts } from './merge.ts'

/** Registers how customers end: archived, or merged into another one. */
export const customerMergeRoutes = (app: App): void => {
  const { deps, authenticator } = app

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    what: SecurityAct,
    { portalId }: ContactKeys,
  ) => {
    // Whom the customer's people are, and whether they get in, has changed.
    authenticator.forget()
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    deps.security.record({
      what,
      result: 'ok',
      serviceCompanyId,
      portalId,
      byStaffAccountId,
      origin: originOf(request),
    })
  }

  route(app, lookAtArchive, async ({ db, scope, params, now }) => {
    const contact = await requireContact(db, scope, params.contactid)
    return { ...(await stateOf(db, contact)), ...(await countArchived(db, contact, now)) }
  })

  route(app, archiveCustomer, async call => {
    const { db, scope, params, body, now } = call
    const { contact, changed } = await archiveContact(db, scope, params.contactid, { closes: body.closeTickets, now })
    if (changed) record(call, 'staff.contact.archived', contact)
    return stateOf(db, contact)
  })

  route(app, restoreCustomer, async call => {
    const { db, scope, params, now } = call
    const { contact, changed } = await restoreContact(db, scope, params.contactid, now)
    if (changed) record(call, 'staff.contact.restored', contact)
    return stateOf(db, contact)
  })

  route(app, lookAtMerge, ({ db, scope, params, query, now }) =>
    lookAt(db, scope, { contactId: params.contactid, intoId: query.into }, now),
  )

  route(app, mergeCustomers, async call => {
    const { db, scope, params, body, now } = call
    const { into } = await mergeContacts(db, scope, {
      contactId: params.contactid,
      intoId: body.into,
      version: body.version,
      unites: body.flags === 'united',
      now,
    })
    record(call, 'staff.contact.merged', into)
    return stateOf(db, into)
  })
}
