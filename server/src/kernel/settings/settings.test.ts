import { expect, test } from 'vitest'
import { readSettings, WrongSetting } from './settings.ts'

const secret = 'x'.repeat(32)

test('without settings it is the embedded database on this machine', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    trustProxy: [],
    logLevel: 'info',
    webhookAllowPrivate: false,
    demo: undefined,
  })
  expect(readSettings({ PORT: '', HOST: '', DEMO: '', TRUST_PROXY: '', DATABASE_URL: '', SECRET_KEY: '' })).toEqual(
    readSettings({}),
  )
})

test('all settings are read', () => {
  const env = {
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://portale.example.it/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
    DATABASE_URL: 'postgres://u:p@db/portico',
    SECRET_KEY: secret,
    STAFF_TICKET_URL: 'https://erp.example/{portal}/{externalId}',
    DEMO: '1',
    WEBHOOK_ALLOW_PRIVATE: '1',
  }
  expect(readSettings(env)).toMatchObject({
    port: 0,
    publicUrl: 'https://portale.example.it',
    trustProxy: ['loopback', '10.0.0.0/8', '::1'],
    staffTicketUrl: 'https://erp.example/{portal}/{externalId}',
    demo: true,
    webhookAllowPrivate: true,
  })
})

test.each([
  [{}, [80, 443, 8080, 8443]],
  [{ WEBHOOK_PORTS: '443, 9443' }, [443, 9443]],
  [{ WEBHOOK_PORTS: 'any' }, undefined],
  [{ WEBHOOK_ALLOW_PRIVATE: '1' }, undefined],
  [{ WEBHOOK_ALLOW_PRIVATE: '1', WEBHOOK_PORTS: '443' }, [443]],
])('with %o webhooks may use the ports %o', (env, ports) => {
  expect(readSettings(env).webhookPorts).toEqual(ports)
})

test('mails are signed for the domain of MAIL_FROM, or one above it', () => {
  const env = { MAIL_FROM: 'portal@mail.Example.com', DKIM_KEY: '/etc/portico/dkim.pem', DKIM_SELECTOR: 'a2026' }
  expect(readSettings({}).dkim).toBeUndefined()
  expect(readSettings(env).dkim).toEqual({ keyFile: env.DKIM_KEY, selector: 'a2026', domain: 'mail.example.com' })
  expect(readSettings({ ...env, DKIM_DOMAIN: 'example.com' }).dkim?.domain).toBe('example.com')
  for (const DKIM_DOMAIN of ['other.com', 'ample.com', 'x.mail.example.com', 'example.com; x'])
    expect(() => readSettings({ ...env, DKIM_DOMAIN })).toThrow(/^DKIM_DOMAIN must be the domain of MAIL_FROM/)
  expect(() => readSettings({ ...env, DKIM_SELECTOR: '' })).toThrow(/^DKIM_SELECTOR is required/)
  expect(() => readSettings({ ...env, DKIM_SELECTOR: 'a b' })).toThrow(/^DKIM_SELECTOR must be/)
})

test('a DNS server is an address with or without a port', () => {
  for (const DNS_SERVER of ['127.0.0.1', '127.0.0.1:5353', '::1', '[::1]:5353'])
    expect(readSettings({ DNS_SERVER }).dnsServer).toBe(DNS_SERVER)
  for (const DNS_SERVER of ['ns.example.com', '127.0.0.1:99999', 'x'])
    expect(() => readSettings({ DNS_SERVER })).toThrow(/^DNS_SERVER must be/)
})

test('the security log is kept 12 months unless set otherwise', () => {
  expect(readSettings({}).securityLogMonths).toBe(12)
  expect(readSettings({ SECURITY_LOG_MONTHS: '24', STAFF_SECOND_FACTOR: 'offered' }).securityLogMonths).toBe(24)
})

test('sizes have a unit', () => {
  expect(readSettings({})).toMatchObject({ importMax: 256 * 1024 ** 2, storageQuota: undefined })
  expect(readSettings({ IMPORT_MAX: '1 gb', STORAGE_QUOTA: '1.5TB' })).toMatchObject({
    importMax: 1024 ** 3,
    storageQuota: 1.5 * 1024 ** 4,
  })
})

test.each([
  ['IMPORT_MAX', { IMPORT_MAX: '256' }],
  ['STORAGE_QUOTA', { STORAGE_QUOTA: 'none' }],
  ['STORAGE_QUOTA', { STORAGE_QUOTA: '-1GB' }],
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '3000x' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'portale.example.it' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://portale.example.it' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8/8' }],
  ['STAFF_TICKET_URL', { STAFF_TICKET_URL: 'https://erp.example/tickets' }],
  ['STAFF_TICKET_URL', { STAFF_TICKET_URL: 'https://erp.example/{ticket}' }],
  ['STAFF_TICKET_URL', { STAFF_TICKET_URL: 'https://erp.example/{ticketNumber}?{}' }],
  ['STAFF_TICKET_URL', { STAFF_TICKET_URL: 'javascript:alert({ticketNumber})' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db/x', SECRET_KEY: secret }],
  ['DATABASE_URL', { DATABASE_URL: 'somewhere', SECRET_KEY: secret }],
  ['SECRET_KEY', { DATABASE_URL: 'postgres://db/x' }],
  ['SECRET_KEY', { SECRET_KEY: 'short' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.it', MAIL_FROM: 'a@example.it' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example.it', MAIL_FROM: 'a@example.it' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://u:short@mail.example.it' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { MAIL_FROM: 'a@example.it\r\nBcc: b@example.it' }],
  ['SMS_URL', { SMS_URL: 'sms://u:short@host' }],
  ['SMS_URL', { SMS_URL: 'twilio://AC1:short@api.twilio.com' }],
  ['SMS_URL', { SMS_URL: 'skebby://api.skebby.it' }],
  ['SMS_COUNTRY_CODE', { SMS_COUNTRY_CODE: 'IT' }],
  ['DEMO', { DEMO: 'yes' }],
  ['WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: 'true' }],
  ['STAFF_SECOND_FACTOR', { STAFF_SECOND_FACTOR: '1' }],
  ['SECURITY_LOG_MONTHS', { SECURITY_LOG_MONTHS: '0' }],
  ['SECURITY_LOG_MONTHS', { SECURITY_LOG_MONTHS: '1.5' }],
  ['WEBHOOK_PORTS', { WEBHOOK_PORTS: '443,' }],
  ['WEBHOOK_PORTS', { WEBHOOK_PORTS: '70000' }],
  ['WEBHOOK_PORTS', { WEBHOOK_PORTS: 'https' }],
])('the error of a wrong %s names the setting and prints no secret', (name, env) => {
  const read = () => readSettings(env)
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(new RegExp(`^${name} `))
  expect(read).not.toThrow(/short|x{32}/)
})

test('an address without a scheme is refused with the scheme that it needs', () => {
  const read = () => readSettings({ SMTP_URL: 'mail.example.it', MAIL_FROM: 'a@example.it' })
  expect(read).toThrow('SMTP_URL must be a URL that begins with smtp:// or smtps://.')
})

test('mail and SMS settings are read', () => {
  const env = {
    SMTP_URL: 'smtp://user:p%40ss@mail.example.it:587',
    MAIL_FROM: 'Portale <portale@example.it>',
    SMS_URL: 'twilio://AC1:token@api.twilio.com?from=%2B1555',
  }
  expect(readSettings(env)).toMatchObject({
    smtpUrl: env.SMTP_URL,
    mailFrom: 'portale@example.it',
    smsUrl: env.SMS_URL,
    smsCountryCode: '39',
  })
  expect(readSettings({})).toMatchObject({ smtpUrl: undefined, mailFrom: 'portico@localhost', smsUrl: undefined })
  expect(readSettings({ SMS_COUNTRY_CODE: '+34' })).toMatchObject({ smsCountryCode: '34' })
})
