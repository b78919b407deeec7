import { createHash } from 'node:crypto'
import { anAddress, type TestApp } from './app.ts'

/** One of two installations' things, and the other's. */
export type Pair<T> = readonly [T, T]

/** A row of a list: its id, or the person's. */
export type Listed = { id?: number; webUserId?: number }

/** Asks two installations the same, and compares what they answer but for ids and the addresses of files, whose bytes are compared. */
export type Comparison = {
  /** Both bodies; JSON where it is. */
  get(urls: Pair<string>): Promise<Pair<unknown>>
  /** All rows of a list, page after page. */
  list(urls: Pair<string>): Promise<Pair<Listed[]>>
  /** Fetches each file that was named so far, from both. */
  files(): Promise<number>
  /** What was not the same, so far. */
  differences: string[]
  calls: () => number
}

const LINK = /\/api\/(?:files|publicfiles)\/\d+\/[^"\s<)]+|\/api\/pictures\/[^"\s<)]+/g
const HEADERS = ['content-type', 'total-count', 'total-amount', 'total-minutes', 'content-disposition']

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Compares two installations as somebody sees them; `tokens` are that person's. */
export const compareAnswers = (apps: Pair<TestApp>, tokens?: Pair<string>): Comparison => {
  const differences: string[] = []
  const twins = new Map<string, unknown>()
  const links = new Map<string, string>()
  let calls = 0

  const differ = (where: string, a: unknown, b: unknown) => {
    differences.push(`${where}: ${JSON.stringify(a)?.slice(0, 200)} / ${JSON.stringify(b)?.slice(0, 200)}`)
  }
  /** Each id of one side stands for one of the other's. */
  const sameId = (where: string, a: number, b: number) => {
    for (const [key, other] of [
      [`${where} left ${a}`, b],
      [`${where} right ${b}`, a],
    ] as const) {
      if ((twins.get(key) ?? other) !== other) differ(where, a, b)
      twins.set(key, other)
    }
  }
  const same = (where: string, key: string, a: unknown, b: unknown): void => {
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) differ(`${where} length`, a.length, b.length)
      for (const [n, one] of a.entries()) same(`${where}[]`, key, one, b[n])
    } else if (isObject(a) && isObject(b)) {
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        same(`${where}.${name}`, name, a[name], b[name])
    } else if (typeof a === 'number' && typeof b === 'number' && /(^id|Id|Ids)$/.test(key)) sameId(where, a, b)
    else if (typeof a === 'string' && typeof b === 'string') {
      const [ours, theirs] = [a.match(LINK) ?? [], b.match(LINK) ?? []]
      if (ours.length !== theirs.length || a.replace(LINK, '') !== b.replace(LINK, '')) differ(where, a, b)
      for (const [n, link] of ours.entries())
        links.set(link.replaceAll('&amp;', '&'), theirs[n]?.replaceAll('&amp;', '&') ?? '')
    } else if (a !== b) differ(where, a, b)
  }

  const ask = (side: 0 | 1, url: string) =>
    apps[side].http.inject({
      url,
      remoteAddress: anAddress(),
      ...(tokens && { headers: { authorization: `Bearer ${tokens[side]}` } }),
    })
  const both = async (urls: Pair<string>) => {
    calls += 1
    const [a, b] = [await ask(0, urls[0]), await ask(1, urls[1])]
    const where = urls[0].replace(/\d+/g, '#')
    if (a.statusCode !== b.statusCode)
      differ(`${where} status`, `${a.statusCode} ${a.payload}`, `${b.statusCode} ${b.payload}`)
    for (const name of HEADERS) {
      // A picture is called as its address is.
      const [ours, theirs] = [a, b].map(({ headers }) => String(headers[name]).replace(/[0-9a-f]{32}/g, '#'))
      if (ours !== theirs) differ(`${where} ${name}`, ours, theirs)
    }
    return { a, b, where }
  }
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

  /** A text with the ids in it blanked, as calendars have them; of other files the hash. */
  const contentOf = ({ headers, payload, rawPayload }: Awaited<ReturnType<typeof ask>>) =>
    String(headers['content-type']).startsWith('text/') ? payload.replace(/-\d+@/g, '-#@') : hashOf(rawPayload)

  const get = async (urls: Pair<string>) => {
    const { a, b, where } = await both(urls)
    if (!String(a.headers['content-type']).includes('json')) {
      const [ours, theirs] = [contentOf(a), contentOf(b)]
      if (ours !== theirs) differ(where, ours.slice(0, 500), theirs.slice(0, 500))
      return { a, b, bodies: [a.payload, b.payload] as const }
    }
    const bodies = [a.json(), b.json()] as const
    if (a.statusCode >= 400) for (const body of bodies) delete body.requestId
    same(where, '', ...bodies)
    return { a, b, bodies }
  }

  return {
    get: async urls => (await get(urls)).bodies,
    async list(urls) {
      const rows: Pair<Listed[]> = [[], []]
      let next: Pair<string | undefined> = urls
      while (next[0] !== undefined && next[1] !== undefined) {
        const { a, b, bodies } = await get([next[0], next[1]])
        if (a.statusCode >= 400) break
        for (const side of [0, 1] as const) rows[side].push(...(bodies[side] as Listed[]))
        const following = [a, b].map(({ headers }) => /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1])
        next = [following[0], following[1]]
        if ((next[0] === undefined) !== (next[1] === undefined)) differ(`${urls[0]} next`, ...next)
      }
      return rows
    },
    async files() {
      for (const urls of links) {
        const { a, b, where } = await both(urls)
        if (a.statusCode !== 200 || hashOf(a.rawPayload) !== hashOf(b.rawPayload))
          differ(where, a.statusCode, 'other bytes')
      }
      return links.size
    },
    differences,
    calls: () => calls,
  }
}
