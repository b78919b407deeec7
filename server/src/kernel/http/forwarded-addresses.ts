const withoutPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address

/**
 * The addresses in `X-Forwarded-For` without ports. Some proxies (IIS, Azure's gateways) append the client's port, so that each connection
 * would count as another address.
 */
export const forwardedAddresses = (header: string): string =>
  header
    .split(',')
    .map(part => withoutPort(part.trim()))
    .join(', ')
