import {
  changeStaffCustomer,
  countStaffCustomers,
  listStaffCustomers,
  makeStaffCustomer,
  readStaffCustomer,
  type StaffCustomer,
} from '@portico/contract/staff/customers/customers'
import type { FastifyReply } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { requireVersion } from '../../kernel/http/precondition.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { changeCustomer, makeCustomer } from './customer-changes.ts'
import { customerOf, lockCustomer } from './customer-queries.ts'
import { type CustomerSort, countCustomers, customerCounts, customerSort, customersOf } from './list-queries.ts'

const defaultSort = 'companyName'

const answer = async (
  db: Db,
  scope: StaffScope,
  contactId: number,
  { now, reply }: { now: Date; reply: FastifyReply },
): Promise<StaffCustomer> => {
  const { etag, ...customer } = (await customerOf(db, scope, contactId, now)) ?? fail('not_found')
  reply.header('etag', `"${etag}"`)
  return customer
}

/** Registers the list of customers, and the customer as such. */
export const customerRoutes = (app: App, seal: Seal): void => {
  const { deps } = app
  const services = { ...deps, seal }

  route(app, listStaffCustomers, async ({ db, scope, query, now, request, reply }) => {
    const { q, portal, only } = query
    const filter = { q, portal, only }
    const page = readPage(query, customerSort, { defaultSort, id: 'c.id' })
    const sort = (query.sort ?? defaultSort).replace('-', '') as CustomerSort
    const rows = await customersOf(db, scope, filter, { page, sort, now })
    await answerCount(db, query, reply, () => countCustomers(scope, filter, now))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })

  route(app, countStaffCustomers, ({ db, scope, query: { q, portal }, now }) =>
    customerCounts(db, scope, { q, portal }, now),
  )

  route(app, readStaffCustomer, ({ db, scope, params, now, reply }) =>
    answer(db, scope, params.contactid, { now, reply }),
  )

  route(app, makeStaffCustomer, async ({ db, scope, body, now, request, reply }) => {
    const customer = await answer(db, scope, await makeCustomer(db, services, scope, body), { now, reply })
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const where = { serviceCompanyId, portalId: customer.portal.id, byStaffAccountId, origin: originOf(request) }
    deps.security.record({ what: 'staff.customer.made', result: 'ok', ...where })
    return customer
  })

  route(app, changeStaffCustomer, async ({ db, scope, params, body, now, request, reply }) => {
    const customer = await tx(db, async db => {
      const locked = (await lockCustomer(db, scope, params.contactid)) ?? fail('not_found')
      requireVersion(request, locked.etag, 'Somebody else has changed the customer since it was read.')
      await changeCustomer(db, services, scope, locked, body)
      return answer(db, scope, params.contactid, { now, reply })
    })
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const where = { serviceCompanyId, portalId: customer.portal.id, byStaffAccountId, origin: originOf(request) }
    deps.security.record({ what: 'staff.customer.changed', result: 'ok', ...where })
    return customer
  })
}
