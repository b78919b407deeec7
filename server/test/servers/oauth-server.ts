import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

type Asked = { redirectUri: string; challenge: string; user: string }

const read = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return Object.fromEntries(new URLSearchParams(text))
}

const secret = () => randomBytes(16).toString('base64url')

/**
 * An OAuth 2 server of providers of mailboxes: device codes (RFC 8628), authorization codes with PKCE (RFC 7636), refresh tokens that are
 * good once, and a page for mail servers that says whose an access token is. It refuses whatever is not as the standards say.
 */
export const oauthServer = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
  const state = {
    /** Access tokens, and whose they are. */
    access: new Map<string, string>(),
    refresh: new Map<string, string>(),
    devices: new Map<string, { userCode: string; user: string | null; denied: boolean }>(),
    codes: new Map<string, Asked>(),
    /** Seconds that an access token is good for. */
    expiresIn: 3600,
    /** Refresh tokens that were used so far. */
    refreshed: 0,
    tooSoon: 0,
  }
  const give = (user: string) => {
    const [access, refresh] = [secret(), secret()]
    state.access.set(access, user)
    state.refresh.set(refresh, user)
    return { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: state.expiresIn }
  }
  const refused = (error: string, description = '') => ({ error, error_description: description })

  const token = (form: Record<string, string>) => {
    if (form.client_id !== clientId) return refused('invalid_client')
    if (form.grant_type === 'urn:ietf:params:oauth:grant-type:device_code') {
      const device = state.devices.get(form.device_code ?? '')
      if (!device) return refused('expired_token')
      if (device.denied) return refused('access_denied', 'The owner has said no.')
      if (state.tooSoon > 0) {
        state.tooSoon -= 1
        return refused('slow_down')
      }
      if (device.user === null) return refused('authorization_pending')
      state.devices.delete(form.device_code ?? '')
      return give(device.user)
    }
    if (form.client_secret !== clientSecret && form.grant_type === 'authorization_code')
      return refused('invalid_client')
    if (form.grant_type === 'authorization_code') {
      const asked = state.codes.get(form.code ?? '')
      state.codes.delete(form.code ?? '')
      const challenge = createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url')
      return asked && asked.redirectUri === form.redirect_uri && asked.challenge === challenge
        ? give(asked.user)
        : refused('invalid_grant', 'The code is not good.')
    }
    if (form.grant_type === 'refresh_token') {
      const user = state.refresh.get(form.refresh_token ?? '')
      state.refresh.delete(form.refresh_token ?? '')
      state.refreshed += 1
      return user ? give(user) : refused('invalid_grant', 'The consent was withdrawn.')
    }
    return refused('unsupported_grant_type')
  }

  const server = createServer((request, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', base())
    const say = (body: object) =>
      response.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration')
      return say({
        issuer: base(),
        authorization_endpoint: `${base()}/authorize`,
        token_endpoint: `${base()}/token`,
        device_authorization_endpoint: `${base()}/device`,
      })
    if (url.pathname === '/whose') {
      const user = state.access.get(url.searchParams.get('access_token') ?? url.pathname)
      return user ? say({ email: user, active: true }) : say({ error: 'invalid_token' })
    }
    void read(request).then(form => {
      if (url.pathname === '/token') return say(token(form))
      if (url.pathname !== '/device' || form.client_id !== clientId || !form.scope)
        return say(refused('invalid_request'))
      const [device, userCode] = [secret(), secret().slice(0, 8).toUpperCase()]
      state.devices.set(device, { userCode, user: null, denied: false })
      return say({
        ...{ device_code: device, user_code: userCode, verification_uri: `${base()}/code` },
        ...{ expires_in: 900, interval: 1 },
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => server.close())
  return {
    url: base(),
    state,
    /** The owner of a mailbox types a code, and says yes or no. */
    typeCode: (userCode: string | null, user: string | null) => {
      const device = [...state.devices.values()].find(one => one.userCode === userCode)
      if (!device) throw new Error('no such code')
      device.user = user
      device.denied = user === null
    },
    /** The owner of a mailbox opens the address and says yes; returns where the browser is sent. */
    sayYes: (address: string, user: string) => {
      const asked = new URL(address).searchParams
      const isGood =
        asked.get('client_id') === clientId &&
        asked.get('response_type') === 'code' &&
        asked.get('code_challenge_method') === 'S256'
      if (!isGood || !asked.get('scope')) throw new Error('invalid_request')
      const code = secret()
      const redirectUri = asked.get('redirect_uri') ?? ''
      state.codes.set(code, { redirectUri, challenge: asked.get('code_challenge') ?? '', user })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back
    },
  }
}
