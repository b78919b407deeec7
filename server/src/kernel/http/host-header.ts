import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a request may be taken for several: with two `Host` headers, where a proxy may have read the other one, or without a
 * version, which answers without a status line (RFC 9112, 2.3 and 3.2). A single absent `Host` is refused by node:http itself.
 */
export const hasAmbiguousHost = ({ rawHeaders, httpVersionMajor }: IncomingMessage): boolean => {
  if (httpVersionMajor < 1) return true
  let hosts = 0
  for (let n = 0; n < rawHeaders.length; n += 2) if (rawHeaders[n]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** Whether a host name or address is this machine itself. */
export const isLoopbackName = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'))

/** Whether a `Host` header names this machine itself, whatever the port. */
export const namesLoopback = (header: string | undefined): boolean =>
  header !== undefined && isLoopbackName(header.replace(/:\d+$/, ''))
