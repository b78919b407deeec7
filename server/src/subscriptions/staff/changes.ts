import type { NewSubscription, SubscriptionChange } from '@portico/contract/staff/records/subscriptions'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { newExternalId } from '../../kernel/database/external-id.ts'
import { recordListChange } from '../../kernel/database/record-event.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireCurrent } from '../../kernel/http/require-current.ts'
import { customerPlaceOf } from '../../portals/staff/place-queries.ts'
import { tenantScopeOfStaff } from '../../records/definition/tenant-scope.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { type Writing, writeTogether } from '../../records/write/write-together.ts'
import { lockSubscription, subscriptionIdOf } from './staff-queries.ts'

const RECORD = 'subscription'

const writing = <Result>(
  deps: WriteDeps,
  scope: StaffScope,
  now: Date,
  work: (db: Db, writing: Writing) => Promise<Result>,
): Promise<Result> => writeTogether(deps, { tenantScope: tenantScopeOfStaff(scope), now }, work)

/** Makes a subscription by the rules of its record; returns its id. */
export const makeSubscription = (
  deps: WriteDeps,
  scope: StaffScope,
  { contactId, ...fields }: NewSubscription,
  now: Date,
): Promise<number> =>
  writing(deps, scope, now, async (db, { write }) => {
    const customer =
      (await customerPlaceOf(db, scope, contactId)) ??
      failAt('not_found', 'body.contactId', 'names a customer that is not there')
    const externalId = await newExternalId(db)
    await write([{ ...fields, type: RECORD, externalId, contact: customer.externalId }])
    return subscriptionIdOf(db, scope, externalId)
  })

type Target = { id: number; ifMatch: string | undefined; now: Date }

/** Changes the fields of a subscription that are named. */
export const changeSubscription = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  change: SubscriptionChange,
): Promise<void> =>
  writing(deps, scope, now, async (db, { read, write }) => {
    const locked = (await lockSubscription(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    await write([{ ...(await read(RECORD, locked.externalId)), ...change }])
    await recordListChange(db, locked, RECORD)
  })

/** Removes a subscription. */
export const removeSubscription = (deps: WriteDeps, scope: StaffScope, { id, ifMatch, now }: Target): Promise<void> =>
  writing(deps, scope, now, async (db, { remove }) => {
    const locked = (await lockSubscription(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const { serviceCompanyId: company, portalId: portal, contactId: contact } = locked
    await remove(RECORD, { company, portal, contact }, [id])
  })
