import {
  addGrantedMailbox,
  askMailGrant,
  listMailProviders,
  readMailGrant,
  returnMailGrant,
} from '@portico/contract/staff/mail'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { escapeHtml } from '../../kernel/html/escape-html.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { insertMailbox } from '../mailbox-queries.ts'
import { deleteGrant, grantOf } from '../oauth/grant-queries.ts'
import { askGrant, pollGrant, renewGrant, returnGrant } from '../oauth/grants.ts'
import { GrantRefused } from '../oauth/token-endpoint.ts'
import { inboundTexts } from '../texts.ts'
import { tryImap } from '../try-imap.ts'
import { staffMailboxes } from './mailbox-queries.ts'
import { readLocation, requireOpening, requirePlace } from './mailbox-routes.ts'

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

  route(app, addGrantedMailbox, async ({ db, scope, params, body, request }) => {
    const { portalId, groupId = null, address, authservId = null, answersStrangers = false } = body
    const { serviceCompanyId } = scope
    const grant = (await grantOf(db, { ...scope, id: params.grantid })) ?? fail('not_found')
    if (grant.sealedSecret === null) return fail('conflict', { detail: 'Access to the mailbox was not granted.' })
    await requirePlace(db, scope, { portalId, groupId })
    const location = readLocation(body.imapUrl)
    const { accessToken, sealedSecret } = await renewGrant(db, deps, grant).catch(error => {
      if (error instanceof GrantRefused)
        return failAt('invalid_request', 'body.imapUrl', `does not open: ${error.message}`)
      throw error
    })
    requireOpening(await tryImap(location, { accessToken, allowsPrivate: webhookAllowPrivate }))
    const id = await insertMailbox(db, {
      ...{ serviceCompanyId, portalId, staffGroupId: groupId, address, imapUrl: location.url },
      ...{ sealedSecret, oauthProvider: grant.provider, authservId, answersStrangers },
      allowsPrivate: webhookAllowPrivate,
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

  route(app, returnMailGrant, async ({ db, query, reply, now }) => {
    const { state, code, error = '', error_description: words = '' } = query
    const problem = [error, words].filter(Boolean).join(': ').slice(0, 500)
    const outcome = await returnGrant(db, deps, { state, code, problem }, now)
    const text = inboundTexts['it-IT'].grant[outcome]
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'")
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(`<!doctype html><html lang="it"><title>Portico</title><p>${escapeHtml(text)}</p></html>`)
  })
}
