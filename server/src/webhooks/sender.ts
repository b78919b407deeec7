import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSafe, Agent as SafeAgent } from 'node:https'
import { allowedAddresses, lookupAmong, RefusedAddress, readServerUrl } from '../kernel/security/public-address.ts'

/** The result of an attempt: the response status, if there was a response, and a short reason if it failed. */
export type SendResult = { status: number | null; error: string | null }

const TIMEOUT_MS = 10_000
/** Largest part of a response body that is read, in bytes. */
const BODY_MAX = 64 * 1024
/** Longest reason that is stored, in characters. */
const EXCERPT_MAX = 200

/** The beginning of an untrusted text, in one line and without control characters and lone surrogates, which PostgreSQL rejects. */
const toExcerpt = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, EXCERPT_MAX)
    .replace(/\p{Cs}/gu, '')

/** Reads and discards a response body, within a limit, so that the connection can be reused. Its text is never shown to anybody. */
const discardBody = async (answer: IncomingMessage): Promise<void> => {
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > BODY_MAX) break
    }
  } catch {
    // Only the status matters.
  }
}

const reasons: Record<string, string> = {
  ABORT_ERR: 'did not answer within 10 seconds',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'is out of reach',
  ENETUNREACH: 'is out of reach',
}

const describeFailure = (error: unknown): string => {
  if (error instanceof RefusedAddress) return error.message
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? toExcerpt(message || code || 'failed')
}

/**
 * Makes a short-lived sender of webhook requests. It resolves each host once and connects only to the addresses that were checked then.
 * It follows no redirect. `close` ends the idle connections.
 */
export const openSender = ({ allowPrivate, atOnce }: { allowPrivate: boolean; atOnce: number }) => {
  const agentOptions = { keepAlive: true, maxSockets: atOnce }
  const agents = { 'http:': new PlainAgent(agentOptions), 'https:': new SafeAgent(agentOptions) }
  const hosts = new Map<string, ReturnType<typeof allowedAddresses>>()

  const resolveAddresses = (url: URL) => {
    const addresses = hosts.get(url.hostname) ?? allowedAddresses(url, allowPrivate)
    hosts.set(url.hostname, addresses)
    return addresses
  }

  const sendRequest = async (url: URL, headers: Record<string, string>, body: string): Promise<IncomingMessage> => {
    // Checked before the request, because Node never calls `lookup` for a host that is an IP address.
    const addresses = await resolveAddresses(url)
    const lookup = lookupAmong(addresses)
    const isSecure = url.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const request = (isSecure ? requestSafe : requestPlain)(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        agent: agents[isSecure ? 'https:' : 'http:'],
        lookup,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      request.on('response', resolve)
      request.on('error', reject)
      // A 101 response emits no `response` event, so reject on close.
      request.on('close', () => reject(new Error('closed the connection')))
      request.end(body)
    })
  }

  return {
    async post(target: string, headers: Record<string, string>, body: string): Promise<SendResult> {
      try {
        const answer = await sendRequest(readServerUrl(target), headers, body)
        const status = answer.statusCode ?? 0
        await discardBody(answer)
        return { status, error: status >= 200 && status < 300 ? null : `answered ${status}` }
      } catch (error) {
        return { status: null, error: describeFailure(error) }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** See {@link openSender}. */
export type Sender = ReturnType<typeof openSender>
