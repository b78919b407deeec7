import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyFolder, rsaKey, signedMail } from '../../../test/fixtures/signed-mail.ts'

// Debian's opendkim judges what we sign.

const { folder, write, writeKey } = keyFolder()
const program = '/usr/sbin/opendkim'

const findOpendkim = (): boolean => {
  if (existsSync(program)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  try {
    execFileSync('apt-get', ['-q', 'install', '-y', '--no-install-recommends', 'opendkim'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: 180_000,
    })
  } catch {
    return false
  }
  return existsSync(program)
}

test.skipIf(!findOpendkim())('opendkim finds a signed mail valid, and a changed one not', async () => {
  const { raw, record } = await signedMail(writeKey('key.pem', rsaKey()))
  const keys = write('keys', `portico._domainkey.service.example ${record}\n`)
  const config = write('opendkim.conf', `Mode v\nSyslog no\nTestPublicKeys ${keys}\n`)
  const judge = (mail: string) => {
    const file = write('mail.eml', mail)
    return execFileSync(program, ['-x', config, '-t', file, '-vv'], { cwd: folder, encoding: 'utf8' })
  }
  const mail = raw.toString('latin1')
  expect(judge(mail)).toContain('dkim=pass (2048-bit key) header.d=service.example')
  expect(judge(mail.replace('bene', 'male'))).toContain('dkim=fail')
  expect(judge(mail.replace('=One-Click', '=Two-Clicks'))).toContain('dkim=fail')
})
