import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aCertificationAuthority, hasOpenssl } from '../../test/fixtures/certification-authority.ts'
import { aDocumentToSign } from '../../test/fixtures/documents-to-sign.ts'
import { aPortal, aStaffGroup, aTaskType, aTicket, aUser } from '../../test/fixtures/factories.ts'
import { secretKey } from '../../test/fixtures/messages.ts'
import { dnsServer } from '../../test/servers/dns-server.ts'
import { freePort } from '../../test/servers/running-server.ts'
import { smtpServer } from '../../test/servers/smtp-server.ts'
import { doctorCommand } from '../cli/doctor-command.ts'
import { sql, tx } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { readSettings } from '../kernel/settings/settings.ts'
import { insertApiKey, revokeApiKey } from '../operator-api/api-keys.ts'
import { makeSelfSigned } from '../signing/cms/self-signed.ts'
import type { Finding } from './doctor.ts'
import { heldBackFound } from './doctor-database.ts'
import { spaceFound } from './doctor-storage.ts'
import { translateFinding } from './texts.ts'

const app = await testApp()
const { database } = app
const { connection } = database
const databaseUrl =
  typeof connection === 'string'
    ? connection
    : `postgresql://${connection.user}@localhost:${connection.port}/${connection.database}?host=${connection.host}`
const folder = await mkdtemp(join(tmpdir(), 'portico-doctor-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const smtp = await smtpServer({ password: 'giusta' })
const listening = await app.http.listen({ port: 0, host: '127.0.0.1' })

const dns = await dnsServer({})

const settings = (env: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: secretKey,
  DATA_DIR: folder,
  DNS_SERVER: dns.address,
  ...env,
})

const doctor = async (env: Record<string, string | undefined>, ...args: string[]) => {
  let out = ''
  const deps = { settings: () => readSettings(env), dataDirOf: () => folder, log: () => {} }
  const code = await doctorCommand([...args, '--json'], deps, { stdout: { write: text => (out += text) } })
  const findings = JSON.parse(out) as Finding[]
  const of = (check: string) => findings.filter(finding => finding.check === check)
  return { code, findings, of, broken: findings.filter(({ state }) => state === 'broken') }
}

afterEach(async () => {
  await database.run(sql`delete from job`)
})

test('a healthy installation passes, and every check is listed', async () => {
  await app.deps.seal.begin()
  const backups = join(folder, 'backups')
  await mkdir(backups, { recursive: true })
  await writeFile(join(backups, 'portico.dump'), 'a dump')
  const sms = createServer((_request, answer) => answer.writeHead(405).end()).listen(0, '127.0.0.1')
  await once(sms, 'listening')
  const { port } = sms.address() as AddressInfo
  const { code, findings, broken, of } = await doctor(
    settings({
      PUBLIC_URL: listening,
      SMTP_URL: smtp.url.replace('//', '//portal:giusta@'),
      MAIL_FROM: 'portale@brenta.example',
      SMS_URL: `http://127.0.0.1:${port}/send`,
      BACKUP_DIR: backups,
    }),
  )
  sms.close()
  expect(broken).toEqual([])
  expect(code).toBe(0)
  expect([...new Set(findings.map(({ check }) => check))]).toEqual([
    ...[
      'settings',
      'database',
      'portals',
      'jobs',
      'webhooks',
      'API keys',
      'certificate',
      'quotas',
      'storage',
      'mail',
      'SMS',
      'mail domains',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'disk',
    ],
    'backup',
  ])
  expect(of('database').map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  expect(of('mail')).toEqual([{ check: 'mail', state: 'ok', found: expect.stringContaining('lets us in') }])
  expect(of('PUBLIC_URL')).toEqual([{ check: 'PUBLIC_URL', state: 'ok', found: `${listening} leads here` }])
  expect(smtp.arrived).toEqual([])
})

test('a backup that was killed is reported once it can no longer be under way', async () => {
  const backups = join(folder, 'nightly')
  const draft = join(backups, '.portico-20260302-030000-0123456789ab')
  await mkdir(draft, { recursive: true })
  await writeFile(join(backups, 'portico.dump'), 'a dump')
  const found = async () => (await doctor(settings({ BACKUP_DIR: backups }))).of('backup')
  expect((await found()).map(({ state }) => state)).toEqual(['ok'])
  const yesterday = Date.now() / 1000 - 25 * 3600
  await utimes(draft, yesterday, yesterday)
  expect((await found())[1]).toEqual({
    check: 'backup',
    state: 'warning',
    found: `a backup was broken off and takes space in ${backups}`,
    todo: `Remove the folder ${draft}.`,
  })
})

test('a service company that has used 90 % of its quota is reported', async () => {
  const portal = await aPortal(database)
  const set = (quota: number | null) =>
    database.run(
      sql`update service_company set external_id = 'full', storage_quota = ${quota} where id = ${portal.serviceCompanyId}`,
    )
  await database.run(sql`insert into stored_bytes (service_company_id, bytes) values (${portal.serviceCompanyId}, 900)`)
  const fine = [{ check: 'quotas', state: 'ok', found: 'no service company has filled its own' }]
  await set(1001)
  expect((await doctor(settings())).of('quotas')).toEqual(fine)
  expect((await doctor(settings({ STORAGE_QUOTA: '1B' }))).of('quotas')).toEqual(fine)
  await set(1000)
  const [found] = (await doctor(settings())).of('quotas')
  expect(found).toMatchObject({ state: 'warning', found: 'the files of full fill 90 % of their 1000 B' })
  expect(found?.todo).toContain('portico company quota full SIZE')
  await set(null)
  expect((await doctor(settings())).of('quotas')).toEqual(fine)
  expect((await doctor(settings({ STORAGE_QUOTA: '0.5KB' }))).of('quotas')).toMatchObject([
    { found: 'the files of full fill 175 % of their 512 B' },
  ])
})

test('a portal whose tickets nobody receives and a portal without ticket types are reported', async () => {
  const [mailed, unmailed, partly] = [
    await aPortal(database, { supportEmail: 'help@service.example' }),
    await aPortal(database),
    await aPortal(database),
  ]
  const group = await aStaffGroup(database, partly, { email: 'print@service.example' })
  await database.run(
    sql`update task_type set staff_group_id = ${group}, name = 'Stampa' where id = ${partly.taskTypeId}`,
  )
  await aTaskType(database, partly, { name: 'Altro' })
  await database.run(sql`delete from task_type where id = ${mailed.taskTypeId}`)
  const ours = [mailed, unmailed, partly].map(({ company }) => company)
  const found = (await doctor(settings()))
    .of('portals')
    .filter(finding => ours.some(key => finding.found.includes(key)))
  expect(found).toEqual(
    expect.arrayContaining([
      {
        check: 'portals',
        state: 'warning',
        found: `nobody is mailed about new tickets in the portal ${unmailed.company}`,
        todo: expect.stringContaining(`portico portal brand ${unmailed.company} --support-email`),
      },
      expect.objectContaining({
        found: `nobody is mailed about new tickets of the type Altro in the portal ${partly.company}`,
      }),
      expect.objectContaining({ found: expect.stringContaining(`the portal ${mailed.company} has no ticket types`) }),
    ]),
  )
  expect(found).toHaveLength(3)
})

test('a test mail is sent through the mail server, or written to the outbox folder without one', async () => {
  const env = settings({ SMTP_URL: smtp.url.replace('//', '//portal:giusta@'), MAIL_FROM: 'portale@brenta.example' })
  expect((await doctor(env, '--send-mail', 'io@brenta.example')).of('mail')).toHaveLength(2)
  expect(smtp.arrived.map(({ recipients, mail }) => [recipients, mail.from?.address, mail.subject])).toEqual([
    [['io@brenta.example'], 'portale@brenta.example', 'Portico: a trial mail'],
  ])
  const { of } = await doctor(settings(), '--send-mail', 'io@brenta.example', '--send-sms', '+393330000000')
  expect(of('mail')[0]).toMatchObject({ state: 'warning', todo: expect.stringContaining('SMTP_URL') })
  expect(of('mail')[1]?.found).toContain(join(folder, 'outbox'))
  expect(of('SMS')[1]?.found).toContain('+393330000000')
})

test('closed ports, refused credentials and wrong settings are broken, with what to do', async () => {
  const closed = `127.0.0.1:${await freePort()}`
  const { code, broken } = await doctor(
    settings({
      PUBLIC_URL: `http://${closed}`,
      SMTP_URL: smtp.url.replace('//', '//portal:sbagliata@'),
      MAIL_FROM: 'portale@brenta.example',
      SMS_URL: `http://${closed}/send`,
      STORAGE_URL: `s3://k:s@${closed}/bucket?tls=0`,
      TRUST_PROXY: '0.0.0.0/0',
      BACKUP_DIR: join(folder, 'nowhere'),
      TSA_URL: `http://${closed}`,
    }),
  )
  expect(code).toBe(1)
  const checks = ['time stamps', 'storage', 'mail', 'SMS', 'PUBLIC_URL', 'TRUST_PROXY', 'backup']
  expect(broken.map(({ check }) => check)).toEqual(checks)
  for (const { todo } of broken) expect(todo).toMatch(/\w{4,}.*\.$/)
  expect(broken.find(({ check }) => check === 'mail')?.found).toMatch(/535|auth|login/i)
})

test('a certificate of a private authority is reported with how to trust it', async () => {
  const { certificate, privateKey } = await makeSelfSigned(new Date())
  const pem = (name: string, der: Buffer) =>
    `-----BEGIN ${name}-----\n${der.toString('base64')}\n-----END ${name}-----\n`
  const secured = { cert: pem('CERTIFICATE', certificate), key: pem('PRIVATE KEY', privateKey) }
  const server = createSecureServer(secured).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const at = `localhost:${(server.address() as AddressInfo).port}`
  const url = { PUBLIC_URL: `https://${at}`, SMTP_URL: `smtps://${at}` }
  const { of } = await doctor(settings({ ...url, MAIL_FROM: 'portale@brenta.example' }))
  for (const check of ['mail', 'PUBLIC_URL'])
    expect(of(check)[0]).toMatchObject({ state: 'broken', todo: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
})

test('an unreachable database is reported, and the other checks still run', async () => {
  const { code, of } = await doctor(
    settings({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none` }),
  )
  expect(code).toBe(1)
  expect(of('database')[0]).toMatchObject({ state: 'broken', todo: expect.stringContaining('DATABASE_URL') })
  expect(of('storage')).toMatchObject([{ state: 'ok' }])
})

test('an invalid setting is the only finding', async () => {
  const { code, findings } = await doctor(settings({ PORT: 'many' }))
  expect([code, findings]).toEqual([
    1,
    [expect.objectContaining({ check: 'settings', found: expect.stringContaining('PORT') })],
  ])
})

test('a changed SECRET_KEY and another installation at PUBLIC_URL are reported', async () => {
  await app.deps.seal.begin()
  const { of } = await doctor(settings({ SECRET_KEY: 'another key of thirty-two letters!', PUBLIC_URL: listening }))
  expect(of('certificate')[0]).toMatchObject({ state: 'broken', todo: expect.stringContaining('SECRET_KEY') })
  expect(of('PUBLIC_URL')[0]).toMatchObject({ state: 'broken', found: expect.stringContaining('another installation') })
})

test('jobs that were given up or are overdue are reported', async () => {
  await database.run(sql`insert into job (kind, payload, due_at, given_up_at, last_error)
    values ('mail', '', now(), now(), 'no such user'), ('sms', '', now() - interval '1 hour', null, null)`)
  const { code, of } = await doctor(settings())
  expect(code).toBe(0)
  expect(of('jobs')[0]?.todo).toContain('portico jobs retry --all --kind mail')
  expect(of('jobs').map(({ state, found }) => [state, found])).toEqual([
    ['warning', expect.stringContaining('no such user')],
    ['warning', expect.stringContaining('1 jobs have been due')],
  ])
})

test('jobs that were set aside are reported in the language of the reader', async () => {
  await database.run(sql`insert into job (kind, payload, due_at, set_aside_at, last_error)
    values ('mail', '', now() + interval '1 hour', now(), 'it died')`)
  const [found, ...others] = (await doctor(settings())).of('jobs')
  expect(others).toEqual([])
  expect(found).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('1 jobs of the kind mail were set aside'),
  })
  expect(translateFinding(found?.found ?? '', 'it-IT')).toContain('1 lavori del tipo mail sono stati messi da parte')
  expect(translateFinding(found?.todo ?? '', 'es-ES')).toContain('al cabo de una hora')
})

test('API keys that expire soon or have expired are reported; revoked ones are not', async () => {
  const { serviceCompanyId } = await aPortal(database)
  const key = (name: string, days: number) =>
    insertApiKey(database, {
      serviceCompanyId,
      name,
      portalIds: null,
      readOnly: false,
      expiresAt: new Date(Date.now() + days * 86_400_000),
    })
  await key('far', 60)
  await revokeApiKey(database, (await key('revoked', 3)).id)
  expect((await doctor(settings())).of('API keys').map(({ state }) => state)).toEqual(['ok'])
  await key('near', 5)
  await key('over', -1)
  expect((await doctor(settings())).of('API keys').map(({ state, found }) => [state, found])).toEqual([
    ['warning', expect.stringMatching(/\(over\) of \S+ expired on/)],
    ['warning', expect.stringMatching(/\(near\) of \S+ expires on/)],
  ])
})

test('mails that keep failing are reported before they are given up; one that has failed once is not', async () => {
  await database.run(sql`insert into job (kind, payload, due_at, created_at, tries, last_error) values
    ('mail', '', now() + interval '1 hour', now() - interval '2 hours', 5, '553 sender not allowed'),
    ('mail', '', now() + interval '1 hour', now() - interval '1 minute', 1, '450 greylisted')`)
  const { of } = await doctor(settings())
  expect(of('jobs').map(({ state, found }) => [state, found])).toEqual([
    [
      'warning',
      '1 jobs of the kind mail have failed for more than 30 minutes, the last because: 553 sender not allowed',
    ],
  ])
})

test('disabled webhooks and parked deliveries are reported', async () => {
  const { serviceCompanyId } = await aPortal(database)
  const hook = (enabled: boolean, reason: string | null) =>
    database.one<{ id: number }>(sql`insert into webhook
      (service_company_id, url, sealed_secret, enabled, disabled_reason, transaction, event_id)
      values (${serviceCompanyId}, 'https://hooks.brenta.example/in', '', ${enabled}, ${reason}, '0', 0) returning id`)
  const { id } = await hook(true, null)
  await hook(false, 'it answered 410')
  await database.run(sql`insert into webhook_delivery (service_company_id, webhook_id, event_key, type, object, body, state)
    values (${serviceCompanyId}, ${id}, 'e', 'ticket.created', 'o', '{}', 'parked')`)
  expect((await doctor(settings())).of('webhooks').map(({ state, found }) => [state, found])).toEqual([
    ['warning', expect.stringContaining('1 deliveries to hooks.brenta.example')],
    ['warning', expect.stringContaining('it answered 410')],
  ])
  await database.run(sql`delete from webhook where service_company_id = ${serviceCompanyId}`)
})

test('a forgotten transaction that holds back events is reported, and in the metrics', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const metric = async () =>
    (await app.http.inject({ url: '/metrics' })).body.match(/^portico_events_held_back.*$/m)?.[0]
  const states = async () => (await doctor(settings())).of('webhooks').map(({ state }) => state)
  expect([await states(), await metric()]).toEqual([['ok'], 'portico_events_held_back_seconds{state="open"} 0'])
  await tx(database, async db => {
    const { serviceCompanyId, portalId, contactId } = person
    await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, 'ticket.closed', ${id})`)
    await expect.poll(metric, { timeout: 60_000 }).toMatch(/ [1-9]\d*$/)
    expect(await states()).toEqual(['ok'])
  })
  expect(await metric()).toMatch(/ 0$/)
  expect(heldBackFound(60)).toEqual([])
  expect(heldBackFound(61)).toMatchObject([{ state: 'warning', found: expect.stringContaining('61 seconds') }])
})

test.runIf(hasOpenssl)('time stamps are tried with what proves them, and seals that wait for it are told', async () => {
  const authority = await aCertificationAuthority()
  const stamps = async (env: Record<string, string>) =>
    (await doctor(settings({ TSA_URL: authority.tsaUrl, ...env }))).of('time stamps').map(({ state }) => state)
  expect(await stamps({ TSA_ALLOW_PRIVATE: '1' })).toEqual(['ok', 'ok'])
  expect(await stamps({})).toEqual(['ok', 'warning'])
  const { key } = await aDocumentToSign(app)
  await database.run(sql`update signing_document set seal_level = 'B-T', seal_wanted = 'B-LT', seal_problem = 'no answer'
    where key_hash = ${hashToken(key)}`)
  const { code, of } = await doctor(settings())
  expect(code).toBe(0)
  expect(of('seals')).toMatchObject([{ state: 'warning', found: expect.stringContaining('1 signed documents') }])
  expect(of('seals')[0]?.found).toContain('B-T only: no answer')
})

test('an old or incomplete backup does not count as recent', async () => {
  const dir = join(folder, 'old-backups')
  const [old, brokenOff] = [join(dir, 'portico-20260101-020000'), join(dir, 'portico-20261101-020000')]
  await mkdir(old, { recursive: true })
  await mkdir(brokenOff)
  await writeFile(join(old, 'SHA256SUMS'), '')
  // What deploy/backup.sh leaves of a dump that failed.
  await writeFile(join(dir, 'portico-20261102-020000.dump.part'), '')
  const before = new Date(Date.now() - 72 * 3_600_000)
  await utimes(old, before, before)
  const { of } = await doctor(settings({ BACKUP_DIR: dir }))
  expect(of('backup')).toMatchObject([{ state: 'broken', found: expect.stringContaining('72 hours') }])
})

test('low disk space is reported before the disk is full', () => {
  expect([1e8, 1e9, 1e10].map(free => spaceFound('/data', free).state)).toEqual(['broken', 'warning', 'ok'])
})

test('as text each finding is one line, with what to do below it', async () => {
  let out = ''
  const deps = { settings: () => readSettings(settings()), dataDirOf: () => folder, log: () => {} }
  await doctorCommand([], deps, { stdout: { write: text => (out += text) } })
  expect(out).toMatch(/^ok {7}settings: .*\n/)
  expect(out).toMatch(/warning {2}mail: .*\n {9}→ Set SMTP_URL/)
  expect(out).toMatch(/\n\d+ in order, \d+ to look at, 0 broken\n$/)
})
