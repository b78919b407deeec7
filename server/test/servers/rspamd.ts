import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { findPrograms } from './dovecot.ts'
import { freePort } from './running-server.ts'

const program = '/usr/bin/rspamd'

/** Whether Debian's rspamd is there; see {@link findPrograms}. */
export const findRspamd = (): boolean => findPrograms(program)

/** A text that rspamd takes for spam, and still lets through with a mark. */
export const spamText = 'YJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

/** A real spam filter for one test file, as a milter, which looks up senders at this name server (`address:port`). */
export const rspamd = async ({
  nameServer,
}: {
  nameServer: string
}): Promise<{ port: number; log: () => Promise<string> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-rspamd-'))
  for (const name of ['db', 'run']) await mkdir(join(folder, name))
  const port = await freePort()
  const config = join(folder, 'rspamd.conf')
  // Of all top-level domains it would make a table that takes half a minute.
  await writeFile(join(folder, 'tlds'), 'com\nexample\n')
  await writeFile(
    config,
    `options {
  pidfile = "${folder}/run/pid";
  filters = "dkim,spf,regexp";
  url_tld = "${folder}/tlds";
  dns { nameserver = ["${nameServer}"]; timeout = 2s; retransmits = 2; }
  local_addrs = [];
  enable_test_patterns = true;
  control_socket = "${folder}/run/control.sock mode=0600";
  hs_cache_dir = "${folder}/db/";
  cache_file = "${folder}/db/symbols.cache";
}
logging { type = "file"; filename = "${folder}/log"; level = "info"; }
actions { reject = 15; add_header = 6; }
modules { path = "$PLUGINSDIR"; }
lua = "$RULESDIR/rspamd.lua";
worker "rspamd_proxy" {
  bind_socket = "127.0.0.1:${port}";
  milter = yes;
  timeout = 120s;
  count = 1;
  spam_header = "X-Spam";
  upstream "local" { default = yes; self_scan = yes; }
}
milter_headers { use = ["authentication-results", "x-spamd-result", "x-spam-status", "x-spamd-bar"]; skip_local = false; }
# It looks into mail from this machine as well.
dkim { check_local = true; }
spf { check_local = true; }
dmarc { check_local = true; }
`,
  )
  const child = spawn(
    program,
    ['-f', '-i', '-c', config, `--var=DBDIR=${folder}/db`, `--var=RUNDIR=${folder}/run`, `--var=LOGDIR=${folder}`],
    {
      stdio: 'ignore',
    },
  )
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const log = () => readFile(join(folder, 'log'), 'utf8').catch(() => '')
  const isOpen = () =>
    new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => socket.destroy() && resolve(true)).on('error', () => resolve(false))
    })
  for (let tries = 0; !(await isOpen()); tries += 1) {
    if (tries === 300 || child.exitCode !== null) throw new Error(`rspamd does not start:\n${await log()}`)
    await sleep(100)
  }
  return { port, log }
}
