import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '../run.mjs'
import { aptInstall } from './apt.mjs'
import { freePort } from './free-port.mjs'

const programs = '/usr/lib/postgresql/15/bin'
const noCluster = '/etc/postgresql-common/createcluster.d/portico.conf'

// Debian's package would create and start a cluster, which a machine that only runs tests does not need.
const install = async () => {
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync(noCluster, 'create_main_cluster = false\n')
  await aptInstall('The server suite on PostgreSQL 15', 'postgresql-15')
  rmSync(noCluster)
}

const ownerId = async () => {
  if (process.getuid() !== 0) return {}
  const [uid, gid] = await Promise.all(['-u', '-g'].map(flag => run('id', [flag, 'postgres'], { capture: true })))
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

const answers = async port => {
  for (let tries = 0; tries < 150; tries++) {
    const { code } = await run(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], {
      capture: true,
    })
    if (code === 0) return true
    await wait(200)
  }
  return false
}

/**
 * Runs `work(url)` on a temporary PostgreSQL 15 cluster.
 * Returns undefined if PostgreSQL 15 is not installed and cannot be installed.
 */
export const withPostgres15 = async work => {
  if (!existsSync(programs) && process.getuid?.() === 0) await install()
  if (!existsSync(programs)) return undefined
  const owner = await ownerId()
  const folder = mkdtempSync(join(tmpdir(), 'portico-pg15-'))
  const password = randomBytes(16).toString('hex')
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 })
  if (owner.uid) for (const path of [folder, join(folder, 'password')]) chownSync(path, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = [
    '-A',
    'scram-sha-256',
    '-U',
    'postgres',
    `--pwfile=${folder}/password`,
    '--locale=C.UTF-8',
    '-E',
    'UTF8',
  ]
  const init = await run(join(programs, 'initdb'), ['-D', data, ...options], { capture: true, cwd: folder, ...owner })
  if (init.code) throw new Error(`initdb of PostgreSQL 15 failed:\n${init.output}`)
  const port = await freePort()
  const settings = [
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
  ]
  const server = spawn(join(programs, 'postgres'), settings, { cwd: folder, stdio: 'ignore', ...owner })
  const ended = new Promise(resolve => server.on('exit', resolve))
  const stopServer = () => server.kill('SIGINT')
  process.on('exit', stopServer)
  try {
    if (!(await answers(port))) throw new Error('PostgreSQL 15 did not start')
    return await work(`postgresql://postgres:${password}@127.0.0.1:${port}/postgres`)
  } finally {
    process.off('exit', stopServer)
    stopServer()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
