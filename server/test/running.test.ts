import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { TicketListed } from '@portico/contract/tickets'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { isRunning, postmasterPid, temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { databaseFolder } from '../src/installation/data-dir.ts'
import { demoPassword, signIn } from './fixtures/customer.ts'
import { runServer, startedServer } from './servers/running-server.ts'

// The built product as a process: how it starts, refuses to start, and stops.

vi.setConfig({ testTimeout: 60_000 })
const quickly = { timeout: 60_000, interval: 20 }
const logged = (lines: string[]) => lines.filter(line => line.startsWith('{'))
const unlogged = (lines: string[]) => lines.filter(line => line && !line.startsWith('{'))

let loaded: string | undefined
afterAll(() => loaded && rm(loaded, { recursive: true, force: true }))

/** The data folder of an installation with the demo. Loading it takes most of a start, so it is loaded once and copied for each test. */
const demoFolder = async () => {
  if (!loaded) {
    loaded = await mkdtemp(join(tmpdir(), 'portico-demo-'))
    await chmod(loaded, 0o711)
    const server = await startedServer({ DATA_DIR: join(loaded, 'data') })
    expect(server.lines.join()).toContain('The demo is loaded')
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
  }
  const folder = join(await temporaryFolder(), 'data')
  // The database's files belong to a user of their own where root runs it.
  await promisify(execFile)('cp', ['-a', join(loaded, 'data'), folder])
  return folder
}

/** An upload that sends its second half after `finish`, on a kept-alive connection. */
const slowUpload = (base: string, { here, token }: { here: string; token: string }) => {
  const boundary = 'slow'
  const agent = new Agent({ keepAlive: true })
  const sent = request(`${base}${here}/documents/upload`, {
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', answer => answer.resume().on('end', () => resolve(answer.statusCode)))
  })
  sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="misure.bin"\r\n\r\n`)
  sent.write(Buffer.alloc(100_000, 'a'))
  return {
    answered,
    finish: () => {
      sent.end(`${'b'.repeat(1000)}\r\n--${boundary}--\r\n`)
      return answered
    },
  }
}

/** Waits until the server is writing an upload. */
const hasArrived = (dataDir: string) =>
  expect.poll(() => readdir(join(dataDir, 'files', 'unfinished')).catch(() => []), quickly).toHaveLength(1)

const answersAt = (url: string) =>
  fetch(url).then(
    answer => answer.status,
    () => undefined,
  )

const stopSignals = process.env.FULL === '1' ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)

test.each(stopSignals)('%s finishes running requests, then stops every process', async signal => {
  const dataDir = await demoFolder()
  const server = await startedServer({ DATA_DIR: dataDir })
  const customer = await signIn({ base: server.url }, 'giulia.rossi')
  const before = await customer.get<TicketListed[]>(`${customer.here}/tickets?limit=500`)
  const postmaster = await postmasterPid(databaseFolder(dataDir))
  const events = customer.events()
  await events.next()
  const upload = slowUpload(server.url, customer)
  await hasArrived(dataDir)

  server.child.kill(signal)
  // As when npm starts it from a terminal.
  server.child.kill(signal)
  await expect.poll(() => answersAt(`${server.url}/healthz`), quickly).toBeUndefined()
  expect((await events.next()).done).toBe(true)
  expect(server.child.exitCode).toBeNull()
  expect(await upload.finish()).toBe(201)
  const finished = performance.now()
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - finished).toBeLessThan(5000)
  expect(await isRunning(postmaster)).toBe(false)

  expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
  const again = await startedServer({ DATA_DIR: dataDir })
  expect(again.lines.join()).not.toContain('The demo is loaded')
  const same = { ...customer, ...(await signIn({ base: again.url }, 'giulia.rossi')) }
  expect(await same.get(`${same.here}/tickets?limit=500`)).toEqual(before)
})

test('a second signal stops without waiting for running requests', async () => {
  const dataDir = await demoFolder()
  const server = await startedServer({ DATA_DIR: dataDir })
  const upload = slowUpload(server.url, await signIn({ base: server.url }, 'giulia.rossi'))
  const broken = expect(upload.answered).rejects.toThrow()
  await hasArrived(dataDir)
  server.child.kill('SIGINT')
  await sleep(1200)
  server.child.kill('SIGINT')
  expect(await server.ended).toEqual({ code: 1, signal: null })
  await broken
})

/** Reads a path over a connection of this agent; the answer without its body. */
const readOver = (agent: Agent, url: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent, headers }, answer => answer.resume().on('end', () => resolve(answer)))
      .on('error', reject)
      .end()
  })

test('if a mail hangs during the stop, new connections are refused and open ones are finished', async () => {
  const hanging = createServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1')
  onTestFinished(() => void hanging.close())
  await once(hanging, 'listening')
  const connected = once(hanging, 'connection')
  const { port } = hanging.address() as AddressInfo
  const server = await startedServer({
    DATA_DIR: await demoFolder(),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'portale@prova.example',
  })
  const customer = await signIn({ base: server.url }, 'giulia.rossi')
  await customer.raise('Caldaia fredda', [], 'first')
  await connected
  const headers = { authorization: `Bearer ${customer.token}` }
  const [api, probe] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
  const list = `${server.url}${customer.here}/tickets`
  expect((await readOver(api, list, headers)).headers.connection).toBe('keep-alive')
  await readOver(probe, `${server.url}/readyz`)

  server.child.kill('SIGTERM')
  await server.said('stopping')
  const [answer, readiness] = await Promise.all([readOver(api, list, headers), readOver(probe, `${server.url}/readyz`)])
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  expect(readiness.statusCode).toBe(503)
  await expect(readOver(new Agent(), `${server.url}/healthz`)).rejects.toThrow('ECONNREFUSED')
  expect(server.child.exitCode).toBeNull()
})

test('a second process works beside the first and continues after it has stopped', async () => {
  const dataDir = await demoFolder()
  const first = await startedServer({ DATA_DIR: dataDir })
  const second = await startedServer({ DATA_DIR: dataDir })
  const [writer, reader] = await Promise.all([
    signIn({ base: first.url }, 'giulia.rossi'),
    signIn({ base: second.url }, 'giulia.rossi'),
  ])
  const events = reader.events()
  expect((await events.next()).value).toMatchObject({ event: 'ready' })
  const file = await writer.uploadForTicket()
  const ticket = await writer.raise('Caldaia fredda', [file.id], 'first')
  expect((await events.next()).value).toMatchObject({ event: 'ticket.created', ticketId: ticket.id })
  expect(await reader.hashOf(file.url)).toBe(file.sha256)
  // Both processes share the secret key and the stored idempotent replies.
  expect(await reader.raise('Caldaia fredda', [file.id], 'first')).toEqual(ticket)

  first.child.kill('SIGTERM')
  expect(await first.ended).toEqual({ code: 0, signal: null })
  await second.said('The embedded database answers again')
  const { id } = await reader.comment(ticket.id, 'Ancora fredda', [], 'second')
  expect((await events.next()).value).toMatchObject({ event: 'comment.created', ticketId: ticket.id })
  expect((await reader.ticket(ticket.id)).comments.map(comment => comment.id)).toEqual([id])
})

test('the log is JSON lines without passwords, tokens and texts', async () => {
  const server = await startedServer({ DATA_DIR: await demoFolder(), LOG_LEVEL: 'trace' })
  const customer = await signIn({ base: server.url }, 'giulia.rossi')
  const file = await customer.uploadForTicket()
  const ticket = await customer.raise('Un titolo riservato', [file.id], 'first')
  await customer.hashOf(file.url)
  await expect(customer.comment(ticket.id, 'Una parola riservata', [file.id], 'second')).rejects.toThrow('404')
  await expect(customer.get(`${customer.here}/tickets?q=riservata`)).resolves.toBeDefined()
  await server.said('/api/files/:')
  const log = logged(server.lines)
  for (const line of log)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(String) })
  const signature = new URL(file.url, server.url).searchParams.get('s') ?? ''
  for (const secret of [demoPassword, customer.token, signature, 'riservat']) expect(log.join()).not.toContain(secret)
  expect(server.lines.filter(line => line.includes('giulia.rossi'))).toEqual([
    `  giulia.rossi   ${server.url.replace('127.0.0.1', 'localhost')}/brenta/login`,
  ])
})

test.each([
  ['HOST', '0.0.0.0'],
  ['PUBLIC_URL', 'https://portal.example.com'],
])('the demo is not opened to other machines by %s unless asked for', async (name, value) => {
  const open = { PORT: '0', [name]: value }
  const refused = runServer({ DATA_DIR: await temporaryFolder(), ...open })
  expect(await refused.ended).toEqual({ code: 1, signal: null })
  expect(unlogged(refused.lines)).toEqual([
    expect.stringMatching(new RegExp(`^${name} opens .* would load the demo.* DEMO=0 .* DEMO=1\\.$`)),
  ])
  expect(refused.lines.join()).not.toContain('The demo is loaded')

  const dataDir = await demoFolder()
  const later = runServer({ DATA_DIR: dataDir, ...open })
  expect(await later.ended).toEqual({ code: 1, signal: null })
  expect(unlogged(later.lines)).toEqual([
    expect.stringMatching(new RegExp(`^${name} opens .* \`npx portico demo --remove\`, or set DEMO=1\\.$`)),
  ])
  if (name === 'PUBLIC_URL' && process.env.FULL !== '1') return
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portale@prova.example' }
  const opened = await startedServer({ DATA_DIR: dataDir, ...open, ...mail, DEMO: '1' })
  expect(await opened.said('sara.bellini')).toMatch(/administrator$/)
  expect(await opened.said('Everybody can sign in to the demo')).toContain('and have messages sent by SMTP_URL')
})

test('without a demo, other machines may reach the server', async () => {
  const server = await startedServer({ DATA_DIR: await temporaryFolder(), HOST: '0.0.0.0', DEMO: '0' })
  expect(server.lines.join()).not.toMatch(/demo/i)
  expect(await answersAt(`${server.url.replace(/\/\/.*:/, '//127.0.0.1:')}/readyz`)).toBe(200)
})

test.each([
  [{ PORT: 'abc' }, /^PORT /],
  [{ HOST: 'nowhere.invalid' }, /^HOST nowhere\.invalid /],
  [{ DEMO: 'yes' }, /^DEMO /],
  [{ STORAGE_URL: 'https://files.example' }, /^STORAGE_URL /],
  [{ DATA_DIR: '/etc/passwd' }, /^DATA_DIR \/etc\/passwd /],
  [{ DATABASE_URL: 'postgres://db.example/portico' }, /^SECRET_KEY is required with DATABASE_URL/],
])('%o stops the start with an error message', async (wrong, sentence) => {
  const server = runServer({ DATA_DIR: await temporaryFolder(), PORT: '0', DEMO: '0', ...wrong })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(unlogged(server.lines)).toEqual([expect.stringMatching(sentence)])
})

test('a port in use stops the start with an error message', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  const address = await new Promise(resolve => other.on('listening', () => resolve(other.address())))
  const { port } = address as { port: number }
  const server = runServer({ DATA_DIR: await temporaryFolder(), PORT: String(port), DEMO: '0' })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(unlogged(server.lines)).toEqual([`PORT ${port} is in use by another program. Stop it, or set another PORT.`])
  other.close()
})

test('the start waits for an unreachable database, and calls get Retry-After', async () => {
  const server = runServer({
    DATA_DIR: await temporaryFolder(),
    PORT: '0',
    LOG_LEVEL: 'debug',
    DATABASE_URL: 'postgres://portico@127.0.0.1:1/portico',
    SECRET_KEY: 'x'.repeat(32),
  })
  const url = /http:[^"]*/.exec(await server.said('"listening'))?.[0] ?? ''
  await server.said('trying again')
  expect(await answersAt(`${url}/healthz`)).toBe(200)
  expect(await answersAt(`${url}/brenta/login`)).toBe(200)
  for (const path of ['/readyz', '/api/users/me', '/api/settings/brenta', '/API/nothing']) {
    const answer = await fetch(url + path)
    expect([path, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, 503, true])
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
})
