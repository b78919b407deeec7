import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

const packages = ['postfix', 'dovecot-imapd', 'dovecot-lmtpd', 'opendkim', 'opendkim-tools', 'swaks', 'rspamd']
const programs = [
  '/usr/sbin/postfix',
  '/usr/sbin/dovecot',
  '/usr/lib/dovecot/lmtp',
  '/usr/sbin/opendkim',
  '/usr/sbin/opendkim-genkey',
  '/usr/bin/swaks',
  '/usr/bin/rspamd',
]
const areInstalled = () => programs.every(path => existsSync(path))

/** Whether the mail servers of the tests are installed or could be installed now. Without them their tests are skipped. */
export const findMailServers = async () =>
  areInstalled() || ((await aptInstall('The suites of mail', ...packages)) && areInstalled())
