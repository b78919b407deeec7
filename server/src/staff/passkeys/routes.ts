import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  signInStaffByPasskey,
  startStaffPasskey,
  startStaffPasskeySignIn,
} from '@portico/contract/staff/sign-in/passkeys'
import { newPasskeyCreation, storePasskey } from '../../auth/passkeys/add-passkey.ts'
import { countPasskeys, deletePasskey, listPasskeysOf, setPasskeyName } from '../../auth/passkeys/passkey-queries.ts'
import { enterByPasskey, newPasskeyRequest } from '../../auth/passkeys/use-passkey.ts'
import { hasSecondFactor } from '../../auth/second-factor/factor-queries.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { type App, type CallOf, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { type AccountNotice, sendAccountNotice } from '../account-notice.ts'
import { finishStaffSession, holderOf, openStaffSession, requireFactorAgain } from '../open-session.ts'
import { type OwnCall, ownerOf, readOwnAccount, requireStaffProof } from '../second-factor/own-account.ts'
import { accountOf, reportRefusedPasskey } from '../second-factor/refused-passkey.ts'
import { deleteStaffSessions, lockOwnAccount } from '../session-queries.ts'

const signIn =
  ({ deps, staffAuthenticator }: App) =>
  async (call: CallOf<typeof signInStaffByPasskey>) => {
    const { body, now, request, reply } = call
    const account = await enterByPasskey(deps, call, 'staff', body.response, {
      admits: () => true,
      open: async (db, passkey) => {
        const account = accountOf(passkey)
        await openStaffSession(db, deps, account, { request, reply, now }, { isWhole: true })
        return account
      },
      onRefused: reportRefusedPasskey(deps, call, 'staff.signIn'),
    })
    staffAuthenticator.forget()
    deps.security.record({
      what: 'staff.signIn',
      result: 'ok',
      reason: 'passkey',
      ...account,
      origin: originOf(request),
    })
    return { next: null, companies: [] }
  }

const start =
  ({ deps }: App) =>
  async (call: CallOf<typeof startStaffPasskey>) => {
    const { db, scope } = call
    // A sign-in that waits for a second factor has just proven the password.
    if (!scope.secondFactorDue) await requireStaffProof(deps, call)
    const { email, displayName, companyName } = await readOwnAccount(db, scope)
    const names = { site: `Portico, ${companyName}`, userName: email, displayName }
    return newPasskeyCreation(deps, call, holderOf(scope), { ...names, verifiesUser: true })
  }

const recordChange = ({ security }: Deps, { scope, request }: OwnCall, what: SecurityEvent['what']) =>
  security.record({ what, result: 'ok', reason: 'user', ...ownerOf(scope), origin: originOf(request) })

const noticeOf = ({ request, now }: OwnCall, kind: AccountNotice['kind']): AccountNotice => ({
  kind,
  origin: originOf(request),
  now,
})

const add =
  ({ deps, staffAuthenticator }: App) =>
  async (call: CallOf<typeof addStaffPasskey>) => {
    const { scope, body, now, request, reply } = call
    const owner = ownerOf(scope)
    const added = await storePasskey(deps, call, holderOf(scope), body, {
      onAdding: db => lockOwnAccount(db, scope),
      onAdded: async (db: Db) => {
        const isFirstFactor = (await countPasskeys(db, holderOf(scope))) === 1 && !(await hasSecondFactor(db, owner))
        // Sign-ins by the password alone, also those that wait to set up a second factor.
        if (isFirstFactor) await deleteStaffSessions(db, owner, scope.staffSessionId)
        if (scope.secondFactorDue) await finishStaffSession(db, deps, scope, { request, reply, now })
        await sendAccountNotice(db, deps, owner, noticeOf(call, 'passkeyAdded'))
      },
    })
    staffAuthenticator.forget()
    recordChange(deps, call, 'staff.passkey.added')
    return added
  }

const remove =
  ({ deps, staffAuthenticator, authenticator }: App) =>
  async (call: CallOf<typeof removeStaffPasskey>) => {
    const { db, scope, params, now } = call
    await requireStaffProof(deps, call)
    const owner = ownerOf(scope)
    const next = await tx(db, async db => {
      await lockOwnAccount(db, scope)
      if (!(await deletePasskey(db, holderOf(scope), params.passkeyid))) fail('not_found')
      await deleteStaffSessions(db, owner, scope.staffSessionId)
      await sendAccountNotice(db, deps, owner, noticeOf(call, 'passkeyRemoved'))
      return requireFactorAgain(db, deps, scope, now)
    })
    staffAuthenticator.forget()
    authenticator.forget()
    recordChange(deps, call, 'staff.passkey.removed')
    return { next, companies: [] }
  }

/** Registers the sign-in of the staff by passkey, and the own passkeys. */
export const staffPasskeyRoutes = (app: App): void => {
  route(app, startStaffPasskeySignIn, call => newPasskeyRequest(app.deps, call, 'staff'))
  route(app, signInStaffByPasskey, signIn(app))
  route(app, startStaffPasskey, start(app))
  route(app, addStaffPasskey, add(app))
  route(app, listStaffPasskeys, ({ db, scope }) => listPasskeysOf(db, holderOf(scope)))
  route(
    app,
    renameStaffPasskey,
    async ({ db, scope, params, body }) =>
      (await setPasskeyName(db, holderOf(scope), params.passkeyid, body.name.trim())) ?? fail('not_found'),
  )
  route(app, removeStaffPasskey, remove(app))
}
