import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const { IPv4, IPv6 } = ipaddr

const allocated6 = IPv6.parseCIDR('2000::/3')
/** Azure's metadata service: within a public network, unlike the addresses that other clouds use. */
const AZURE_METADATA = '168.63.129.16'

/** Whether an IP address belongs to the public Internet. */
export const isPublicAddress = (address: string): boolean => {
  // The library also parses short, octal and hexadecimal forms, which a connection might read differently.
  const version = isIP(address)
  if (version === 4) return IPv4.parse(address).range() === 'unicast' && address !== AZURE_METADATA
  if (version !== 6) return false
  // To the library whatever is not special is unicast, such as ::8.8.8.8; only 2000::/3 is allocated for public use.
  const parsed = IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(allocated6)
}

/** Why a destination is refused after its host was looked up. */
export type AddressFault = 'unknown_host' | 'private_network'

/** A refused destination; the message is a sentence that says why. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
  readonly fault: AddressFault | undefined
  constructor(message: string, fault?: AddressFault) {
    super(message)
    this.fault = fault
  }
}

/** The host of a URL in the form for DNS look-ups and IP checks: IPv6 without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether the host of a URL needs a DNS look-up. */
export const isNamed = (url: URL): boolean => isIP(hostOf(url)) === 0

// A look-up occupies one of the process's four threads while a name server is silent; password hashing and file access need the same
// threads.
let freeLookups = 2
const waiting: (() => void)[] = []

/** The addresses of a host; an empty list if it is not found. */
const lookUp = async (host: string) => {
  if (freeLookups > 0) freeLookups -= 1
  else await new Promise<void>(go => waiting.push(go))
  try {
    return await lookup(host, { all: true })
  } catch {
    return []
  } finally {
    const next = waiting.shift()
    if (next) next()
    else freeLookups += 1
  }
}

/** An address in a DNS reply. */
export type FoundAddress = { address: string; family: number }

/**
 * Resolves a URL's host to its addresses; throws {@link RefusedAddress} if there are none, or one is inside a private network. `setting` is
 * the setting that would allow it.
 */
export const allowedAddresses = async (
  url: URL,
  allowPrivate: boolean,
  setting = 'WEBHOOK_ALLOW_PRIVATE',
): Promise<FoundAddress[]> => {
  const host = hostOf(url)
  const version = isIP(host)
  const found = version ? [{ address: host, family: version }] : await lookUp(host)
  if (found.length === 0) throw new RefusedAddress(`names a host that is not found: ${host}`, 'unknown_host')
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new RefusedAddress(`leads into a private network, which ${setting}=1 would allow`, 'private_network')
  return found
}

/** A `lookup` function that lets a connection use only these addresses, whatever DNS says by then. */
export const lookupAmong =
  (addresses: FoundAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }

/** Refuses a port on which no receiver of webhooks listens; otherwise webhooks could be used for port scans from this machine. */
export const requirePort = ({ protocol, port }: URL, ports: readonly number[] | undefined): void => {
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  if (ports && !ports.includes(number))
    throw new RefusedAddress(`has the port ${number}, and only ${ports.join(', ')} are allowed (WEBHOOK_PORTS)`)
}

/** Parses the URL of an external server; throws {@link RefusedAddress} if it is not valid. */
export const readServerUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new RefusedAddress('is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new RefusedAddress('must begin with https:// or http://')
  if (url.username || url.password) throw new RefusedAddress('must not hold a name or password')
  return url
}
