import type { StaffActType } from '@portico/contract/sections'
import {
  changeStaffAccount,
  endStaffAccount,
  inviteStaff,
  inviteStaffAgain,
  listStaffAccounts,
  readMoneyRule,
  restoreStaffAccount,
  revokeStaffReplyAddresses,
  setMoneyRule,
} from '@portico/contract/staff/accounts'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { recordStaffAct } from '../kernel/database/record-event.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../kernel/security/security-log.ts'
import {
  changeAccounts,
  endLiveAccount,
  makeAccount,
  requireAccount,
  restoreEndedAccount,
  writeAccountChange,
} from './account-changes.ts'
import { findVisibleAccount, listAccounts, staffNameOf } from './account-list-queries.ts'
import { sendAccountNotice } from './account-notice.ts'
import { revokeReplies } from './accounts.ts'
import { sendInvitation } from './invitations.ts'

/** Registers what administrators do with the accounts of their company, and the rule for what technicians see. */
export const staffAccountRoutes = (app: App): void => {
  const { deps, authenticator, staffAuthenticator } = app

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    staffAccountId: number,
    ...events: Pick<SecurityEvent, 'what' | 'reason'>[]
  ) => {
    staffAuthenticator.forget()
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const who = { serviceCompanyId, staffAccountId, byStaffAccountId, origin: originOf(request) }
    for (const event of events) deps.security.record({ ...event, result: 'ok', ...who })
  }
  const recordAct = async (
    db: Db,
    { scope, now }: { scope: StaffScope; now: Date },
    type: StaffActType,
    accountId: number,
    detail: object = {},
  ) => {
    const account = await staffNameOf(db, scope, accountId)
    await recordStaffAct(db, scope, { type, detail: { account, ...detail } }, now)
  }

  const linkMade = (link: string | null): Pick<SecurityEvent, 'what' | 'reason'> => ({
    what: 'staff.link.made',
    reason: link === null ? 'mail' : undefined,
  })

  const answer = async (db: Db, scope: StaffScope, id: number, now: Date) =>
    (await findVisibleAccount(db, scope, id, now)) ?? fail('not_found')

  route(app, listStaffAccounts, ({ db, scope, now }) => listAccounts(db, scope, now))

  route(app, inviteStaff, async call => {
    const { db, scope, body, now } = call
    const { language, groupIds = [], ...person } = body
    const invitation = await changeAccounts(db, scope, async db => {
      const made = await makeAccount(db, scope, { ...person, groupIds }, now)
      const account = await requireAccount(db, scope, made.staffAccountId, now)
      const link = await sendInvitation(db, deps, scope, account, { language, now })
      await recordAct(db, call, 'staff.account.made', account.id, { role: account.role })
      return { account: await answer(db, scope, account.id, now), link }
    })
    record(call, invitation.account.id, { what: 'staff.account.made' }, linkMade(invitation.link))
    return invitation
  })

  route(app, changeStaffAccount, async call => {
    const { db, scope, params, body, now } = call
    const { account, changed } = await changeAccounts(db, scope, async db => {
      const before = await requireAccount(db, scope, params.accountid, now)
      const changed = await writeAccountChange(db, scope, before, body, now)
      const account = await answer(db, scope, before.id, now)
      // An invitation that nobody has accepted yet may have gone to a mistyped address.
      if (changed.includes('address') && before.state === 'active')
        await sendAccountNotice(db, deps, before, { kind: 'addressChanged', now, to: before.email })
      if (changed.length > 0) await recordAct(db, call, 'staff.account.changed', account.id, { role: account.role })
      return { account, changed }
    })
    record(call, account.id, ...changed.map(reason => ({ what: 'staff.account.changed', reason }) as const))
    return account
  })

  route(app, inviteStaffAgain, async call => {
    const { db, scope, params, body, now } = call
    const invitation = await changeAccounts(db, scope, async db => {
      const account = await requireAccount(db, scope, params.accountid, now)
      if (account.state === 'ended') fail('conflict', { detail: 'The account has ended.' })
      const link = await sendInvitation(db, deps, scope, account, { language: body.language, now })
      return { account: await answer(db, scope, account.id, now), link }
    })
    record(call, invitation.account.id, linkMade(invitation.link))
    return invitation
  })

  route(app, endStaffAccount, async call => {
    const { db, scope, params, now } = call
    const account = await changeAccounts(db, scope, async db => {
      const before = await requireAccount(db, scope, params.accountid, now)
      await endLiveAccount(db, before, now)
      await recordAct(db, call, 'staff.account.ended', before.id)
      return answer(db, scope, before.id, now)
    })
    record(call, account.id, { what: 'staff.account.ended' })
    return account
  })

  route(app, revokeStaffReplyAddresses, async call => {
    const { db, scope, params, now } = call
    const { id: staffAccountId } = await requireAccount(db, scope, params.accountid, now)
    await revokeReplies(db, { serviceCompanyId: scope.serviceCompanyId, staffAccountId })
    record(call, staffAccountId, { what: 'staff.replyAddresses.revoked' })
  })

  route(app, restoreStaffAccount, async call => {
    const { db, scope, params, body, now } = call
    const invitation = await changeAccounts(db, scope, async db => {
      const before = await requireAccount(db, scope, params.accountid, now)
      await restoreEndedAccount(db, before)
      await recordAct(db, call, 'staff.account.restored', before.id)
      const account = await requireAccount(db, scope, before.id, now)
      const link = await sendInvitation(db, deps, scope, account, { language: body.language, now })
      return { account: await answer(db, scope, before.id, now), link }
    })
    record(call, invitation.account.id, { what: 'staff.account.restored' }, linkMade(invitation.link))
    return invitation
  })

  route(app, readMoneyRule, async ({ scope: { techniciansSeeMoney } }) => ({ techniciansSeeMoney }))

  route(app, setMoneyRule, async ({ db, scope, body, request }) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const { techniciansSeeMoney } = body
    const changed = await db.run(sql`update service_company set technicians_see_money = ${techniciansSeeMoney}
      where id = ${serviceCompanyId} and technicians_see_money <> ${techniciansSeeMoney}`)
    staffAuthenticator.forget()
    authenticator.forget()
    const what = techniciansSeeMoney ? 'staff.money.opened' : 'staff.money.closed'
    const origin = originOf(request)
    if (changed > 0) deps.security.record({ what, result: 'ok', serviceCompanyId, byStaffAccountId, origin })
    return body
  })
}
