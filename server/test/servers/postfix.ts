import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { findPrograms } from './dovecot.ts'
import { freePort } from './running-server.ts'

const genkey = '/usr/sbin/opendkim-genkey'

/** Whether Debian's Postfix, Dovecot, OpenDKIM and swaks are there; see {@link findPrograms}. */
export const findMailServers = (): boolean =>
  findPrograms(
    ...[
      '/usr/sbin/postfix',
      '/usr/sbin/dovecot',
      '/usr/lib/dovecot/lmtp',
      '/usr/sbin/opendkim',
      genkey,
      '/usr/bin/swaks',
    ],
  )

const SELECTOR = 'test'

const idOf = (name: string, flag: '-u' | '-g') => Number(execFileSync('id', [flag, name]).toString())

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/**
 * Real mail servers for one test file, in a temporary folder and on ports of their own. The server of the customers signs for `signs`
 * (DKIM) and hands over to that of the service company, which verifies and adds `Authentication-Results: {authservId}`. `routes` says
 * where the mail of each domain goes, as Postfix writes it: `lmtp:inet:127.0.0.1:24`. `dkimRecord` of the result is the key that belongs into DNS.
 */
export const postfix = async ({
  signs,
  authservId,
  routes,
  filterPort,
}: {
  signs: string
  authservId: string
  routes: Record<string, string>
  /** The port of a milter that looks at mail in the place of OpenDKIM. */
  filterPort?: number
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-postfix-'))
  execFileSync('chmod', ['755', folder])
  const [customers, company, signer, verifier] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  for (const name of ['conf', 'queue', 'data']) await mkdir(join(folder, name))
  await chown(join(folder, 'data'), idOf('postfix', '-u'), idOf('postfix', '-g'))
  await writeFile(
    join(folder, 'conf/main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = ${authservId}
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = loopback-only
inet_protocols = ipv4
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = ${Object.keys(routes).join(', ')}
virtual_mailbox_maps = static:all
transport_maps = texthash:${folder}/conf/transport
default_transport = error:no mail leaves this machine
smtp_dns_support_level = disabled
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_authorized_xforward_hosts = 127.0.0.0/8
smtp_send_xforward_command = yes
lmtp_send_xforward_command = yes
milter_default_action = tempfail
queue_run_delay = 2s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
`,
  )
  await writeFile(
    join(folder, 'conf/transport'),
    Object.entries(routes)
      .map(([domain, route]) => `${domain} ${route}\n`)
      .join(''),
  )
  const services = [
    `127.0.0.1:${customers} inet n - n - - smtpd -o smtpd_milters=inet:127.0.0.1:${signer} -o content_filter=smtp:[127.0.0.1]:${company}`,
    `127.0.0.1:${company} inet n - n - - smtpd -o smtpd_milters=inet:127.0.0.1:${filterPort ?? verifier}`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map(name => `${name} unix - - n - 0 bounce`),
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'lmtp unix - - n - - lmtp',
    'error unix - - n - - error',
    'discard unix - - n - - discard',
    'retry unix - - n - - error',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  await writeFile(join(folder, 'conf/master.cf'), `${services.join('\n')}\n`)

  execFileSync(genkey, ['-b', '2048', '-d', signs, '-s', SELECTOR, '-D', folder], { stdio: 'ignore' })
  const record = await readFile(join(folder, `${SELECTOR}.txt`), 'utf8')
  const key = [...record.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join('')
  await writeFile(join(folder, 'keys'), `${SELECTOR}._domainkey.${signs} ${key}\n`)
  await writeFile(join(folder, 'nobody'), '192.0.2.1\n')
  const usual = 'Syslog no\nBackground no\nCanonicalization relaxed/relaxed\nRequireSafeKeys no\n'
  await writeFile(
    join(folder, 'signer.conf'),
    `${usual}Mode s\nSocket inet:${signer}@127.0.0.1\nDomain ${signs}\nSelector ${SELECTOR}\nKeyFile ${folder}/${SELECTOR}.private\n`,
  )
  await writeFile(
    join(folder, 'verifier.conf'),
    `${usual}Mode v\nSocket inet:${verifier}@127.0.0.1\nAuthservID ${authservId}\nAlwaysAddARHeader yes\nInternalHosts ${folder}/nobody\nTestPublicKeys ${folder}/keys\n`,
  )
  const log: string[] = []
  const maillog = join(folder, 'log')
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', data => log.push(String(data)))
    return { child, ended: new Promise<void>(resolve => child.once('exit', () => resolve())) }
  }
  const conf = join(folder, 'conf')
  const running = [
    run('/usr/sbin/opendkim', ['-f', '-x', join(folder, 'signer.conf')]),
    run('/usr/sbin/opendkim', ['-f', '-x', join(folder, 'verifier.conf')]),
  ]
  execFileSync('/usr/sbin/postfix', ['-c', conf, 'start'], { stdio: 'ignore' })
  afterAll(async () => {
    execFileSync('/usr/sbin/postfix', ['-c', conf, 'stop'], { stdio: 'ignore' })
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await rm(folder, { recursive: true, force: true })
  })
  for (const port of [customers, company, signer, verifier])
    for (let tries = 0; !(await isOpen(port)); tries += 1) {
      if (tries === 150) throw new Error(`The mail servers do not start:\n${log.join('')}`)
      await sleep(100)
    }
  return {
    dkimName: `${SELECTOR}._domainkey.${signs}`,
    dkimRecord: key,
    /** The server of the service company, to which Portico hands its mails, and strangers theirs. */
    companyPort: company,
    customersPort: customers,
    log: () => `${log.join('')}${existsSync(maillog) ? readFileSync(maillog, 'utf8') : ''}`,
    /** Sends a mail with swaks, as a mail program does: through the server of the customers unless told otherwise. */
    send: async (mail: {
      from: string
      to: string
      port?: number
      headers?: Record<string, string>
      body?: string
      /** Paths of files, with their types. */
      attach?: [path: string, type: string][]
    }) => {
      const { from, to, port = customers, headers = {}, body = 'Testo', attach = [] } = mail
      const args = ['--server', '127.0.0.1', '--port', String(port), '--from', from, '--to', to, '--body', body]
      for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`)
      for (const [path, type] of attach) args.push('--attach-type', type, '--attach', `@${path}`)
      await promisify(execFile)('/usr/bin/swaks', args)
    },
  }
}
