import { JobFailed } from '../database/jobs.ts'
import type { DevMailbox } from './dev-mailbox.ts'

/** A text message; `id` is the same in all retries. */
export type Sms = { id: string; to: string; text: string }

/** Sends text messages; JobFailed with `final` if a retry cannot succeed. */
export type SmsTransport = { send(sms: Sms): Promise<void> }

const TIMEOUT_MS = 15_000

type Post = { url: string; headers: Record<string, string>; body: string }

const encodeBasicAuth = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const json = { 'content-type': 'application/json' }

/** Portico's own generic format: `{"id", "to", "text"}`; name and password of the URL become basic authentication. */
const plainPost = (provider: URL): ((sms: Sms) => Post) => {
  const { username, password } = provider
  const url = new URL(provider)
  url.username = ''
  url.password = ''
  const authorization = encodeBasicAuth(decodeURIComponent(username), decodeURIComponent(password))
  return ({ id, to, text }) => ({
    url: url.href,
    headers: { ...json, 'idempotency-key': id, ...(username && { authorization }) },
    body: JSON.stringify({ id, to, text }),
  })
}

/** `twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com?from=+15005550006` (or `?service=MG…`). */
const twilioPost = (provider: URL): ((sms: Sms) => Post) => {
  const account = decodeURIComponent(provider.username)
  const from = provider.searchParams.get('from')
  const service = provider.searchParams.get('service')
  const sender: Record<string, string> = service ? { MessagingServiceSid: service } : { From: (from ?? '').trim() }
  return ({ to, text }) => ({
    url: `https://${provider.host}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: encodeBasicAuth(account, decodeURIComponent(provider.password)),
    },
    body: new URLSearchParams({ To: to, Body: text, ...sender }).toString(),
  })
}

/** `skebby://USER_KEY:ACCESS_TOKEN@api.skebby.it?sender=Brenta`. */
const skebbyPost = (provider: URL): ((sms: Sms) => Post) => {
  const sender = provider.searchParams.get('sender')
  return ({ to, text }) => ({
    url: `https://${provider.host}/API/v1.0/REST/sms`,
    headers: {
      ...json,
      user_key: decodeURIComponent(provider.username),
      Access_token: decodeURIComponent(provider.password),
    },
    body: JSON.stringify({ message_type: 'GP', recipient: [to], message: text, ...(sender && { sender }) }),
  })
}

const forms: Record<string, (provider: URL) => (sms: Sms) => Post> = {
  'http:': plainPost,
  'https:': plainPost,
  'twilio:': twilioPost,
  'skebby:': skebbyPost,
}

/** Makes the function that builds a provider's HTTP request; the scheme of SMS_URL selects the provider. */
export const chooseSmsPost = (address: string): ((sms: Sms) => Post) => {
  const provider = new URL(address)
  const form = forms[provider.protocol]
  if (!form) throw new RangeError('no SMS provider has this scheme')
  return form(provider)
}

/** Schemes that SMS_URL may have. */
export const smsSchemes: string[] = Object.keys(forms).map(scheme => scheme.slice(0, -1))

/** Adds the country to a number that was written without: providers refuse it, or take it for one of their own country. */
const withCountry = (to: string, countryCode: string) => (to.startsWith('+') ? to : `+${countryCode}${to}`)

/**
 * Sends text messages through a provider's HTTP API (SMS_URL), to numbers without a country to that of `countryCode` (SMS_COUNTRY_CODE). Any 2xx
 * means that the provider has accepted the message.
 */
export const openSmsTransport = (address: string, countryCode: string): SmsTransport => {
  const post = chooseSmsPost(address)
  return {
    async send(sms) {
      const { url, headers, body } = post({ ...sms, to: withCountry(sms.to, countryCode) })
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      await answer.body?.cancel()
      if (answer.ok) return
      // The operator can fix 401 and 403; the other 4xx statuses are about this message, so a retry is useless.
      const final = answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status)
      throw new JobFailed(`the SMS provider answered ${answer.status}`, { final })
    },
  }
}

/** Writes each text message to the development mailbox as a `.json` file with `to`, `text` and `sentAt`. */
export const openDevSmsTransport = (mailbox: DevMailbox): SmsTransport => ({
  send: ({ to, text }) =>
    mailbox.write('json', `${JSON.stringify({ to, text, sentAt: new Date().toISOString() }, null, 2)}\n`),
})
