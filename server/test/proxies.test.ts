import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What the configurations of the proxies promise that Portico itself cannot do; that nginx takes its own is shown where the browser's
// tests run behind it.
const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
const nginx = read('nginx.conf')

/** The blocks `server { … }` of a configuration of nginx. */
const sites = [...nginx.matchAll(/^server \{\n(.*?)^\}/gms)].map(([, inside = '']) => inside)

test('every site that answers over TLS tells browsers to stay with it', () => {
  const secured = sites.filter(site => site.includes(' ssl'))
  expect(secured.length).toBeGreaterThan(0)
  for (const site of secured)
    expect(site).toMatch(/^ {2}add_header Strict-Transport-Security max-age=31536000 always;$/m)
  // A location with a header of its own would lose those of its site.
  expect(nginx.match(/add_header/g)).toHaveLength(secured.length)
  expect(read('Caddyfile')).toMatch(/^\theader Strict-Transport-Security max-age=31536000$/m)
})

test('nginx bounds connections and requests of an address, and tells nobody another one', () => {
  for (const zone of ['limit_conn_zone', 'limit_req_zone'])
    expect(nginx).toMatch(new RegExp(`^${zone} \\$binary_remote_addr `, 'm'))
  for (const site of sites.filter(site => site.includes('proxy_pass'))) {
    expect(site).toMatch(/^ {2}limit_conn portico_connections \d+;$/m)
    expect(site).toMatch(/^ {2}limit_req zone=portico_requests burst=\d+ nodelay;$/m)
    expect(site).toMatch(/^ {2}proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  }
})

test('a process that restarts is not taken for dead by nginx', () => {
  const processes = nginx.match(/^ {2}(# )?server 127\.0\.0\.1:\d+.*$/gm) ?? []
  expect(processes.length).toBeGreaterThan(1)
  for (const line of processes) expect(line).toContain(' max_fails=0;')
})

test('no proxy writes addresses with keys into its log', () => {
  expect(nginx.match(/^ {2}access_log off;$/gm)).toHaveLength(sites.length)
  expect(read('Caddyfile')).not.toMatch(/^\s*log\b/m)
})
