const withoutPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address

/**
 * The addresses of `X-Forwarded-For` alone. Some proxies (IIS, Azure's gateways) write the caller's port behind its address, and
 * each connection would count as an address of its own.
 */
export const forwardedAddresses = (header: string): string =>
  header
    .split(',')
    .map(part => withoutPort(part.trim()))
    .join(', ')
