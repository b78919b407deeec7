import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { login, readMe } from '@portico/contract/auth'
import type { Endpoint } from '@portico/contract/endpoint'
import { readCustomCss, readPortalSettings, readPrivacy } from '@portico/contract/portals'
import { listTickets } from '@portico/contract/tickets'
import { listWikiElements } from '@portico/contract/wiki'
import { afterAll, describe, expect, test } from 'vitest'
import { anAddress, testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, aWikiElement } from '../../../test/fixtures/factories.ts'
import { portalApi } from '../../apis.ts'
import { sql, Unavailable } from '../database/db.ts'

const webDir = await mkdtemp(join(tmpdir(), 'portico-web-'))
afterAll(() => rm(webDir, { recursive: true, force: true }))
await mkdir(join(webDir, 'assets'))
await writeFile(
  join(webDir, 'index.html'),
  '<html><head><!--portico:head--></head><body><!--portico:boot--></body></html>',
)
await writeFile(join(webDir, 'staff.html'), '<html><head><!--portico:head--></head><body>staff</body></html>')
await writeFile(join(webDir, 'assets', 'main-1a2b.js'), 'plain')
await writeFile(join(webDir, 'assets', 'main-1a2b.js.br'), 'brotli')
await writeFile(join(webDir, 'secret.json'), 'not for the web')

let ready = true
const app = await testApp({ webDir, ready: () => ready, trustProxy: ['10.0.0.0/8'] })
const { database, http, call } = app
const origin = await http.listen({ port: 0, host: '127.0.0.1' })

describe('portals', () => {
  test('settings are readable without sign-in, with every field', async () => {
    const portal = await aPortal(database, { customCss: 'a { color: red }' })
    const { body } = await call(readPortalSettings, { params: { company: portal.company } })
    expect(body).toMatchObject({
      webPortalKey: portal.company,
      logoUrl: null,
      baseColor: 'hsl(205,70%,32%)',
      footerCustomHtml: null,
      enableServiceContracts: false,
      disableHtmlEditor: false,
      timeZone: 'Europe/Rome',
      takesBookings: false,
    })
    const css = await http.inject({ url: body.customCss ?? '' })
    expect([css.statusCode, css.body]).toEqual([200, 'a { color: red }'])
    expect(css.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
  })

  test('an unknown portal is not found', async () => {
    const { company } = await aPortal(database)
    expect((await call(readCustomCss, { params: { company } })).problem.status).toBe(404)
    for (const endpoint of [readPortalSettings, readPrivacy, readCustomCss])
      for (const name of ['no-such', '%00', "'", 'x'.repeat(299)])
        expect((await call(endpoint as Endpoint, { params: { company: name } })).problem.status).toBe(404)
  })

  test('privacy terms are null until the portal has some', async () => {
    const portal = await aPortal(database)
    const read = async () => (await call(readPrivacy, { params: { company: portal.company } })).body
    expect(await read()).toEqual({ html: null, version: null, validFrom: null })
    await database.run(sql`update portal set privacy_html = '<p>x</p>', privacy_version = '2', privacy_valid_from = '2026-01-01'
      where id = ${portal.portalId}`)
    expect(await read()).toEqual({ html: '<p>x</p>', version: '2', validFrom: '2026-01-01T00:00:00Z' })
  })
})

describe('wiki elements', () => {
  test('are sorted by folder and name, filtered by both, paged, and limited to this contact', async () => {
    const person = await aUser(database)
    await aWikiElement(database, await aContact(database, person), { name: 'Altrove' })
    for (const [folder, name] of [
      ['Ufficio', 'Stampante'],
      ['àrea 1', 'Zeta'],
      ['Area 1', 'alfa'],
      ['Area 1', 'Beta'],
    ])
      await aWikiElement(database, person, { folder, name })
    const mine = await app.as(person)
    const ask = (query: Record<string, string | number>) => mine(listWikiElements, { params: person.here, query })
    const all = await ask({ count: 1 })
    expect(all.body.map(({ name }) => name)).toEqual(['alfa', 'Beta', 'Zeta', 'Stampante'])
    expect(all.headers['total-count']).toBe('4')
    expect((await ask({ filter: 'AREA' })).body).toHaveLength(3)
    expect((await ask({ filter: 'stàmp' })).body).toMatchObject([{ name: 'Stampante', folderName: 'Ufficio' }])
    expect((await ask({ filter: '%' })).body).toEqual([])
    const first = await ask({ limit: 3 })
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const rest = await http.inject({ url: next, headers: { authorization: `Bearer ${mine.token}` } })
    expect(rest.json()).toMatchObject([{ name: 'Stampante' }])
    expect(await app.statementsOf(() => ask({}))).toHaveLength(2)
    // A parameter that this list does not support is ignored.
    expect((await ask({ sort: 'createdOn', status: 'x' })).status).toBe(200)
  })
})

describe('problems', () => {
  test.each([
    '/api/%zz',
    '/api/%',
    '/%ff',
    '//',
    '//api/users/me',
    '/api//',
    '/api/\\..\\',
    '/?x=%',
    '/.git/config',
    '/..%2f..%2fetc/passwd',
  ])('%s does not cause a 500', async url => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await http.inject({ method, url })
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.body).not.toMatch(/root:|\/src\/|node_modules/)
    }
  })

  test.each([
    'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n',
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`,
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  ])('malformed requests get an answer that does not name our libraries', async bytes => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(bytes)
    const text = (await buffer(socket)).toString()
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d |^HTTP\/1\.1 200 /)
    expect(text).toMatch(/x-content-type-options: nosniff/i)
    expect(text).not.toMatch(/fastify|express|node_modules|FST_/i)
  })

  test.each([
    ['two names of a host', 'GET /healthz HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n'],
    ['one name twice', 'GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['no version', 'GET /healthz\r\n\r\n'],
    [
      'a second name behind a thousand headers',
      `GET /healthz HTTP/1.1\r\nhost: x\r\n${'a:\r\n'.repeat(1100)}host: y\r\nconnection: close\r\n\r\n`,
    ],
  ])('an ambiguous request is refused: %s', async (_what, bytes) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(bytes)
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('the request id is the one in the log, and never one from the client', async () => {
    const answer = await http.inject({
      url: '/api/users/me',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(answer.headers['x-request-id']).toBe(answer.json().requestId)
    expect(app.logged()).toContain(answer.json().requestId)
    expect(app.logged()).not.toContain('"mine"')
  })
})

describe('headers', () => {
  test.each([
    '/api/users/me',
    '/api/openapi.json',
    '/healthz',
    '/brenta',
    '/api/nothing',
    '/assets/none.js',
    '/api/%zz',
  ])('%s has the security headers', async url => {
    const { headers } = await http.inject({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.any(String),
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.any(String),
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
  })

  test('a page has the branding of its portal and no inline script of its own', async () => {
    const { company, portalId } = await aPortal(database, { baseColor: 'hsl(28,85%,40%)' })
    await database.run(
      sql`update portal set footer_custom_html = '</script><script>alert(1)</script>' where id = ${portalId}`,
    )
    const { body, headers } = await http.inject({ url: `/${company}/12/tickets?x=1` })
    const nonce = /<style nonce="([^"]+)">:root\{--portal-base:hsl\(28,85%,40%\)\}<\/style>/.exec(body)?.[1]
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(body.match(/<\/script>/g)).toHaveLength(1)
  })

  test.each(['/staff', '/staff/tickets/12?view=mine', '/STAFF/login'])(
    '%s is the page of the staff room, in no portal’s look',
    async url => {
      const { statusCode, headers, body } = await http.inject(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('<body>staff</body>')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('an invalid colour does not get into the page', async () => {
    const { company } = await aPortal(database, { baseColor: 'red;}</style><script>alert(1)</script>' })
    expect((await http.inject({ url: `/${company}/login` })).body).not.toMatch(/<style|<script>/)
  })

  test('files of the web client are compressed and cached permanently, and none outside their folder is served', async () => {
    const answer = await http.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expect([answer.body, answer.headers['content-encoding']]).toEqual(['brotli', 'br'])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    )
    expect((await http.inject({ url: '/metrics' })).body).toContain('route="/assets/*"')
    expect((await http.inject({ url: '/metrics' })).body).not.toContain('main-1a2b')
    for (const url of [
      '/assets/../secret.json',
      '/assets/%2e%2e/secret.json',
      '/assets/..%2fsecret.json',
      '/secret.json',
    ])
      expect((await http.inject({ url })).body).not.toContain('not for the web')
  })
})

describe('rate limits', () => {
  const repeat = async (count: number, ask: () => Promise<{ status: number }>) => {
    const seen: Record<number, number> = {}
    for (let i = 0; i < count; i += 1) {
      const { status } = await ask()
      seen[status] = (seen[status] ?? 0) + 1
    }
    return seen
  }

  test('600 unauthenticated reads per minute and address, whatever address its headers claim', async () => {
    const address = '203.0.113.5'
    const ask = (i: number) =>
      call(readPortalSettings, {
        params: { company: 'no-such' },
        address,
        headers: { 'x-forwarded-for': `198.51.100.${i % 250}` },
      })
    let i = 0
    expect(await repeat(605, () => ask(i++))).toEqual({ 404: 600, 429: 5 })
    const { problem, headers } = await ask(1)
    expect(problem.code).toBe('too_many_requests')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await call(readPortalSettings, { params: { company: 'no-such' }, address: '203.0.113.6' })).status).toBe(
      404,
    )
  })

  test('300 unauthenticated writes per minute and address', async () => {
    const address = '203.0.113.7'
    expect(await repeat(305, () => call(login, { body: {}, address }))).toEqual({ 400: 300, 429: 5 })
  })

  test('calls with a wrong token or malformed ids count as unauthenticated ones', async () => {
    for (const [address, ask] of [
      ['203.0.113.8', () => call(readMe, { address: '203.0.113.8' })],
      ['203.0.113.9', () => call(listTickets, { address: '203.0.113.9', params: { company: 'x', contactid: 'x' } })],
    ] as const) {
      await repeat(600, ask)
      expect((await ask()).problem.code, address).toBe('too_many_requests')
    }
  })

  test('1200 pages and 1200 probes per minute and address', async () => {
    const remoteAddress = '203.0.113.30'
    const ask = (url: string) => async () => ({ status: (await http.inject({ url, remoteAddress })).statusCode })
    expect(await repeat(1202, ask('/readyz'))).toEqual({ 200: 1200, 429: 2 })
    expect(await repeat(1202, ask('/'))).toEqual({ 200: 1200, 429: 2 })
    // The liveness check costs nothing, so it has no limit.
    expect((await ask('/healthz')()).status).toBe(200)
  }, 60_000)

  test("behind a trusted proxy, the client's address counts", async () => {
    const ask = (client: string, proxy = anAddress()) =>
      call(readPortalSettings, {
        params: { company: 'no-such' },
        address: proxy,
        headers: { 'x-forwarded-for': client },
      })
    expect(await repeat(601, () => ask('203.0.113.20'))).toEqual({ 404: 600, 429: 1 })
    expect((await ask('spoofed, 203.0.113.20')).status).toBe(429)
    expect((await ask('203.0.113.20:49152')).status).toBe(429)
    expect((await ask('203.0.113.20, 203.0.113.21')).status).toBe(404)
  })

  test('an IPv6 /64 network counts as one address', async () => {
    let i = 1
    const ask = () =>
      call(readPortalSettings, { params: { company: 'no-such' }, address: `2001:db8:1:2::${(i++).toString(16)}` })
    expect(await repeat(601, ask)).toEqual({ 404: 600, 429: 1 })
    const headers = { 'x-forwarded-for': '[2001:db8:1:2::ffff]:49152' }
    expect((await call(readPortalSettings, { params: { company: 'no-such' }, headers })).status).toBe(429)
  })

  test('1200 calls per minute and session, from any address', async () => {
    const user = await aUser(database)
    const [mine, other] = [await app.as(user), await app.as(user)]
    expect(await repeat(1202, () => mine(readMe))).toEqual({ 200: 1200, 429: 2 })
    expect((await other(readMe)).status).toBe(200)
  })
})

describe('health', () => {
  test('healthz answers while the process lives, readyz once the first load is done and database and storage answer', async () => {
    const status = async (url: string) => (await http.inject({ url })).statusCode
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    ready = false
    const answer = await http.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(await status('/healthz')).toBe(200)
    ready = true
  })

  test('only direct loopback requests may read metrics', async () => {
    const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
      http.inject({ url: '/metrics', remoteAddress, headers })
    expect((await ask('127.0.0.1')).body).toMatch(/portico_http_request_duration_seconds_bucket/)
    expect((await ask('203.0.113.5')).statusCode).toBe(404)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect((await ask('127.0.0.1', { [header]: '127.0.0.1' })).statusCode).toBe(404)
    expect((await ask('127.0.0.1')).body).not.toMatch(/portal-[0-9a-f]{10}/)
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])
      expect([host, (await ask('127.0.0.1', { host })).statusCode]).toEqual([host, 200])
    // Host headers that some proxies on this machine forward.
    for (const host of ['portal.example.com', 'localhost.example.com', '127.0.0.1.example.com', '10.0.0.1'])
      expect([host, (await ask('127.0.0.1', { host })).statusCode]).toEqual([host, 404])
    expect((await ask('127.0.0.1')).body).toMatch(/^portico_worker_tasks\{state="waiting"\} 0$/m)
    expect((await ask('127.0.0.1')).body).toMatch(/^# TYPE portico_worker_tasks_total counter$/m)
  })
})

describe('OpenAPI', () => {
  test('the document contains each endpoint and its replies, and all its references resolve', async () => {
    const document = (await http.inject({ url: '/api/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const operations = Object.entries<Record<string, never>>(document.paths).flatMap(([path, methods]) =>
      Object.entries<{ operationId: string; parameters: { name: string; in: string }[]; responses: object }>(
        methods,
      ).map(([method, operation]) => ({ path, method, ...operation })),
    )
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      portalApi.endpoints.map(({ name }) => name).sort(),
    )
    for (const { path, parameters, responses, operationId } of operations) {
      const inPath = parameters.filter(one => one.in === 'path').map(({ name }) => name)
      expect(inPath, operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(Object.keys(responses).some(status => status.startsWith('2'))).toBe(true)
      for (const response of Object.values<object>(responses as never))
        expect(response).toSatisfy(one => 'description' in one || '$ref' in one)
    }
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect(document.components[kind]).toHaveProperty(name)
  })
})

test('where PUBLIC_URL opens the portal to other machines, metrics need a token, whatever the Host header is', async () => {
  for (const [publicUrl, status] of [
    ['https://portal.example.com', 404],
    ['http://localhost:3000', 200],
  ] as const) {
    const { http } = await testApp({ publicUrl })
    expect((await http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(status)
  }
})

test('with the token, metrics are readable from any address', async () => {
  const guarded = await testApp({ metricsToken: 'a long token for the scraper' })
  const ask = async (authorization = '') =>
    (await guarded.http.inject({ url: '/metrics', remoteAddress: '203.0.113.5', headers: { authorization } }))
      .statusCode
  expect(await ask('Bearer a long token for the scraper')).toBe(200)
  for (const wrong of ['', 'Bearer ', 'Bearer a long token for the scrapeR', 'Bearer x'.repeat(1000)])
    expect(await ask(wrong)).toBe(404)
})

test('without a trusted proxy, no header can claim another address', async () => {
  const direct = await testApp()
  let i = 0
  const ask = () =>
    direct.call(readPortalSettings, {
      params: { company: 'no-such' },
      address: '203.0.113.5',
      headers: {
        'x-forwarded-for': `198.51.100.${i++ % 250}`,
        forwarded: `for=198.51.100.${i % 250}`,
        'x-real-ip': '1.2.3.4',
      },
    })
  for (let asked = 0; asked < 600; asked += 1) await ask()
  expect((await ask()).problem.code).toBe('too_many_requests')
})

test('an unavailable database gives 503 with Retry-After', async () => {
  const away = await testApp({
    database: {
      ...database,
      check: () => Promise.reject(new Unavailable('away')),
      many: () =>
        Promise.reject(new Unavailable('The database is unavailable: connect ECONNREFUSED /tmp/.s.PGSQL.5432')),
      maybe: () => Promise.reject(new Unavailable('The database is unavailable')),
    },
  })
  const { problem, headers } = await away.call(readPortalSettings, { params: { company: 'brenta' } })
  expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await away.http.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await away.http.inject({ url: '/healthz' })).statusCode).toBe(200)
})
