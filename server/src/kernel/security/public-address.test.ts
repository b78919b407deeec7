import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

// IANA's registries of special-purpose addresses for IPv4 and IPv6, and the multicast addresses. Those that are reachable from
// everywhere, such as the ones of AS112, are infrastructure: no receiver of webhooks has one.
const special = [
  '0.0.0.0/8',
  '0.0.0.0/32',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.0.0.170/32',
  '192.0.0.171/32',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '::1/128',
  '::/128',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]

const firstAndLast = (network: string) => {
  const [address, bits] = ipaddr.parseCIDR(network)
  const first = address.toByteArray()
  const last = first.map((byte, n) => byte | (0xff >> Math.min(8, Math.max(0, bits - n * 8))))
  return [first, last].map(bytes => ipaddr.fromByteArray(bytes).toString())
}

test.each(special)('no address of %s is public, from the first to the last', network => {
  expect(firstAndLast(network).filter(isPublicAddress)).toEqual([])
})

test.each([
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '4000::1',
  'fd00:ec2::254',
  'fe80::1%eth0',
  'fec0::1',
  '0177.0.0.1',
  '0x8.8.8.8',
  '8.8',
  '08.8.8.8',
  '[2606:4700::1111]',
  'nowhere',
  '',
])('%s is not a public address', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '1.0.0.0',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700::1111',
  '2a00:1450:4002::1',
])('%s is a public address', address => {
  expect(isPublicAddress(address)).toBe(true)
})
