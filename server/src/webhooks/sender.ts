import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSafe, Agent as SafeAgent } from 'node:https'
import { allowedAddresses, lookupAmong, RefusedAddress, readServerUrl } from '../kernel/security/public-address.ts'

/** What came of a try: the status, if there was an answer, and what was wrong, in a few words. */
export type Outcome = { status: number | null; error: string | null }

const TIMEOUT_MS = 10_000
/** Bytes of an answer that are read. */
const ANSWER_MAX = 64 * 1024
/** Characters of a reason that are kept. */
const EXCERPT_MAX = 200

/** The beginning of a text that is foreign, in one line; what cannot be read or kept is left out, half a character among it. */
const excerpt = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, EXCERPT_MAX)
    .replace(/\p{Cs}/gu, '')

/** Reads an answer's body, within bounds, so that its connection can take the next one. Nobody is shown what another server says. */
const discard = async (answer: IncomingMessage): Promise<void> => {
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > ANSWER_MAX) break
    }
  } catch {
    // The status has said all that counts.
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

const whyNot = (error: unknown): string => {
  if (error instanceof RefusedAddress) return error.message
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? excerpt(message || code || 'failed')
}

/**
 * Posts bodies to webhooks. Each host is resolved once in a sender's life, which is short, and connections go to the addresses that
 * were checked then. No redirect is followed. `close` ends the connections that are kept for the next body.
 */
export const openSender = ({ allowPrivate, atOnce }: { allowPrivate: boolean; atOnce: number }) => {
  const kept = { keepAlive: true, maxSockets: atOnce }
  const agents = { 'http:': new PlainAgent(kept), 'https:': new SafeAgent(kept) }
  const hosts = new Map<string, ReturnType<typeof allowedAddresses>>()

  const addressesOf = (url: URL) => {
    const known = hosts.get(url.hostname) ?? allowedAddresses(url, allowPrivate)
    hosts.set(url.hostname, known)
    return known
  }

  const answerTo = async (url: URL, headers: Record<string, string>, body: string): Promise<IncomingMessage> => {
    // Before the request, for a host that is an address itself is never looked up.
    const addresses = await addressesOf(url)
    const lookup = lookupAmong(addresses)
    const safe = url.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const sent = (safe ? requestSafe : requestPlain)(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        agent: agents[safe ? 'https:' : 'http:'],
        lookup,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      sent.on('response', resolve)
      sent.on('error', reject)
      // Of an answer that would change the protocol (101) nothing else is told.
      sent.on('close', () => reject(new Error('closed the connection')))
      sent.end(body)
    })
  }

  return {
    async post(target: string, headers: Record<string, string>, body: string): Promise<Outcome> {
      try {
        const answer = await answerTo(readServerUrl(target), headers, body)
        const status = answer.statusCode ?? 0
        await discard(answer)
        return { status, error: status >= 200 && status < 300 ? null : `answered ${status}` }
      } catch (error) {
        return { status: null, error: whyNot(error) }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** See {@link openSender}. */
export type Sender = ReturnType<typeof openSender>
