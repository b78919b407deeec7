import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../../server/src/auth/passwords/password-hash.ts'
import { raw, sql } from '../../server/src/kernel/database/db.ts'
import type { Installation } from './installation.ts'
import { freePort, porticoCommand, secretKey } from './processes.ts'

// The independent comparison: a server of node:http and pg alone on its own schema and data, which this repository does not contain. It has
// load.sql, server.mjs, portico-data.mjs and compare.mjs, and its packages are installed.
const folder = process.env.LIMIT_DIR
const TICKETS = 20_000
const PASSWORD = 'Portal-bench-1'

/** What the comparison needs and this machine does not have, as a sentence; undefined if it has everything. */
export const missingForLimit = (): string | undefined => {
  if (!folder) return 'LIMIT_DIR is not set: the folder of the independent comparison.'
  if (!existsSync(join(folder, 'node_modules'))) return `${folder} has no node_modules: run npm install there.`
  for (const program of ['wrk', 'psql', 'createdb']) {
    const found = (process.env.PATH ?? '').split(':').some(path => existsSync(join(path, program)))
    if (!found)
      return `The program ${program} is missing: Debian has it in the package ${program === 'wrk' ? 'wrk' : 'postgresql-client'}.`
  }
  return undefined
}

const run = async (program: string, args: string[], env: Record<string, string> = {}): Promise<void> => {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}

/** Imports the data of the comparison. Its password contains the name of its portal, which the product refuses: it comes as a hash. */
const importData = async (out: string, env: Record<string, string>): Promise<void> => {
  await run(process.execPath, [join(folder ?? '', 'portico-data.mjs'), out, String(TICKETS)])
  const file = join(out, 'bench.jsonl')
  const passwordHash = await hashPassword(PASSWORD)
  const lines = await readFile(file, 'utf8')
  await writeFile(file, lines.replaceAll(`"password":"${PASSWORD}"`, JSON.stringify({ passwordHash }).slice(1, -1)))
  await run(porticoCommand, ['import', file], env)
}

/** Waits until the mails about the imported messages of the last day are sent; otherwise they would be in the turns of both servers. */
const untilMailsAreSent = async (admin: Installation['admin']): Promise<void> => {
  const start = performance.now()
  const jobsLeft = () =>
    admin.one<{ is: boolean }>(
      sql`select exists (select from job where given_up_at is null and due_at < now() + interval '1 minute') as is`,
    )
  while ((await jobsLeft()).is) await sleep(500)
  console.log(`The mails of the import were sent in ${Math.round((performance.now() - start) / 1000)} s.`)
}

/**
 * Compares the product with the least that a server can do: a list of 100 tickets and a conversation, in turn. The data of the other server is
 * created in a PostgreSQL on 127.0.0.1 at PEERS_PGPORT, of user postgres without a password.
 */
export const runLimit = async ({ url, dataDir, admin, start }: Installation): Promise<void> => {
  const out = await mkdtemp(join(tmpdir(), 'portico-bench-limit-'))
  await chmod(out, 0o755)
  const port = process.env.PEERS_PGPORT ?? '55432'
  const database = `portico_bench_limit_${process.pid}`
  const client = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'postgres' }
  await run('createdb', [database], client)
  try {
    await run('psql', ['-q', '-d', database, '-v', `n=${TICKETS}`, '-f', join(folder ?? '', 'load.sql')], client)
    await importData(out, { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: secretKey })
    await admin.run(raw('vacuum analyze'))
    const portico = await start()
    await untilMailsAreSent(admin)
    const limitPort = String(await freePort())
    const limit = spawn(process.execPath, [join(folder ?? '', 'server.mjs')], {
      env: { ...process.env, PEERS_PGPORT: port, PGDATABASE: database, PORT: limitPort },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    try {
      await sleep(1000)
      await run(
        process.execPath,
        [
          join(folder ?? '', 'compare.mjs'),
          ...(process.env.BENCH_SECONDS ? ['--secs', process.env.BENCH_SECONDS] : []),
          ...(process.env.BENCH_ROUNDS ? ['--rounds', process.env.BENCH_ROUNDS] : []),
        ],
        {
          LIMIT: `http://127.0.0.1:${limitPort}`,
          PORTICO: portico.url,
        },
      )
    } finally {
      limit.kill()
    }
  } finally {
    await run('dropdb', ['--force', database], client)
    await rm(out, { recursive: true, force: true })
  }
}
