import { Readable } from 'node:stream'
import type { DKIMResult } from 'mailauth'
import type { Deps } from '../kernel/http/deps.ts'
import { type CheckResult, readResults } from './authentication-results.ts'
import { HEADERS_MAX, headersOf, headerValues, inCrlfParts } from './reading/raw-mail.ts'
import type { Peer } from './received-queries.ts'

/** Whether the domain of the sender vouches for a mail. `rejected`: it says that such mail is not its own. */
export type Verdict = 'proven' | 'unproven' | 'rejected'

/** What the domain of the sender says could not be looked up; it may be later. */
export class SenderUnknown extends Error {
  override name = 'SenderUnknown'
}

const SIGNATURES_MAX = 20
/** Lines of headers, wrapped ones counted each, and characters of those that mailauth reads: its time grows with their square. */
const HEADER_LINES_MAX = 3000
const HEADER_LENGTH_MAX = 4000
const READ_HEADERS = ['from', 'return-path', 'received', 'dkim-signature']
const LOOK_UPS_MS = 15_000
/** Headers of results that are looked at. */
const RESULTS_MAX = 50

const isAligned = (domain: string, from: string): boolean =>
  domain.includes('.') && (domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`))

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The policy of a domain, which stands in a comment (`dmarc=fail (p=REJECT sp=NONE)`) or in a property. */
const policyOf = ({ comments, properties }: CheckResult): string | undefined =>
  (
    comments.map(comment => /\bp=(\w+)/i.exec(comment)?.[1]).find(Boolean) ??
    properties.get('policy.published-domain-policy') ??
    properties.get('policy.dmarc')
  )?.toLowerCase()

/** What results say of a mail from a domain. DMARC decides; without it a valid signature, or a sending server, of the domain itself. */
const judgeResults = (results: readonly CheckResult[], from: string): Verdict => {
  const dmarc = results.find(({ method }) => method === 'dmarc')
  const ofFrom = dmarc?.properties.get('header.from')?.toLowerCase() ?? ''
  // The server has judged another sender than the one that we read.
  if (ofFrom !== '' && !isAligned(domainOf(ofFrom), from)) return 'rejected'
  if (dmarc?.result === 'pass') return 'proven'
  if (dmarc?.result === 'fail' && policyOf(dmarc) !== 'none') return 'rejected'
  const isProven = results.some(({ method, result, properties }) => {
    if (result !== 'pass') return false
    const name = method === 'spf' ? 'smtp.mailfrom' : properties.has('header.d') ? 'header.d' : 'header.i'
    return ['spf', 'dkim'].includes(method) && isAligned(domainOf(properties.get(name) ?? ''), from)
  })
  return isProven && dmarc?.result !== 'fail' ? 'proven' : 'unproven'
}

/** Whether the headers are such as mail programs and servers write; others cost more time than they are worth. */
const hasUsualHeaders = (raw: Buffer): boolean => {
  const headers = headersOf(raw)
  if (headers.length >= HEADERS_MAX || headers.split('\n').length > HEADER_LINES_MAX) return false
  if (headerValues(raw, 'dkim-signature').length > SIGNATURES_MAX) return false
  return READ_HEADERS.every(name => headerValues(raw, name).every(({ length }) => length <= HEADER_LENGTH_MAX))
}

/** Verifies SPF, DKIM and DMARC ourselves. SPF only if the way in knows which server had the mail. Throws `SenderUnknown`. */
const verify = async (
  { resolveDns, log }: Pick<Deps, 'resolveDns' | 'log'>,
  raw: Buffer,
  from: string,
  peer: Peer | null,
): Promise<Verdict> => {
  if (!hasUsualHeaders(raw)) return 'unproven'
  try {
    const { authenticate } = await import('mailauth')
    // It takes a line that ends with LF alone by itself, and gives nobody else a turn between two.
    const work = authenticate(Readable.from(inCrlfParts(raw), { objectMode: false }), {
      resolver: resolveDns as never,
      disableArc: true,
      disableBimi: true,
      mta: 'portico',
      ...(peer && { ip: peer.address, helo: peer.helo ?? undefined, sender: peer.sender ?? undefined }),
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, LOOK_UPS_MS)
    })
    const found = await Promise.race([work, late]).finally(() => clearTimeout(timer))
    if (!found) throw new SenderUnknown('DNS does not answer in time')
    const { dmarc, dkim, spf } = found
    const results = [dmarc, spf, ...dkim.results].map(one => (one ? one.status.result : 'none'))
    // A signature over the first part of a text alone (`l=`) lets anybody add to it, and one without From lets anybody write another.
    const signatures: (DKIMResult & { signingHeaders?: { keys: string } })[] = dkim.results
    const isSigned = signatures.some(
      ({ status, signingDomain, signingHeaders }) =>
        status.result === 'pass' &&
        !status.underSized &&
        /(?:^|: *)from(?=:|$)/i.test(signingHeaders?.keys ?? '') &&
        isAligned((signingDomain ?? '').toLowerCase(), from),
    )
    const isSent =
      peer !== null && Boolean(spf) && results[1] === 'pass' && isAligned(domainOf(peer.sender ?? ''), from)
    if (isSigned || isSent) return results[0] === 'fail' ? 'unproven' : 'proven'
    if (results.includes('temperror')) throw new SenderUnknown('DNS has a fault')
    // Without the sending server only a signature can prove the sender: its absence proves nothing.
    const isJudged = peer !== null || dkim.results.some(({ signingDomain }) => signingDomain)
    return results[0] === 'fail' && isJudged && dmarc && dmarc.policy !== 'none' ? 'rejected' : 'unproven'
  } catch (error) {
    if (error instanceof SenderUnknown) throw error
    log.warn({ err: error }, 'the sender of a mail could not be looked up')
    return 'unproven'
  }
}

/**
 * Judges the sender by the `Authentication-Results` of the server of our mailbox: those headers at the top that bear one of its names, up
 * to the first of another server. If the topmost is not of that server, we verify DKIM, SPF and DMARC ourselves. Headers of others prove
 * nothing: anybody can write them. Throws `SenderUnknown` where DNS cannot be asked.
 */
export const judgeSender = async (
  deps: Pick<Deps, 'resolveDns' | 'log'>,
  {
    raw,
    from,
    results,
    authservIds,
    peer,
  }: { raw: Buffer; from: string; results: string[]; authservIds: readonly string[]; peer: Peer | null },
): Promise<Verdict> => {
  const domain = domainOf(from)
  const read = results.slice(0, RESULTS_MAX).map(readResults)
  const [top] = read
  if (!top || !authservIds.includes(top.server)) return verify(deps, raw, domain, peer)
  // A server may write one header for each check.
  const end = read.findIndex(one => one?.server !== top.server)
  return judgeResults(
    read.slice(0, end === -1 ? read.length : end).flatMap(one => one?.results ?? []),
    domain,
  )
}
