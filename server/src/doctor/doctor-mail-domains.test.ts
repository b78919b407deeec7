import { expect, test } from 'vitest'
import { keyFolder, rsaKey } from '../../test/fixtures/signed-mail.ts'
import { type DnsName, dnsServer } from '../../test/servers/dns-server.ts'
import { openDkimKey } from '../kernel/messages/dkim.ts'
import { readSettings } from '../kernel/settings/settings.ts'
import { examine } from './doctor.ts'
import { mailDomainCheck } from './doctor-mail-domains.ts'

const { writeKey } = keyFolder()
const keyFile = writeKey('key.pem', rsaKey())
const { publicKey } = openDkimKey({ keyFile, selector: 's', domain: 'service.example' })

const look = async (names: Record<string, DnsName>, env: Record<string, string> = {}) => {
  const { address } = await dnsServer(names)
  const settings = readSettings({
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'portal@service.example',
    DNS_SERVER: address,
    ...env,
  })
  const findings = await examine(mailDomainCheck(settings))
  return {
    states: findings.map(({ state }) => state),
    text: findings.map(({ found, todo }) => (todo ? `${found} → ${todo}` : found)).join('\n'),
  }
}

const signing = { DKIM_KEY: keyFile, DKIM_SELECTOR: 's' }
const good: Record<string, DnsName> = {
  'service.example': { txt: ['google-site-verification=1', 'v=spf1 include:mail.example -all'] },
  's._domainkey.service.example': { txt: [`v=DKIM1; k=rsa; p=${publicKey}`] },
  '_dmarc.service.example': { txt: ['v=DMARC1; p=reject; rua=mailto:x@service.example'] },
}

test('domains that are in order are told in words', async () => {
  const { states, text } = await look(good, signing)
  expect(states).toEqual(['ok', 'ok', 'ok'])
  expect(text).toContain('must be among them: v=spf1 include:mail.example -all')
  expect(text).toContain('s._domainkey.service.example has the key')
  expect(text).toContain('are refused (DMARC, p=reject)')
  expect((await look(good)).states).toEqual(['ok', 'ok', 'ok'])
})

test('what is missing is told with the record to add', async () => {
  const { states, text } = await look({ 'service.example': {} }, signing)
  expect(states).toEqual(['warning', 'warning', 'warning'])
  expect(text).toContain('service.example does not say which servers send its mails')
  expect(text).toContain(`Make s._domainkey.service.example a TXT record: \`v=DKIM1; k=rsa; p=${publicKey}\``)
  expect(text).toContain('Add a TXT record _dmarc.service.example')
})

test.each<[string, Record<string, DnsName>, string]>([
  ['two SPF records', { 'service.example': { txt: ['v=spf1 -all', 'v=spf1 a -all'] } }, 'has 2 SPF records'],
  ['an SPF record for everybody', { 'service.example': { txt: ['v=spf1 +all'] } }, 'every server of the world'],
  ['the key of another', { 's._domainkey.service.example': { txt: ['v=DKIM1; p=AAAA'] } }, 'by another key'],
  ['a revoked key', { 's._domainkey.service.example': { txt: ['v=DKIM1; p='] } }, 'by another key'],
  ['something else at the selector', { 's._domainkey.service.example': { txt: ['hello'] } }, 'has no DKIM record'],
])('%s is a warning', async (_, names, sentence) => {
  const { states, text } = await look({ ...good, ...names }, signing)
  expect(states.toSorted()).toEqual(['ok', 'ok', 'warning'])
  expect(text).toContain(sentence)
})

test('a DMARC record above the domain counts, with what it says of those below', async () => {
  const names = { ...good, '_dmarc.service.example': { txt: ['v=DMARC1; p=reject; sp=quarantine; adkim=s'] } }
  const below = { MAIL_FROM: 'portal@mail.service.example', DKIM_DOMAIN: 'service.example' }
  const { text } = await look({ ...names, 'mail.service.example': { txt: ['v=spf1 -all'] } }, { ...signing, ...below })
  expect(text).toContain('in the name of mail.service.example are treated as spam (DMARC, p=quarantine)')
  expect(text).toContain('takes no signature of service.example (adkim=s)')
})

test('the domain of the answers needs a mail server, and a signature where it is another one', async () => {
  const elsewhere = { REPLY_ADDRESS: 'ticket+{token}@answers.example' }
  const without = await look({ ...good, 'answers.example': { txt: ['v=spf1 -all'] } }, elsewhere)
  expect(without.text).toContain('answers to answers.example arrive nowhere')
  expect(without.text).toContain('mails about tickets come back to answers.example')
  const names = { ...good, 'answers.example': { txt: ['v=spf1 -all'], mx: ['mx.service.example'] } }
  const { states, text } = await look(names, { ...elsewhere, ...signing })
  expect(states).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  expect(text).toContain('answers to answers.example have a mail server')
})

test('a DNS server that does not answer or has a fault is no fault of the domain', async () => {
  const failing = await look({ ...good, 'service.example': { fails: true } }, signing)
  expect(failing.states).toEqual(['ok', 'ok', 'warning'])
  expect(failing.text).toContain('DNS did not answer about service.example (ESERVFAIL): this says nothing')
  const silent = await look({}, { DNS_SERVER: '127.0.0.1:1' })
  expect(silent.states).toEqual(['ok', 'warning'])
  expect(silent.text).toContain('DNS did not answer about service.example (')
})

test('what a record says cannot write lines of its own, and without a mail server nothing is asked', async () => {
  const { text } = await look({ ...good, 'service.example': { txt: [`v=spf1 -all\n\u001b[2J${'x'.repeat(400)}`] } })
  expect(text.split('\n')[0]).not.toMatch(/\p{C}/u)
  expect(text.split('\n')[0]?.length).toBeLessThan(500)
  expect(mailDomainCheck(readSettings({}))).toEqual([])
})
