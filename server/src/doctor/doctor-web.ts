import { connect } from 'node:tls'
import { type Db, sql } from '../kernel/database/db.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { broken, type Check, type Found, ok, warning } from './doctor.ts'

const PATIENCE_MS = 15_000
const DAY = 86_400_000

const isLocal = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

/** Expiry of a server's certificate; `fetch` has verified the certificate before. */
const certificateEnd = ({ hostname, port }: URL) =>
  new Promise<Date>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
    socket.on('error', reject)
  })

const checkPublicUrl = async (publicUrl: string, installation: string): Promise<Found[]> => {
  const url = new URL(publicUrl)
  const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  const text = await answer.text()
  const todo = 'See that the proxy hands everything on to this portal, and that DNS leads to it.'
  const answeredInstallation = (() => {
    try {
      return JSON.parse(text)?.installation
    } catch {
      return undefined
    }
  })()
  if (!answer.ok || answeredInstallation === undefined)
    return [broken(`${publicUrl} answers ${answer.status}, and is not a portal`, todo)]
  if (answeredInstallation !== installation)
    return [broken(`${publicUrl} is another installation, with another SECRET_KEY`, todo)]
  const found = [ok(`${publicUrl} leads here`)]
  if (url.protocol === 'http:' && !isLocal(url.hostname))
    found.push(
      warning(
        `${publicUrl} is not encrypted: passwords can be read on the way`,
        'Let a proxy with TLS stand before it.',
      ),
    )
  if (url.protocol === 'https:') {
    const days = Math.floor(((await certificateEnd(url)).getTime() - Date.now()) / DAY)
    if (days < 14)
      found.push(warning(`the certificate of ${url.host} ends in ${days} days`, 'See that it is renewed by itself.'))
  }
  return found
}

const checkAddress = ({ publicUrl, host, port }: Settings, installation: string): Promise<Found[]> | Found[] => {
  if (publicUrl) return checkPublicUrl(publicUrl, installation)
  const todo = 'Set PUBLIC_URL to the address that customers use.'
  return [warning(`links in mails lead to http://localhost:${port}, and HOST is ${host}`, todo)]
}

/** Whether a network is so large that it is not a network of proxies. */
const isEverybody = (network: string) => {
  const [, bits] = network.split('/')
  return bits !== undefined && Number(bits) < 8
}

const checkProxies = ({ publicUrl, trustProxy }: Settings): Found[] => {
  const wide = trustProxy.find(isEverybody)
  if (wide)
    return [
      broken(
        `TRUST_PROXY believes everybody (${wide})`,
        'Name your proxies alone: who is believed may choose an address and pass the limits.',
      ),
    ]
  if (trustProxy.length > 0) return [ok(`what ${trustProxy.join(', ')} says of callers is believed`)]
  if (publicUrl?.startsWith('https:'))
    return [
      warning(
        'PUBLIC_URL is https, so a proxy stands before the portal, but TRUST_PROXY is not set: all customers count as one address',
        'Set TRUST_PROXY to the address of the proxy, or `loopback` where it runs on this machine.',
      ),
    ]
  return [ok('no proxy is believed')]
}

const demo = async (db: Db, { publicUrl, demo }: Settings): Promise<Found[]> => {
  const { there } = await db.one<{ there: boolean }>(sql`select exists (select from installation
    where key = 'demo' and value ? 'serviceCompanies') as there`)
  if (!there || demo === true || !publicUrl || isLocal(new URL(publicUrl).hostname)) return []
  return [
    warning('the demo, with its public passwords, is in a public portal', 'Take it out: `portico demo --remove`.'),
  ]
}

/** Checks how customers reach the portal: its public address and the proxies in front of it. */
export const webChecks = (settings: Settings, installation: string): Check[] => [
  {
    name: 'PUBLIC_URL',
    todo: 'See that the portal runs, that DNS leads to the proxy, and that its certificate is valid.',
    look: async () => checkAddress(settings, installation),
  },
  { name: 'TRUST_PROXY', todo: 'Check TRUST_PROXY.', look: async () => checkProxies(settings) },
]

/** Checks that the demo, whose passwords are public, is not in a public installation. */
export const demoCheck = (db: Db, settings: Settings): Check => ({
  name: 'demo',
  todo: 'Start the portal once.',
  look: () => demo(db, settings),
})
