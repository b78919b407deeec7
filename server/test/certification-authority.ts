import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const execute = promisify(execFile)

/** Whether there is an `openssl` to be an authority with. */
export const hasOpenssl = existsSync('/usr/bin/openssl')

/** What the authority answers at: its time stamps, its revocation answers and lists, and the certificates of its authorities. */
type Service = 'tsa' | 'ocsp' | 'root.crl' | 'issuing.crl' | 'root.crt' | 'issuing.crt'

/** `silent` takes the connection and never answers. A number is answered as a status. */
type Behaviour = 'answers' | 'silent' | number

const SECTIONS = (folder: string, url: string) => `
[req]
distinguished_name = dn
[dn]
[root]
database = ${folder}/root.txt
new_certs_dir = ${folder}
serial = ${folder}/root.serial
default_md = sha256
default_days = 3650
default_crl_days = 30
policy = any
unique_subject = no
[issuing]
database = ${folder}/issuing.txt
new_certs_dir = ${folder}
serial = ${folder}/issuing.serial
default_md = sha256
default_days = 365
default_crl_days = 30
policy = any
unique_subject = no
[any]
commonName = supplied
[ext_root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[ext_issuing]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/root.crl
authorityInfoAccess = caIssuers;URI:${url}/root.crt
[ext_tsa]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/issuing.crl
authorityInfoAccess = OCSP;URI:${url}/ocsp,caIssuers;URI:${url}/issuing.crt
[ext_bare]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
authorityKeyIdentifier = keyid
authorityInfoAccess = caIssuers;URI:${url}/issuing.crt
[ext_large]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/issuing.crl
authorityInfoAccess = caIssuers;URI:${url}/issuing.crt
nsComment = "${'.'.repeat(6000)}"
[ext_responder]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,OCSPSigning
noCheck = ignored
authorityKeyIdentifier = keyid
[ext_seal]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature,nonRepudiation
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:${url}/ocsp,caIssuers;URI:${url}/issuing.crt
[tsa]
default_tsa = one
[one]
serial = ${folder}/tsa.serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A certification authority by OpenSSL on this machine: a root, an authority under it that issues, and under that a time-stamping
 * authority and a responder for revocation. What each service does, and how often it was asked, is in the hands of the test.
 */
export const certificationAuthority = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-ca-'))
  const behaviour = new Map<Service, Behaviour>()
  const asked = new Map<Service, number>()
  let tsaCertificate = 'tsa'
  let count = 0
  const openssl = (...args: string[]) => execute('openssl', args, { cwd: folder })

  const answers: Record<Service, (body: Buffer) => Promise<Buffer>> = {
    async tsa(body) {
      count += 1
      const [query, reply] = [`query-${count}`, `reply-${count}`]
      await writeFile(join(folder, query), body)
      const signer = ['-signer', `${tsaCertificate}.crt`, '-inkey', `${tsaCertificate}.key`]
      await openssl('ts', '-reply', '-config', 'ca.cnf', ...signer, '-queryfile', query, '-out', reply)
      return readFile(join(folder, reply))
    },
    async ocsp(body) {
      count += 1
      const [query, reply] = [`query-${count}`, `reply-${count}`]
      await writeFile(join(folder, query), body)
      const responder = ['-rsigner', 'responder.crt', '-rkey', 'responder.key', '-CA', 'issuing.crt']
      await openssl('ocsp', '-index', 'issuing.txt', ...responder, '-reqin', query, '-respout', reply, '-nmin', '60')
      return readFile(join(folder, reply))
    },
    'root.crl': () => crlOf('root'),
    'issuing.crl': () => crlOf('issuing'),
    'root.crt': () => derOf('root'),
    'issuing.crt': () => derOf('issuing'),
  }

  const derOf = async (name: string) => {
    await openssl('x509', '-in', `${name}.crt`, '-outform', 'DER', '-out', `${name}.der`)
    return readFile(join(folder, `${name}.der`))
  }
  const crlOf = async (name: 'root' | 'issuing') => {
    const by = ['-config', 'ca.cnf', '-name', name, '-keyfile', `${name}.key`, '-cert', `${name}.crt`]
    await openssl('ca', '-gencrl', ...by, '-out', `${name}.crl`)
    await openssl('crl', '-in', `${name}.crl`, '-outform', 'DER', '-out', `${name}.crl.der`)
    return readFile(join(folder, `${name}.crl.der`))
  }

  // One after the other: they write into the same files.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  const server = createServer(async (request, response) => {
    const service = (request.url ?? '').slice(1) as Service
    const answer = answers[service]
    asked.set(service, (asked.get(service) ?? 0) + 1)
    const does = behaviour.get(service) ?? 'answers'
    if (does === 'silent') return
    try {
      if (typeof does === 'number') response.writeHead(does).end()
      else {
        const body = await bodyOf(request)
        response.end(await inTurn(() => answer(body)))
      }
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await writeFile(join(folder, 'ca.cnf'), SECTIONS(folder, url))
  for (const name of ['root', 'issuing']) {
    await writeFile(join(folder, `${name}.txt`), '')
    await writeFile(join(folder, `${name}.serial`), '1000')
  }
  await writeFile(join(folder, 'tsa.serial'), '01')

  const keyOf = (name: string, commonName: string) =>
    openssl(
      ...['req', '-new', '-config', 'ca.cnf', '-subj', `/CN=${commonName}`, '-newkey', 'ec'],
      ...['-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`],
    )
  /** Makes a key, and has it certified by the root or the issuing authority. */
  const certify = async (name: string, commonName: string, extensions: string, by: 'root' | 'issuing' = 'issuing') => {
    await keyOf(name, commonName)
    const authority = ['-name', by, '-keyfile', `${by}.key`, '-cert', `${by}.crt`]
    const made = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-extensions', extensions]
    await openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', ...authority, ...made)
  }
  await keyOf('root', 'Prova Root CA')
  await openssl(
    ...['x509', '-req', '-in', 'root.csr', '-signkey', 'root.key', '-days', '3650', '-out', 'root.crt'],
    ...['-extfile', 'ca.cnf', '-extensions', 'ext_root'],
  )
  await certify('issuing', 'Prova Issuing CA', 'ext_issuing', 'root')
  await certify('tsa', 'Prova Time Stamps', 'ext_tsa')
  await certify('responder', 'Prova OCSP', 'ext_responder')

  const close = async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }

  return {
    folder,
    url,
    tsaUrl: `${url}/tsa`,
    /** The root certificate, in PEM. */
    rootPath: join(folder, 'root.crt'),
    set: (service: Service, does: Behaviour) => void behaviour.set(service, does),
    /** How often a service has been asked since the last look. */
    asked: (service: Service) => {
      const times = asked.get(service) ?? 0
      asked.set(service, 0)
      return times
    },
    /**
     * Lets the time stamps come from another certificate: a `bare` one that names no place to ask whether it was revoked, or a `large` one
     * of 6 kB.
     */
    async stampBy(name: 'bare' | 'large') {
      await certify(name, `Prova ${name} Time Stamps`, `ext_${name}`)
      tsaCertificate = name
    },
    revoke: (name: 'tsa') =>
      openssl(
        ...['ca', '-config', 'ca.cnf', '-name', 'issuing', '-keyfile', 'issuing.key', '-cert', 'issuing.crt'],
        ...['-revoke', `${name}.crt`, '-crl_reason', 'keyCompromise'],
      ),
    /** A PKCS #12 file with a key for seals that this authority has certified, under the password `segreta`. */
    async sealingKey() {
      await certify('seal', 'Sigillo Brenta', 'ext_seal')
      const parts = ['-inkey', 'seal.key', '-in', 'seal.crt', '-passout', 'pass:segreta']
      await openssl('pkcs12', '-export', ...parts, '-out', 'seal.p12')
      return join(folder, 'seal.p12')
    },
    close,
  }
}

/** See {@link certificationAuthority}. */
export type CertificationAuthority = Awaited<ReturnType<typeof certificationAuthority>>

/** One that ends with the test that asks for it. */
export const aCertificationAuthority = async (): Promise<CertificationAuthority> => {
  const authority = await certificationAuthority()
  onTestFinished(authority.close)
  return authority
}
