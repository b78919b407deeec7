import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const secret = () => randomBytes(16).toString('base64url')

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`

const formOf = async (request: IncomingMessage) => Object.fromEntries(new URLSearchParams(await text(request)))

type Tokens = { access: Set<string>; refresh: Set<string> }

/** As much IMAP as opening and following an empty folder takes (RFC 3501), let in by an access token (XOAUTH2). */
const startImap = async (tokens: Tokens) => {
  const open = new Set<Socket>()
  const answers: Record<string, (args: string) => [lines: string[], result: string]> = {
    CAPABILITY: () => [['CAPABILITY IMAP4rev1 AUTH=XOAUTH2 SASL-IR'], 'OK done'],
    AUTHENTICATE: args => {
      const [, token = ''] = /Bearer ([\w-]+)/.exec(Buffer.from(args.split(' ')[1] ?? '', 'base64').toString()) ?? []
      return [[], tokens.access.has(token) ? 'OK signed in' : 'NO [AUTHENTICATIONFAILED] The token is not good.']
    },
    LIST: args => [[args === '"" ""' ? 'LIST (\\Noselect) "/" ""' : 'LIST () "/" INBOX'], 'OK done'],
    LSUB: () => [[], 'OK done'],
    EXAMINE: () => [['0 EXISTS', 'OK [UIDVALIDITY 7] ok', 'OK [UIDNEXT 1] ok'], 'OK [READ-ONLY] done'],
    NOOP: () => [[], 'OK done'],
    UID: () => [['SEARCH'], 'OK done'],
    LOGOUT: () => [['BYE'], 'OK done'],
  }
  const server = createSocketServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=XOAUTH2 SASL-IR] ready\r\n')
    const lines = createInterface({ input: socket })
    lines.on('error', () => undefined)
    lines.on('line', line => {
      const [, tag = '*', command = '', args = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? []
      const [untagged, result] = answers[command.toUpperCase()]?.(args) ?? [[], 'BAD unknown']
      for (const one of untagged) socket.write(`* ${one}\r\n`)
      socket.write(`${tag} ${result}\r\n`)
      if (command.toUpperCase() === 'LOGOUT') socket.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    drop: () => {
      for (const socket of open) socket.destroy()
    },
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/**
 * A provider of mailboxes with the pages on which their owners consent: device codes at `/code` (RFC 8628), authorization codes at
 * `/authorize`. `POST /withdraw` ends all consents and connections. It has to be there before Portico starts, which names it in its settings.
 */
export const startMailProvider = async () => {
  const tokens: Tokens = { access: new Set(), refresh: new Set() }
  const imap = await startImap(tokens)
  const devices = new Map<string, { userCode: string; answer?: 'yes' | 'no' }>()
  const codes = new Set<string>()
  const give = () => {
    const [access, refresh] = [secret(), secret()]
    tokens.access.add(access)
    tokens.refresh.add(refresh)
    return { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 }
  }
  const refused = (error: string, description = '') => ({ error, error_description: description })
  const tokenFor = (form: Record<string, string>) => {
    if (form.grant_type === 'authorization_code')
      return codes.delete(form.code ?? '') ? give() : refused('invalid_grant', 'The code is not good.')
    if (form.grant_type === 'refresh_token')
      return tokens.refresh.delete(form.refresh_token ?? '')
        ? give()
        : refused('invalid_grant', 'The consent was withdrawn.')
    const device = devices.get(form.device_code ?? '')
    if (!device) return refused('expired_token')
    if (!device.answer) return refused('authorization_pending')
    devices.delete(form.device_code ?? '')
    return device.answer === 'yes' ? give() : refused('access_denied', 'The owner has said no.')
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', base)
    const json = (body: object) =>
      response.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(body)
    const isPost = request.method === 'POST'
    const choice = '<button name="answer" value="yes">Yes</button> <button name="answer" value="no">No</button>'
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        ...{ issuer: base, authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token` },
        device_authorization_endpoint: `${base}/device`,
      })
    if (url.pathname === '/token') return json(tokenFor(await formOf(request)))
    if (url.pathname === '/device') {
      const [device, userCode] = [secret(), randomBytes(4).toString('hex').toUpperCase()]
      devices.set(device, { userCode })
      const verification = { verification_uri: `${base}/code`, expires_in: 900, interval: 1 }
      return json({ device_code: device, user_code: userCode, ...verification })
    }
    if (url.pathname === '/code') {
      if (!isPost)
        return html(page('Code', `<form method="post"><input name="code" aria-label="Code">${choice}</form>`))
      const { code, answer } = await formOf(request)
      const device = [...devices.values()].find(({ userCode }) => userCode === code)
      if (device) device.answer = answer === 'yes' ? 'yes' : 'no'
      return html(page(device ? 'Done' : 'Wrong code', ''))
    }
    if (url.pathname === '/authorize') {
      if (!isPost) return html(page('Access', `<form method="post">${choice}</form>`))
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      const code = secret()
      codes.add(code)
      if ((await formOf(request)).answer === 'yes') back.searchParams.set('code', code)
      else back.searchParams.set('error', 'access_denied')
      return response.writeHead(303, { location: back.href }).end()
    }
    if (url.pathname === '/withdraw' && isPost) {
      tokens.access.clear()
      tokens.refresh.clear()
      imap.drop()
      return json({})
    }
    return response.writeHead(url.pathname === '/favicon.ico' ? 204 : 404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    imap: `imap://127.0.0.1:${imap.port}`,
    settings: {
      ...{ MAIL_MICROSOFT_CLIENT_ID: 'portico', MAIL_MICROSOFT_ISSUER: base },
      ...{ MAIL_MICROSOFT_IMAP_HOSTS: '127.0.0.1', MAIL_GOOGLE_IMAP_HOSTS: '127.0.0.1' },
      ...{ MAIL_GOOGLE_CLIENT_ID: 'portico', MAIL_GOOGLE_CLIENT_SECRET: 'secret', MAIL_GOOGLE_ISSUER: base },
    },
    stop: () => {
      imap.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}
