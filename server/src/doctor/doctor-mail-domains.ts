import { Resolver } from 'node:dns/promises'
import { openDkimKey } from '../kernel/messages/dkim.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { type Check, type Found, ok, warning } from './doctor.ts'

// What the domains of our mails say of who may send for them: without it the large providers treat mails as spam.

const LOOK_UP_MS = 3000
const TRIES = 2
/** A DNS record may be as long as its owner likes. */
const SHOWN_MAX = 300

/** The text of an answer of DNS, without line breaks and marks of direction. */
const clip = (text: string) => text.replace(/\p{C}+/gu, ' ').slice(0, SHOWN_MAX)

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** A domain did not answer, which says nothing about it. */
class NoAnswer extends Error {}

type LookUp = {
  texts: (name: string) => Promise<string[]>
  hasMailServer: (name: string) => Promise<boolean>
}

const openLookUp = (dnsServer: string | undefined): LookUp => {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: TRIES })
  if (dnsServer) resolver.setServers([dnsServer])
  const ask = async <T>(look: () => Promise<T[]>): Promise<T[]> => {
    try {
      return await look()
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error)
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw new NoAnswer(code)
    }
  }
  return {
    texts: async name => (await ask(() => resolver.resolveTxt(name))).map(parts => parts.join('')),
    hasMailServer: async name => {
      const servers = await ask(() => resolver.resolveMx(name))
      if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '')
      return (await ask(() => resolver.resolve4(name))).length > 0
    },
  }
}

const lookAtSpf = async ({ texts }: LookUp, domain: string): Promise<Found> => {
  const records = (await texts(domain)).filter(text => /^v=spf1(?:\s|$)/i.test(text))
  const [record] = records
  if (record === undefined)
    return warning(
      `${domain} does not say which servers send its mails (no SPF record)`,
      `Add a TXT record to ${domain} that names the mail server of SMTP_URL, such as \`v=spf1 include:mail.example.com ~all\`; its provider says what to write.`,
    )
  if (records.length > 1)
    return warning(
      `${domain} has ${records.length} SPF records, so that none of them counts`,
      'Join them into one record.',
    )
  if (/\s\+?all(?:\s|$)/i.test(record))
    return warning(
      `the SPF record of ${domain} lets every server of the world send its mails: ${clip(record)}`,
      'End it with `~all` or `-all`.',
    )
  return ok(`${domain} says which servers send its mails; that of SMTP_URL must be among them: ${clip(record)}`)
}

const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(';').map(part => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(0, at)).trim().toLowerCase(), part.slice(at + 1).trim()]
    }),
  )

const lookAtDkim = async ({ texts }: LookUp, { dkim }: Settings): Promise<Found> => {
  if (!dkim)
    return ok(
      'Portico does not sign mails (DKIM_KEY is not set): whether the mail server does shows `DKIM-Signature` in a mail that has arrived',
    )
  const { selector, domain, publicKey } = openDkimKey(dkim)
  const name = `${selector}._domainkey.${domain}`
  const toPublish = `Make ${name} a TXT record: \`v=DKIM1; k=rsa; p=${publicKey}\``
  const records = (await texts(name)).map(tagsOf).filter(tags => tags.has('p'))
  if (records.length === 0)
    return warning(`mails are signed, but nobody can check the signature: ${name} has no DKIM record`, toPublish)
  if (!records.some(tags => tags.get('p')?.replace(/\s/g, '') === publicKey))
    return warning(`mails are signed by another key than the one in the DKIM record ${name}`, toPublish)
  return ok(`mails are signed, and ${name} has the key to check it (DKIM)`)
}

/** The record of a domain, else of the nearest domain above it that has one. */
const dmarcOf = async (
  { texts }: LookUp,
  domain: string,
): Promise<{ at: string; tags: Map<string, string> } | undefined> => {
  const labels = domain.split('.')
  for (let from = 0; from <= labels.length - 2 && from < 6; from += 1) {
    const at = labels.slice(from).join('.')
    const record = (await texts(`_dmarc.${at}`)).find(text => /^v=DMARC1\s*(?:;|$)/i.test(text))
    if (record !== undefined) return { at, tags: tagsOf(record) }
  }
  return undefined
}

const isWithin = (domain: string, other: string) => `.${domain}`.endsWith(`.${other}`)

const lookAtDmarc = async (lookUp: LookUp, { mailFrom, replyAddress, dkim }: Settings): Promise<Found[]> => {
  const from = domainOf(mailFrom)
  const dmarc = await dmarcOf(lookUp, from)
  if (!dmarc)
    return [
      warning(
        `${from} does not say what happens to mails that others send in its name (no DMARC record)`,
        `Add a TXT record _dmarc.${from}, to begin with \`v=DMARC1; p=none; rua=mailto:${mailFrom}\`.`,
      ),
    ]
  const { at, tags } = dmarc
  const policy = ((at === from ? undefined : tags.get('sp')) ?? tags.get('p') ?? 'none').toLowerCase()
  const found: Found[] = [
    policy === 'reject'
      ? ok(`mails that others send in the name of ${from} are refused (DMARC, p=reject)`)
      : policy === 'quarantine'
        ? ok(`mails that others send in the name of ${from} are treated as spam (DMARC, p=quarantine)`)
        : ok(`mails that others send in the name of ${from} are only counted (DMARC, p=none)`),
  ]
  if (dkim && tags.get('adkim')?.toLowerCase() === 's' && dkim.domain !== from)
    found.push(
      warning(
        `DMARC of ${from} takes no signature of ${dkim.domain} (adkim=s)`,
        `Set DKIM_DOMAIN to ${from}, with a DKIM record there.`,
      ),
    )
  const returns = replyAddress ? domainOf(replyAddress.after) : from
  const isStrict = tags.get('aspf')?.toLowerCase() === 's'
  const isAligned = returns === from || (!isStrict && (isWithin(returns, from) || isWithin(from, returns)))
  if (!isAligned && !dkim)
    found.push(
      warning(
        `mails about tickets come back to ${returns}, so that SPF says nothing for ${from}: only a DKIM signature of ${from} counts for DMARC`,
        'Have the mail server sign for it, set DKIM_KEY, or take a REPLY_ADDRESS below the domain of MAIL_FROM.',
      ),
    )
  return found
}

const lookAtAnswers = async ({ hasMailServer }: LookUp, domain: string): Promise<Found> =>
  (await hasMailServer(domain))
    ? ok(`answers to ${domain} have a mail server`)
    : warning(
        `answers to ${domain} arrive nowhere: it has no mail server`,
        `Add an MX record to ${domain} that names the server that hands its mails to Portico.`,
      )

/** Checks what DNS says of the domains that mails come from; only where mails leave the machine. */
export const mailDomainCheck = (settings: Settings): Check[] => {
  const { smtpUrl, mailFrom, replyAddress, dnsServer } = settings
  if (!smtpUrl) return []
  const look = async (): Promise<Found[]> => {
    const lookUp = openLookUp(dnsServer)
    const from = domainOf(mailFrom)
    const returns = replyAddress ? domainOf(replyAddress.after) : from
    const looks: [domain: string, look: () => Promise<Found[]>][] = [
      [returns, async () => [await lookAtSpf(lookUp, returns)]],
      ...(returns === from
        ? []
        : ([
            [from, async () => [await lookAtSpf(lookUp, from)]],
            [returns, async () => [await lookAtAnswers(lookUp, returns)]],
          ] as [string, () => Promise<Found[]>][])),
      [settings.dkim?.domain ?? from, async () => [await lookAtDkim(lookUp, settings)]],
      [from, () => lookAtDmarc(lookUp, settings)],
    ]
    const unanswered = new Map<string, string>()
    const found = await Promise.all(
      looks.map(([domain, look]) =>
        look().catch(error => {
          if (!(error instanceof NoAnswer)) throw error
          unanswered.set(domain, error.message)
          return []
        }),
      ),
    )
    const silent = [...unanswered].map(([domain, code]) =>
      warning(
        `DNS did not answer about ${domain} (${code}): this says nothing about the domain`,
        'See that this machine reaches a DNS server, or name one in DNS_SERVER.',
      ),
    )
    return [...found.flat(), ...silent]
  }
  return [{ name: 'mail domains', todo: 'Check DKIM_KEY and DNS_SERVER.', look }]
}
