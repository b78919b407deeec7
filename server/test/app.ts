import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Endpoint, Of, Params } from '@portico/contract/endpoint'
import { type ErrorCode, errorStatuses, type Problem } from '@portico/contract/errors'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { TSchema } from 'typebox'
import { afterAll, expect } from 'vitest'
import { type AppDeps, buildApp } from '../src/app.ts'
import { insertSession } from '../src/auth/session-queries.ts'
import { jobKinds } from '../src/job-kinds.ts'
import { type DatabaseOptions, join as list, raw, sql } from '../src/kernel/database/db.ts'
import { openJobs } from '../src/kernel/database/jobs.ts'
import type { Letter } from '../src/kernel/messages/mail-transport.ts'
import type { Sms } from '../src/kernel/messages/sms-transport.ts'
import { openSecurityLog } from '../src/kernel/security/security-log.ts'
import { openFileAddresses } from '../src/kernel/security/signed-url.ts'
import { openLocalStorage } from '../src/kernel/storage/local-storage.ts'
import type { Storage } from '../src/kernel/storage/storage.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { messages, secrets } from './messages.ts'
import { testSeal } from './seal.ts'
import { workers } from './workers.ts'
import type { Person } from './world.ts'

/** What is sent with a call: anything at all, for wrong input is tested too. */
export type Sent<P extends string> = {
  params?: Params<P> | Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
  /** The caller's address; one of its own unless given. */
  address?: string
}

/** An answer. `body` is valid by the endpoint's schema; `problem` is a valid problem document. Each throws for the other. */
export type Answer<R extends TSchema | undefined> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  readonly body: Of<R>
  readonly problem: Problem
}

/** Calls endpoints by the contract, as nobody or as somebody. */
type Call = <P extends string, R extends TSchema | undefined>(
  endpoint: Endpoint<P, TSchema | undefined, TSchema | undefined, R>,
  sent?: Sent<P>,
) => Promise<Answer<R>>

export type TestApp = {
  http: FastifyInstance
  database: TestDatabase
  storage: Storage
  deps: AppDeps
  clock: { now: () => Date; set: (to: Date | string) => void; pass: (ms: number) => void }
  /** Everything logged so far. */
  logged: () => string
  /** The statements that a piece of work sends. */
  statementsOf: (work: () => Promise<unknown>) => Promise<string[]>
  /** As nobody. */
  call: Call
  as: (person: Person, options?: { remember?: boolean }) => Promise<Call & { token: string }>
  storedKeys: () => Promise<string[]>
  /** A signed address of any file, as a new session of this person would get it where it may see the file. */
  addressFor: (person: Person, file: Parameters<AppDeps['addresses']['sign']>[0]) => Promise<string>
  /** Does the jobs that are due, and answers the mails and text messages sent by that, oldest first. */
  delivered: () => Promise<{ mails: Letter[]; texts: Sms[] }>
}

/** A caller's address that no other test uses. */
export const anAddress = (): string => `10.${[...randomBytes(3)].join('.')}`

const ajv = new Ajv({ allErrors: true, strict: false })
addFormats.default(ajv)

/** The schema with nothing beside what it names. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner
}

const compiled = new Map<TSchema, ReturnType<typeof ajv.compile>>()
const valid = (schema: TSchema, value: unknown) => {
  const check = compiled.get(schema) ?? ajv.compile(closed(schema) as object)
  compiled.set(schema, check)
  if (!check(value)) throw new Error(`not of the contract's shape: ${ajv.errorsText(check.errors)}`)
  return value
}

const secretive = /\bselect\b|\binsert into\b|node_modules|\.ts:|\/src\/|at \w+ \(|postgres/i

/** Expects a problem document (specification/api-conventions.md#problem-documents) that gives away nothing internal. */
export const problemIn = (status: number, type: unknown, text: string): Problem => {
  expect(type).toMatch(/^application\/problem\+json/)
  expect(text).not.toMatch(secretive)
  const problem = JSON.parse(text) as Problem
  expect(errorStatuses[problem.code as ErrorCode]).toContain(status)
  expect(problem).toMatchObject({ type: `urn:portico:problem:${problem.code}`, status, title: expect.any(String) })
  expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/)
  for (const error of problem.errors ?? [])
    expect(error).toEqual({ path: expect.any(String), message: expect.any(String) })
  return problem
}

/** The path of an endpoint with its parameters filled in. */
export const pathOf = (path: string, params: Record<string, string | number> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const caller =
  (http: FastifyInstance, token?: string): Call =>
  async (endpoint, { params = {}, query, body, headers = {}, address = anAddress() } = {}) => {
    const url = pathOf(endpoint.path, params as Record<string, string | number>)
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const answer = await http.inject({
      method: endpoint.method,
      url,
      query: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
      remoteAddress: address,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
    })
    const { statusCode: status, payload: text } = answer
    return {
      status,
      headers: answer.headers,
      text,
      get body() {
        if (status >= 400) throw new Error(`${status} ${text}`)
        expect(status).toBe(endpoint.status ?? (endpoint.reply ? 200 : 204))
        return (endpoint.reply ? valid(endpoint.reply, JSON.parse(text)) : undefined) as never
      },
      get problem() {
        if (status < 400) throw new Error(`${status} ${text.slice(0, 500)}`)
        return problemIn(status, answer.headers['content-type'], text)
      },
    }
  }

/** The whole server on a database and a folder of its own, with a clock that stands until it is set; for one test file. */
export const testApp = async (
  overrides: Partial<AppDeps> = {},
  databaseOptions: Partial<DatabaseOptions> = {},
  openSeal: typeof testSeal = testSeal,
): Promise<TestApp> => {
  let statements: string[] | undefined
  const database = await testDatabase({ onStatement: text => statements?.push(text), ...databaseOptions })
  const folder = await mkdtemp(join(tmpdir(), 'portico-app-'))
  const storage = await openLocalStorage(folder)
  let now = new Date('2026-03-02T08:30:00Z')
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace', base: undefined }, sink)
  const deps: AppDeps = {
    database,
    storage,
    addresses: openFileAddresses(secrets),
    secrets,
    security: openSecurityLog({
      database,
      clock: () => now,
      log: (level, message, detail) => log[level](detail ?? {}, message),
    }),
    messages,
    workers,
    seal: await openSeal(database, secrets),
    clock: () => now,
    log,
    trustProxy: [],
    metricsToken: undefined,
    webhookAllowPrivate: false,
    webhookPorts: overrides.webhookAllowPrivate ? undefined : [80, 443, 8080, 8443],
    proofLife: 0,
    importMax: 256 * 1024 * 1024,
    storageQuota: undefined,
    publicUrl: undefined,
    staffTicketUrl: undefined,
    webDir: join(folder, 'web'),
    ready: () => true,
    ...overrides,
  }
  const http = await buildApp(deps)
  let mails: Letter[] = []
  let texts: Sms[] = []
  const jobs = openJobs(
    deps,
    jobKinds({
      ...deps,
      mailDoor: { send: async letter => void mails.push(letter) },
      smsDoor: { send: async sms => void texts.push(sms) },
    }),
  )
  const signedIn = async (person: Person, remember: boolean): Promise<string> => {
    const account = { serviceCompanyId: person.serviceCompanyId, webUserId: person.webUserId }
    return (await insertSession(database, { account, remember, address: anAddress(), device: 'test', now })).token
  }
  await http.ready()
  afterAll(async () => {
    await http.close()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    http,
    database,
    storage,
    deps,
    clock: {
      now: () => now,
      set: to => {
        now = new Date(to)
      },
      pass: ms => {
        now = new Date(now.getTime() + ms)
      },
    },
    logged: () => lines.join(''),
    statementsOf: async work => {
      statements = []
      await work()
      const sent = statements
      statements = undefined
      return sent
    },
    call: caller(http),
    addressFor: async (person, file) => {
      await signedIn(person, false)
      const { id } = await database.one<{ id: number }>(sql`select max(id) as id from session
        where service_company_id = ${person.serviceCompanyId} and web_user_id = ${person.webUserId}`)
      return deps.addresses.sign(file, { membershipId: person.membershipId, sessionId: id }, now)
    },
    as: async (person, { remember = false } = {}) => {
      const token = await signedIn(person, remember)
      return Object.assign(caller(http, token), { token })
    },
    delivered: async () => {
      await jobs.runDue()
      const sent = { mails, texts }
      mails = []
      texts = []
      return sent
    },
    storedKeys: async () => {
      const keys: string[] = []
      for await (const { key } of storage.list()) keys.push(key)
      return keys
    },
  }
}

/** How many rows each table holds: a refused call must leave it as it was. */
export const rowCounts = async ({ database }: TestApp): Promise<Record<string, number>> => {
  const tables = [
    'ticket',
    'comment',
    'ticket_file',
    'file',
    'document',
    'event',
    'idempotency',
    'web_user',
    'membership',
    'job',
    'confirmation',
    'appointment',
    'planned_activity',
    'staff_hold',
  ]
  const rows = await database.many<{ name: string; count: number }>(
    list(
      tables.map(name => sql`select ${name} as name, count(*) as count from ${raw(name)}`),
      ' union all ',
    ),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** A multipart body with these parts, as a browser sends it. */
export const multipart = (
  ...parts: { name?: string; filename?: string; type?: string; content: Buffer | string }[]
): { body: Buffer; headers: Record<string, string> } => {
  const boundary = `----portico${randomBytes(8).toString('hex')}`
  const chunks = parts.flatMap(({ name = 'file', filename, type = 'application/octet-stream', content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${filename === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** The smallest true PNG. */
export const png: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
