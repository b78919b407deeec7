import { join } from 'node:path'
import { flags } from '@portico/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { portalApi } from '../src/apis.ts'
import { importFile } from '../src/import/import.ts'
import { root } from '../src/installation/installation.ts'
import { sql } from '../src/kernel/database/db.ts'
import { multipart, png, testApp } from './fixtures/app.ts'
import { messages, secrets } from './fixtures/messages.ts'
import { testSeal } from './fixtures/seal.ts'
import { calls, type DemoContact, entities, states } from './fixtures/spec.ts'
import { workers } from './servers/workers.ts'

// On the demo every call of the specification returns every field of its entities, and every state that it names occurs.

const app = await testApp()
const { database, storage, http } = app
const AS_OF = '2026-11-20T12:00:00Z'

type Who = { token: string; company: string; contactId: number }
const who = new Map<DemoContact, Who>()

beforeAll(async () => {
  app.clock.set(AS_OF)
  const deps = { database, storage, secrets, messages, seal: await testSeal(database, secrets), workers, log: () => {} }
  const report = await importFile(deps, join(root, 'demo', 'demo.jsonl'))
  expect(report.refused).toEqual([])
  const rows = await database.many<{
    contact: DemoContact
    user: string
    contactId: number
    company: string
    serviceCompanyId: number
    webUserId: number
  }>(sql`select c.external_id as contact, u.user_name as user, c.id as "contactId", p.web_portal_key as company,
      m.service_company_id as "serviceCompanyId", m.web_user_id as "webUserId"
    from membership m join contact c on c.id = m.contact_id join portal p on p.id = m.portal_id join web_user u on u.id = m.web_user_id
    where u.user_name in ('giulia.rossi', 'elena.verdi', 'paolo.costa')`)
  for (const row of rows) {
    const { token } = await app.as(row as unknown as Parameters<typeof app.as>[0])
    who.set(row.contact, { token, company: row.company, contactId: row.contactId })
  }
}, 120_000)

const contacts: DemoContact[] = ['rossi-brenta', 'rossi-energia', 'verdi', 'costa']

const here = (contact: DemoContact) => who.get(contact) ?? expect.fail(`the demo has no ${contact}`)

type Sent = { body?: unknown; headers?: Record<string, string> }

const send = async (contact: DemoContact, method: string, path: string, { body, headers = {} }: Sent = {}) => {
  const { token, company, contactId } = here(contact)
  const answer = await http.inject({
    method: method as 'GET',
    url: path.replace('{company}', company).replace('{contactid}', String(contactId)),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  expect(answer.statusCode, answer.payload.slice(0, 300)).toBeLessThan(300)
  return answer.json()
}

/** All rows of a list, page after page. */
const all = async (contact: DemoContact, path: string): Promise<unknown[]> => {
  const rows: unknown[] = []
  const glue = path.includes('?') ? '&' : '?'
  const { token, company, contactId } = here(contact)
  let url: string | undefined = path.replace('{company}', company).replace('{contactid}', String(contactId))
  url += `${glue}limit=500`
  while (url) {
    const answer: Awaited<ReturnType<typeof http.inject>> = await http.inject({
      url,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200)
    rows.push(...(answer.json() as unknown[]))
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return rows
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values at a path such as `comments[].attachments[].url`; throws with the name of a missing field. */
const at = (value: unknown, path: string[], field: string): unknown[] => {
  const [first, ...rest] = path
  if (first === undefined) return [value]
  if (value === null) return []
  const many = first.endsWith('[]')
  const name = many ? first.slice(0, -2) : first
  if (!isObject(value) || !(name in value))
    throw new Error(`${field} is missing in ${JSON.stringify(value).slice(0, 200)}`)
  const inner = value[name]
  if (!many) return at(inner, rest, field)
  if (!Array.isArray(inner)) throw new Error(`${field}: ${name} is no list`)
  return inner.flatMap(one => at(one, rest, field))
}

/** Expects every field in every reply, and each field with a value in at least one. */
const expectFields = (answers: unknown[], entity: keyof typeof entities, except: readonly string[] = []) => {
  for (const field of entities[entity].filter(field => !except.some(name => field.startsWith(name)))) {
    const values = answers.flatMap(answer => at(answer, field.split('.'), field))
    expect(values.length, `no answer has ${entity} ${field}`).toBeGreaterThan(0)
  }
}

const staticPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1').toLowerCase()

/** What the rows with a body send; where an object must be there, the first that is. */
const bodies: Record<string, () => Promise<Sent>> = {
  newTicket: async () => {
    const [type] = (await send('rossi-brenta', 'GET', '/api/settings/{company}/tickets/types')) as { id: number }[]
    const [asset] = (await send('rossi-brenta', 'GET', '/api/{company}/{contactid}/wikielements')) as { id: number }[]
    const file = (await send('rossi-brenta', 'POST', '/api/{company}/{contactid}/documents/upload', upload())) as {
      id: number
    }
    const body = {
      title: 'Prova',
      taskTypeId: type?.id,
      description: 'Testo',
      wikiElementId: asset?.id,
      attachments: [file.id],
    }
    return { body }
  },
  newComment: async () => {
    const [ticket] = (await send('rossi-brenta', 'GET', '/api/{company}/{contactid}/tickets')) as { id: number }[]
    const file = (await send('rossi-brenta', 'POST', '/api/{company}/{contactid}/comments/attachments', upload())) as {
      id: number
    }
    const rest = { commentType: 0, ticketEmailReply_Recipient: '', ticketEmailReply_CCList: 'anna@example.it' }
    return { body: { taskId: ticket?.id, message: 'Ancora', attachments: [file.id], ...rest } }
  },
  upload: async () => upload(),
}
const upload = (): Sent => multipart({ filename: 'foto.png', content: png })

describe.each(calls)('$method $path', ({ method, path, entity, list, except, body, query, access }) => {
  test('returns every field of its entity on the demo', async () => {
    const answers: unknown[] = []
    for (const contact of body ? (['rossi-brenta'] as const) : contacts) {
      // Elena Verdi is not an administrator.
      if (access === 'administrator' && contact === 'verdi') continue
      const sent = body ? await bodies[body]?.() : undefined
      const full = path.includes('{ticketid}')
        ? await Promise.all(
            ((await all(contact, '/api/{company}/{contactid}/tickets')) as { id: number }[]).map(({ id }) =>
              path.replace('{ticketid}', String(id)),
            ),
          )
        : [path]
      for (const one of full) {
        if (list) answers.push(...(await all(contact, `${one}${query ?? ''}`)))
        else answers.push(await send(contact, method, one, sent))
      }
    }
    expectFields(answers, entity, except)
  })

  test('has the access that the specification says', () => {
    const endpoint = portalApi.endpoints.find(
      one => one.method === method && one.path.toLowerCase() === staticPath(path),
    )
    expect(endpoint?.access).toEqual(access)
  })
})

test('the contract has the ten permission flags of the specification', () => {
  expect([...flags].sort()).toEqual(
    [
      'manageTickets',
      'administrator',
      'viewContactContracts',
      'viewRecurringAdvances',
      'viewContactActivityReports',
      'viewContactWiki',
      'viewEstimates',
      'viewContactInvoices',
      'viewContactDocuments',
      'uploadContactDocuments',
    ].sort(),
  )
})

describe.each(states)('$path', ({ path, list, shown, of }) => {
  for (const [state, is] of Object.entries(shown))
    test.each(of ?? contacts)(`shows %s: ${state}`, async contact => {
      const rows = list === false ? [await send(contact, 'GET', path)] : await all(contact, path)
      expect(rows.some(row => is(row as Json))).toBe(true)
    })
})

test('brenta has public files, lagorai none', async () => {
  expect(await all('rossi-brenta', '/api/settings/{company}/publicfiles')).not.toEqual([])
  expect(await all('costa', '/api/settings/{company}/publicfiles')).toEqual([])
})
