import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// What is reserved by IANA's registries of special-purpose addresses, and the metadata addresses of clouds that lie outside of it.
const refused4 = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/')
  refused4.addSubnet(address, Number(bits), 'ipv4')
}

// Of IPv6 only 2000::/3 is given out to the public; in it lie what is reserved, and ways that lead into IPv4.
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
const refused6 = new BlockList()
refused6.addSubnet('2001::', 23, 'ipv6')
refused6.addSubnet('2001:db8::', 32, 'ipv6')
refused6.addSubnet('2002::', 16, 'ipv6')
refused6.addSubnet('3fff::', 20, 'ipv6')

/** Whether an IP address is one of the public Internet. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !refused4.check(address, 'ipv4')
  return version === 6 && public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

/** An address that nothing is sent to, in a sentence that says why. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** The host of a URL as names and addresses are looked up: IPv6 without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether the host of a URL has to be looked up. */
export const isNamed = (url: URL): boolean => isIP(hostOf(url)) === 0

// Each takes one of the process's four threads, on which passwords and files wait too, for as long as a name server is silent.
let freeLookups = 2
const waiting: (() => void)[] = []

/** The addresses of a host; none where it is not found. */
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

/** An address as a name server answers it. */
export type FoundAddress = { address: string; family: number }

/**
 * The addresses of a URL's host; throws {@link RefusedAddress} where it has none, or one inside a private network. `setting` names the
 * setting that would allow it.
 */
export const allowedAddresses = async (
  url: URL,
  allowPrivate: boolean,
  setting = 'WEBHOOK_ALLOW_PRIVATE',
): Promise<FoundAddress[]> => {
  const host = hostOf(url)
  const version = isIP(host)
  const found = version ? [{ address: host, family: version }] : await lookUp(host)
  if (found.length === 0) throw new RefusedAddress(`names a host that is not found: ${host}`)
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new RefusedAddress(`leads into a private network, which ${setting}=1 would allow`)
  return found
}

/** Lets a connection go to these addresses, whatever a name server says by then. */
export const lookupAmong =
  (addresses: FoundAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }

/** Refuses a port that no receiver of webhooks listens on: others would have this machine try out what a host has open. */
export const requirePort = ({ protocol, port }: URL, ports: readonly number[] | undefined): void => {
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  if (ports && !ports.includes(number))
    throw new RefusedAddress(`has the port ${number}, and only ${ports.join(', ')} are allowed (WEBHOOK_PORTS)`)
}

/** Reads the address of somebody else's server; throws {@link RefusedAddress} for what is none. */
export const readServerUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new RefusedAddress('is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new RefusedAddress('must begin with https:// or http://')
  if (url.username || url.password) throw new RefusedAddress('must not hold a name or password')
  return url
}
