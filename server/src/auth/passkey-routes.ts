import type { SecurityAct } from '@portico/contract/security-log'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@portico/contract/sign-in/passkeys'
import { currentPortalKey } from '@portico/contract/values/portal-key'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { type App, type CallOf, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { findAddressee } from './confirmation-queries.ts'
import type { NoticeKind } from './notice-mails.ts'
import { enqueueNotice } from './notices.ts'
import { openSession, openSessionOrTicket } from './open-session.ts'
import {
  holderOf,
  lockOwnSession,
  needsVerification,
  type OwnCall,
  requireOwnProof,
  requireShownFactor,
} from './own-proof.ts'
import { newPasskeyCreation, storePasskey } from './passkeys/add-passkey.ts'
import { deletePasskey, type Holder, isOfPortal, listPasskeysOf, setPasskeyName } from './passkeys/passkey-queries.ts'
import { enterByPasskey, newPasskeyRequest } from './passkeys/use-passkey.ts'
import { readProofRule } from './queries.ts'
import { endShownFactors, markSecondFactor } from './session-queries.ts'

const noticeOf = (
  user: { serviceCompanyId: number; webUserId: number },
  { request, now }: Pick<OwnCall, 'request' | 'now'>,
  kind: NoticeKind,
) => ({
  kind,
  serviceCompanyId: user.serviceCompanyId,
  webUserId: user.webUserId,
  at: now.toISOString(),
  address: readClientAddress(request),
  device: request.headers['user-agent'],
})

const recordChange = ({ security }: Deps, { scope, request }: OwnCall, what: SecurityAct) => {
  const { serviceCompanyId, webUserId } = scope
  security.record({ what, result: 'ok', reason: 'user', serviceCompanyId, webUserId, origin: originOf(request) })
}

const signIn =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof signInByPasskey>) => {
    const { db, body, now, request } = call
    const origin = originOf(request)
    const portalKey = (body.company && currentPortalKey(body.company)) ?? undefined
    const accountOf = ({ serviceCompanyId, holderId }: Holder) => ({ serviceCompanyId, webUserId: holderId })
    const { account, ...opened } = await enterByPasskey(deps, call, 'customer', body.response, {
      admits: passkey => portalKey === undefined || isOfPortal(db, passkey, portalKey),
      open: async (db, passkey, use) => {
        const account = accountOf(passkey)
        const newSession = {
          account,
          remember: body.remember ?? false,
          address: readClientAddress(request),
          device: request.headers['user-agent'],
          now,
          method: 'passkey' as const,
        }
        const options = { portalKey, skipNotice: false }
        // Possession and a PIN, finger or face are two factors; possession alone is one.
        const opened = use.isUserVerified
          ? await openSession(db, { ...newSession, secondFactor: 'passkey' }, options)
          : await openSessionOrTicket(db, newSession, options)
        return { account, ...opened }
      },
      onRefused: async ({ reason, passkey }) => {
        const account = passkey && accountOf(passkey)
        deps.security.record({ what: 'signIn', result: 'failed', reason, ...account, origin })
        if (account && reason === 'copiedPasskey')
          await enqueueNotice(db, { ...noticeOf(account, call, 'passkeyCopied'), company: portalKey })
      },
    })
    deps.security.record({ what: 'signIn', result: 'ok', reason: 'passkey', ...account, origin })
    authenticator.forget()
    return opened
  }

const start =
  ({ deps }: App) =>
  async (call: CallOf<typeof startPasskey>) => {
    const { db, scope } = call
    const verifiesUser = needsVerification(await requireOwnProof(deps, call))
    const portal = await findAddressee(db, scope, undefined)
    const { userName } = scope
    const names = { site: portal?.webPortalName ?? 'Portico', userName, displayName: portal?.referentName ?? userName }
    return newPasskeyCreation(deps, call, holderOf(scope), { ...names, verifiesUser })
  }

const add =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof addPasskey>) => {
    const { scope, body } = call
    const added = await storePasskey(deps, call, holderOf(scope), body, {
      onAdding: async (db, { isUserVerified }) => {
        const rule = await readProofRule(db, scope)
        requireShownFactor(rule)
        if (needsVerification(rule) && !isUserVerified)
          fail('invalid_request', { detail: 'A second factor is required: the passkey has to verify its user.' })
        // Its device has just asked for a PIN, a finger or a face.
        if (isUserVerified && (rule.factorDue === null || rule.factorDue === 'enrol'))
          await markSecondFactor(db, scope, 'passkey')
      },
      onAdded: db => enqueueNotice(db, noticeOf(scope, call, 'passkeyAdded')),
    })
    authenticator.forget()
    recordChange(deps, call, 'passkey.added')
    return added
  }

const remove =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof removePasskey>) => {
    const { db, scope, params } = call
    await requireOwnProof(deps, call)
    await tx(db, async db => {
      await lockOwnSession(db, scope)
      if (!(await deletePasskey(db, holderOf(scope), params.passkeyid))) fail('not_found')
      await endShownFactors(db, scope)
      await enqueueNotice(db, noticeOf(scope, call, 'passkeyRemoved'))
    })
    authenticator.forget()
    recordChange(deps, call, 'passkey.removed')
  }

/** Sign-in by passkey, and the user's own passkeys. */
export const passkeyRoutes = (app: App): void => {
  route(app, startPasskeySignIn, call => newPasskeyRequest(app.deps, call, 'customer'))
  route(app, signInByPasskey, signIn(app))
  route(app, startPasskey, start(app))
  route(app, addPasskey, add(app))
  route(app, listPasskeys, ({ db, scope }) => listPasskeysOf(db, holderOf(scope)))
  route(
    app,
    renamePasskey,
    async ({ db, scope, params, body }) =>
      (await setPasskeyName(db, holderOf(scope), params.passkeyid, body.name.trim())) ?? fail('not_found'),
  )
  route(app, removePasskey, remove(app))
}
