import type { Deps } from '../kernel/http/deps.ts'
import type { Peer } from './received-queries.ts'
import { headerValues } from './take-mail.ts'

/** Whether the domain of the sender vouches for a mail. `rejected`: it says that such mail is not its own. */
export type Verdict = 'proven' | 'unproven' | 'rejected'

const RESULT = /^\s*(dmarc|dkim|spf)\s*=\s*([a-z]+)(.*)$/is
const SIGNATURES_MAX = 20
const LOOK_UPS_MS = 15_000

type Result = { method: string; result: string; rest: string; policy: string | undefined }

/** The results in the value of an `Authentication-Results` header (RFC 8601, section 2.2), with the server that wrote it. */
const readResults = (value: string): { server: string; results: Result[] } => {
  const [policies, plain]: [string[], string] = [[], value.slice(0, 20_000)]
  // The policy of the domain stands in a comment: `dmarc=fail (p=REJECT sp=NONE)`.
  const withoutComments = plain.replace(/\((?:[^()\\]|\\.)*\)/g, comment => {
    policies.push(comment)
    return ` \0${policies.length - 1}\0 `
  })
  const [head = '', ...parts] = withoutComments.split(';')
  const results = parts.flatMap(part => {
    const [, method = '', result = '', rest = ''] = RESULT.exec(part) ?? []
    if (!method) return []
    const comment = policies[Number(/\0(\d+)\0/.exec(part)?.[1] ?? -1)] ?? ''
    const policy =
      /\bp=(\w+)/i.exec(comment)?.[1] ?? /\bpolicy\.(?:published-domain-policy|dmarc)=(\w+)/i.exec(rest)?.[1]
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), rest, policy: policy?.toLowerCase() }]
  })
  return { server: (head.trim().split(/[\s\0]/)[0] ?? '').toLowerCase(), results }
}

const isAligned = (domain: string, from: string): boolean =>
  domain.includes('.') && (domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`))

const propertyIn = (rest: string, name: string): string =>
  (new RegExp(`\\b${name}\\s*=\\s*"?([^\\s";]+)`, 'i').exec(rest)?.[1] ?? '').toLowerCase()

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** What results say of a mail from a domain. DMARC decides; without it a valid signature, or a sending server, of the domain itself. */
const judgeResults = (results: readonly Result[], from: string): Verdict => {
  const dmarc = results.find(({ method }) => method === 'dmarc')
  const ofFrom = propertyIn(dmarc?.rest ?? '', 'header\\.from')
  // The server has judged another sender than the one that we read.
  if (ofFrom !== '' && !isAligned(ofFrom, from)) return 'rejected'
  if (dmarc?.result === 'pass') return 'proven'
  if (dmarc?.result === 'fail' && dmarc.policy !== 'none') return 'rejected'
  const isProven = results.some(({ method, result, rest }) => {
    if (result !== 'pass') return false
    if (method === 'dkim')
      return [propertyIn(rest, 'header\\.d'), domainOf(propertyIn(rest, 'header\\.i'))].some(one =>
        isAligned(one, from),
      )
    return method === 'spf' && isAligned(domainOf(propertyIn(rest, 'smtp\\.mailfrom')), from)
  })
  return isProven && dmarc?.result !== 'fail' ? 'proven' : 'unproven'
}

/** Verifies SPF, DKIM and DMARC ourselves. SPF only if the way in knows which server had the mail. */
const verify = async (
  { resolveDns, log }: Pick<Deps, 'resolveDns' | 'log'>,
  raw: Buffer,
  from: string,
  peer: Peer | null,
): Promise<Verdict> => {
  if (headerValues(raw, 'dkim-signature').length > SIGNATURES_MAX) return 'unproven'
  try {
    const { authenticate } = await import('mailauth')
    const work = authenticate(raw, {
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
    if (!found) return 'unproven'
    const { dmarc, dkim, spf } = found
    const dmarcResult = dmarc ? dmarc.status.result : 'none'
    if (dmarcResult === 'pass') return 'proven'
    // Without the sending server only a signature can prove the sender: its absence tells nothing.
    if (dmarcResult === 'fail' && (peer || dkim.results.some(({ signingDomain }) => signingDomain)))
      return dmarc && dmarc.policy !== 'none' ? 'rejected' : 'unproven'
    const isSigned = dkim.results.some(
      ({ status, signingDomain }) => status.result === 'pass' && isAligned((signingDomain ?? '').toLowerCase(), from),
    )
    const isSent = peer !== null && spf && spf.status.result === 'pass' && isAligned(domainOf(peer.sender ?? ''), from)
    return isSigned || isSent ? 'proven' : 'unproven'
  } catch (error) {
    log.warn({ err: error }, 'the sender of a mail could not be looked up')
    return 'unproven'
  }
}

/**
 * Judges the sender of a mail by what its own mail server has found, which is the topmost header that bears one of these names; without
 * one, by what we find. Headers of others prove nothing: anybody can write them.
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
  const read = results.map(readResults)
  const first = read.findIndex(({ server }) => authservIds.includes(server))
  if (first !== 0) return verify(deps, raw, domain, peer)
  // A server may write one header for each check.
  const end = read.findIndex(({ server }) => server !== read[0]?.server)
  return judgeResults(
    read.slice(0, end === -1 ? read.length : end).flatMap(({ results }) => results),
    domain,
  )
}
