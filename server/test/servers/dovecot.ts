import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { freePort } from './running-server.ts'

const program = '/usr/sbin/dovecot'
/** The account `mail` of Debian. */
const MAIL_ID = 8
const password = 'a password of a mailbox'

/** Whether these programs of Debian are there (`npm run test:full` installs them) and may run, which they do as root alone. */
export const findPrograms = (...programs: string[]): boolean =>
  process.getuid?.() === 0 && programs.every(path => existsSync(path))

/** Whether Debian's Dovecot is there; see {@link findPrograms}. */
export const findDovecot = (): boolean => findPrograms(program)

/**
 * A real IMAP server for one test file, with mailboxes in a temporary folder. `lmtp`: a mail server delivers to it, for which it takes
 * the package dovecot-lmtpd. `tokensAt`: it lets in by tokens, and asks there whose they are.
 */
export const dovecot = async ({ lmtp = false, tokensAt = '' } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-dovecot-'))
  execFileSync('chmod', ['755', folder])
  const port = await freePort()
  const lmtpPort = lmtp ? await freePort() : 0
  const mail = join(folder, 'mail')
  await mkdir(mail)
  await chown(mail, MAIL_ID, MAIL_ID)
  const config = join(folder, 'dovecot.conf')
  const oauth = `auth_mechanisms = plain login xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}
`
  await writeFile(
    join(folder, 'oauth2.conf'),
    `introspection_mode = get
introspection_url = ${tokensAt}
username_attribute = email
active_attribute = active
active_value = true
`,
  )
  await writeFile(
    config,
    `protocols = imap${lmtp ? ' lmtp' : ''}
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
mail_location = maildir:${mail}/%u
first_valid_uid = ${MAIL_ID}
${tokensAt ? oauth : ''}passdb {
  driver = static
  args = password=${password.replaceAll(' ', '-')}
}
userdb {
  driver = static
  args = uid=${MAIL_ID} gid=${MAIL_ID} home=${mail}/%u allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
${lmtp ? `service lmtp {\n  inet_listener lmtp {\n    port = ${lmtpPort}\n  }\n}\npostmaster_address = postmaster@service.example\n` : ''}`,
  )
  let child = spawn(program, ['-F', '-c', config], { stdio: 'ignore' })
  const stop = async () => {
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    child.kill('SIGTERM')
    await ended
  }
  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  const isUp = async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        execFileSync('/bin/bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`], { stdio: 'ignore' })
        return
      } catch {
        await sleep(100)
      }
    }
    throw new Error('Dovecot does not start')
  }
  await isUp()
  let delivered = 0
  const boxOf = (user: string) => join(mail, user)
  return {
    port,
    lmtpPort,
    password: password.replaceAll(' ', '-'),
    url: (user: string) => `imap://${user}@127.0.0.1:${port}/INBOX`,
    /** Puts a mail into a mailbox, as a mail server does. */
    deliver: async (user: string, raw: string) => {
      for (const name of ['', 'tmp', 'new', 'cur']) {
        const path = join(boxOf(user), name)
        await mkdir(path, { recursive: true })
        await chown(path, MAIL_ID, MAIL_ID)
      }
      delivered += 1
      const name = `${1_700_000_000 + delivered}.M${delivered}.test`
      await writeFile(join(boxOf(user), 'tmp', name), raw)
      await chown(join(boxOf(user), 'tmp', name), MAIL_ID, MAIL_ID)
      await rename(join(boxOf(user), 'tmp', name), join(boxOf(user), 'new', name))
    },
    /** Loses the numbering of a mailbox, so that the server gives every mail another number. */
    renumber: async (user: string) => {
      for (const name of await readdir(boxOf(user)))
        if (name.startsWith('dovecot')) await rm(join(boxOf(user), name), { force: true })
    },
    stop,
    start: async () => {
      child = spawn(program, ['-F', '-c', config], { stdio: 'ignore' })
      await isUp()
    },
  }
}
