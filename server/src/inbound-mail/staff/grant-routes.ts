import {
  addGrantedMailbox,
  askMailGrant,
  listMailProviders,
  readMailGrant,
  renewMailboxConsent,
  returnMailGrant,
} from '@portico/contract/staff/mail'
import type { Db } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import type { ImapLocation } from '../imap.ts'
import { insertMailbox } from '../mailbox-queries.ts'
import { deleteGrant, type Grant, grantOf } from '../oauth/grant-queries.ts'
import { askGrant, pollGrant, renewGrant, returnGrant } from '../oauth/grants.ts'
import { GrantRefused } from '../oauth/token-endpoint.ts'
import { tryImap } from '../try-imap.ts'
import { mailboxAccessOf, staffMailboxes, writeConsent } from './mailbox-queries.ts'
import { readLocation, requireOpening, requirePlace } from './mailbox-routes.ts'
import { returnPage } from './return-page.ts'

/** Consents to read mailboxes at providers that open them by OAuth 2 alone. */
export const mailGrantRoutes = (app: App): void => {
  const { secrets, security, publicUrl, webhookAllowPrivate, home } = app.deps
  const { mailClients } = home.settings
  const deps = { secrets, mailClients, publicUrl }

  route(app, listMailProviders, async () => (['microsoft', 'google'] as const).filter(name => mailClients[name]))

  route(app, askMailGrant, async ({ db, scope, body, now }) => {
    const { serviceCompanyId, staffAccountId } = scope
    try {
      const { expiresAt, ...asked } = await askGrant(db, deps, { serviceCompanyId, staffAccountId, ...body }, now)
      return { ...asked, ...body, expiresOn: expiresAt.toISOString() }
    } catch (error) {
      if (error instanceof GrantRefused) return failAt('invalid_request', 'body.provider', error.message)
      app.deps.log.warn({ err: error }, 'a provider of mailboxes cannot be reached')
      return fail('unavailable')
    }
  })

  route(app, readMailGrant, async ({ db, scope, params, now }) => {
    const key = { ...scope, id: params.grantid }
    const before = (await grantOf(db, key)) ?? fail('not_found')
    await pollGrant(db, deps, before, now).catch(error =>
      app.deps.log.warn({ err: error }, 'a provider of mailboxes cannot be reached'),
    )
    const { state, problem, expiresAt } = (await grantOf(db, key)) ?? fail('not_found')
    const isOver = state === 'waiting' && expiresAt <= now
    return { state: isOver ? ('expired' as const) : state, problem }
  })

  /**
   * Tries a consent at a mailbox, which has to be on a server of the provider; returns the refresh token as it is to be stored, and where the
   * mail that comes from now on begins.
   */
  const requireConsent = async (db: Db, grant: Grant, location: ImapLocation, allowsPrivate: boolean) => {
    if (grant.sealedSecret === null) return fail('conflict', { detail: 'Access to the mailbox was not granted.' })
    const { accessToken, sealedSecret } = await renewGrant(db, deps, grant, location).catch(error => {
      if (error instanceof GrantRefused)
        return failAt('invalid_request', 'body.imapUrl', `does not open: ${error.message}`)
      throw error
    })
    const position = requireOpening(await tryImap(location, { accessToken, allowsPrivate }))
    return { sealedSecret, position }
  }

  route(app, addGrantedMailbox, async ({ db, scope, params, body, request }) => {
    const { portalId, groupId = null, address, authservId = null } = body
    const { serviceCompanyId } = scope
    const grant = (await grantOf(db, { ...scope, id: params.grantid })) ?? fail('not_found')
    await requirePlace(db, scope, { portalId, groupId })
    const location = readLocation(body.imapUrl)
    const { sealedSecret, position } = await requireConsent(db, grant, location, webhookAllowPrivate)
    const id = await insertMailbox(db, {
      ...{ serviceCompanyId, portalId, staffGroupId: groupId, address, imapUrl: location.url },
      ...{ sealedSecret, oauthProvider: grant.provider, authservId },
      allowsPrivate: webhookAllowPrivate,
      position,
    })
    if (id === undefined) return fail('conflict', { detail: 'There is a mailbox with this address already.' })
    await deleteGrant(db, grant)
    const { staffAccountId: byStaffAccountId } = scope
    security.record({
      ...{ what: 'staff.mailbox.made', result: 'ok', serviceCompanyId, portalId, byStaffAccountId },
      origin: originOf(request),
    })
    const [mailbox] = await staffMailboxes(db, scope, id)
    return mailbox ?? fail('not_found')
  })

  route(app, renewMailboxConsent, async ({ db, scope, params, body, request }) => {
    const stored = (await mailboxAccessOf(db, scope, params.mailboxid)) ?? fail('not_found')
    const grant =
      (await grantOf(db, { ...scope, id: body.grantId })) ??
      failAt('not_found', 'body.grantId', 'names a consent that is not there')
    if (stored.imapUrl === null)
      return failAt('invalid_request', 'body.grantId', 'is for a mailbox to which mail is delivered')
    const allowsPrivate = webhookAllowPrivate || stored.allowsPrivate
    const { sealedSecret } = await requireConsent(db, grant, readLocation(stored.imapUrl), allowsPrivate)
    await writeConsent(db, scope, params.mailboxid, { provider: grant.provider, sealedSecret, allowsPrivate })
    await deleteGrant(db, grant)
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    security.record({
      ...{ what: 'staff.mailbox.changed', result: 'ok', serviceCompanyId, portalId: stored.portalId, byStaffAccountId },
      origin: originOf(request),
    })
    const [mailbox] = await staffMailboxes(db, scope, params.mailboxid)
    return mailbox ?? fail('not_found')
  })

  route(app, returnMailGrant, async ({ db, query, request, reply, now }) => {
    const { state, code, error = '', error_description: words = '' } = query
    const problem = [error, words].filter(Boolean).join(': ').slice(0, 500)
    const { outcome, language } = await returnGrant(db, deps, { state, code, problem }, now)
    const { html, policy } = returnPage(outcome, language ?? request.headers['accept-language'])
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(html)
  })
}
