import { request as requestPlain } from 'node:http'
import { request as requestSafe } from 'node:https'
import { allowedAddresses, lookupAmong, readServerUrl } from './public-address.ts'

/** A request to a server whose URL comes from outside. */
export type GuardedRequest = {
  /** Sent with POST; without it the request is a GET. */
  body?: { type: string; content: Buffer }
  /** Maximum size of the response, in bytes. */
  most: number
  signal: AbortSignal
  allowPrivate: boolean
  /** The name of the setting that would allow addresses inside private networks. */
  setting: string
}

/**
 * Sends a request to a server whose URL comes from outside, such as one in a certificate: over http or https, only to public networks
 * unless allowed, to the address that was checked, without following redirects. Returns the body of a 200; throws an Error whose message
 * completes a sentence that begins with the URL.
 */
export const guardedRequest = async (address: string, options: GuardedRequest): Promise<Buffer> => {
  const { body, most, signal, allowPrivate, setting } = options
  const url = readServerUrl(address)
  // A DNS look-up cannot be aborted.
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error('did not answer in time'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  const addresses = await Promise.race([allowedAddresses(url, allowPrivate, setting), aborted])
  const answer = new Promise<Buffer>((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? requestSafe : requestPlain)(url, {
      method: body ? 'POST' : 'GET',
      headers: body && { 'content-type': body.type, 'content-length': body.content.length },
      lookup: lookupAmong(addresses),
      agent: false,
      signal,
    })
    const refuse = (reason: string) => {
      reject(new Error(reason))
      sent.destroy()
    }
    sent.on('response', response => {
      const chunks: Buffer[] = []
      let size = 0
      if (response.statusCode !== 200) return refuse(`answered ${response.statusCode}`)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > most) refuse(`answered more than ${most} bytes`)
      })
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.on('close', () => reject(new Error('closed the connection')))
    sent.end(body?.content)
  })
  return Promise.race([answer, aborted])
}
