import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { openDb, sql } from '../src/kernel/database/db.ts'
import { aCertificationAuthority, hasOpenssl } from './fixtures/certification-authority.ts'
import { freePort, startedServer } from './servers/running-server.ts'

// `kill -9` of a server that signs documents behind a time-stamping authority: what was signed stays signed, and reaches its level.

const soon = { timeout: 60_000, interval: 100 }

/** The code of the newest text message in an outbox. */
const codeIn = async (dataDir: string) => {
  const outbox = join(dataDir, 'outbox')
  const newest = (await readdir(outbox)).filter(name => /^[^.].*\.json$/.test(name)).sort()
  const { text } = JSON.parse(await readFile(join(outbox, newest.at(-1) ?? ''), 'utf8')) as { text: string }
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''
}

/** A statement in the database of a running server. */
const inDatabase = async <T>(dataDir: string, work: (db: ReturnType<typeof openDb>) => Promise<T>) => {
  const connection = { host: join(dataDir, 'postgres', 'socket'), user: 'portico', database: 'portico' }
  const db = openDb({ connection, max: 1, log: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const hasProofs = (pdf: Buffer) => pdf.includes('/DSS')

test.runIf(hasOpenssl)(
  'a document that is killed amid its signing or raising is whole, and reaches B-LT',
  { timeout: 300_000 },
  async () => {
    const authority = await aCertificationAuthority()
    const dataDir = await temporaryFolder()
    const settings = {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      TSA_URL: authority.tsaUrl,
      TSA_ALLOW_PRIVATE: '1',
    }
    let server = await startedServer(settings)
    const restart = async () => {
      server.child.kill('SIGKILL')
      await server.ended
      server = await startedServer(settings)
    }
    const call = (path: string, body?: object) =>
      fetch(`${server.url}/api/signing/demo-to-sign${path}`, {
        ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
    const read = async () => (await (await call('')).json()) as { status: string; url: string; sha256: string }
    const file = async () => {
      const { url, sha256 } = await read()
      const pdf = Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
      expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256)
      return pdf
    }
    const bringForward = () => inDatabase(dataDir, db => db.run(sql`update job set due_at = now() where kind = 'seal'`))
    const level = () =>
      inDatabase(dataDir, db =>
        db.one<{
          level: string
        }>(sql`select seal_level as level from signing_document where external_id = 'demo-to-sign'
        or key_hash = sha256('demo-to-sign'::bytea) limit 1`),
      ).then(row => row.level)

    const sent = await call('/otp', { firstName: 'Giulia', lastName: 'Rossi', consent: true })
    expect(sent.status).toBe(200)
    await expect.poll(() => codeIn(dataDir).catch(() => ''), soon).toMatch(/^\d{6}$/)
    const code = await codeIn(dataDir)

    // Killed while the authority is asked: nothing was signed, and the same code signs.
    authority.set('tsa', 'silent')
    const cut = call('/signature', { code }).catch(() => undefined)
    await expect.poll(() => authority.asked('tsa'), soon).toBeGreaterThan(0)
    await restart()
    await cut
    expect((await read()).status).toBe('unsigned')
    authority.set('tsa', 500)
    expect((await call('/signature', { code })).status).toBe(200)

    // Killed right after the answer: it is signed, and its seal is still to be raised.
    await restart()
    expect((await read()).status).toBe('signed')
    const first = await file()
    expect(hasProofs(first)).toBe(false)
    expect(await level()).toBe('B-B')

    // Killed amid the raising, after the stamp.
    authority.set('tsa', 'answers')
    authority.set('ocsp', 'silent')
    authority.set('issuing.crl', 'silent')
    authority.asked('ocsp')
    await bringForward()
    await expect.poll(() => authority.asked('ocsp'), soon).toBeGreaterThan(0)
    await restart()
    expect((await file()).equals(first)).toBe(true)
    authority.set('ocsp', 'answers')
    await bringForward()
    await expect.poll(level, soon).toBe('B-LT')
    const raised = await file()
    expect(hasProofs(raised)).toBe(true)
    expect(raised.length).toBeGreaterThan(first.length)
    const jobs = await inDatabase(dataDir, db => db.many(sql`select id from job where kind = 'seal'`))
    expect(jobs).toEqual([])
  },
)
