import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether proxies may interpret a request differently: with two `Host` headers a proxy may have used the other one; without an HTTP version
 * the reply has no status line (RFC 9112, 2.3 and 3.2). node:http itself refuses a missing `Host`.
 */
export const hasAmbiguousHost = ({ rawHeaders, httpVersionMajor }: IncomingMessage): boolean => {
  if (httpVersionMajor < 1) return true
  let hosts = 0
  for (let n = 0; n < rawHeaders.length; n += 2) if (rawHeaders[n]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** Whether a host name or address is this machine. */
export const isLoopbackName = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether a `Host` header names this machine, with any port. */
export const namesLoopback = (header: string | undefined): boolean =>
  header !== undefined && isLoopbackName(header.replace(/:\d+$/, ''))
