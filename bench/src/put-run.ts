import { operatorRoot } from '@portico/contract/endpoint'
import { raw } from '../../server/src/kernel/database/db.ts'
import { insertApiKey } from '../../server/src/operator-api/api-keys.ts'
import { fill } from './data.ts'
import type { Installation } from './installation.ts'
import { load, type Request } from './load.ts'
import { cell, metric } from './measure.ts'

const TICKETS = 20_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
/** API keys take turns, so that none reaches its rate limit. */
const KEYS = 40

const createdOn = '2026-03-02T08:30:00.000Z'
/** Request bodies by resource; `n` makes each body different, so that an existing record changes. */
const bodies: Record<string, (n: number) => object> = {
  contacts: n => ({ portal: 'p', companyName: `Azienda ${n} S.r.l.` }),
  webUsers: n => ({ userName: `giulia.${n}`, email: `giulia.${n}@example.org` }),
  activityContracts: n => ({
    contact: 'c1',
    name: `Assistenza ${n}`,
    start: '2026-01-01',
    end: '2030-12-31',
    hoursAmount: 10,
  }),
  tickets: n => ({
    contact: 'c1',
    step: 's1',
    title: `Stampante ferma ${n}`,
    description: '<p>Non stampa.</p>',
    createdOn,
  }),
  comments: n => ({ ticket: 't1', staff: 'u1', message: `<p>Arriviamo, ${n}.</p>`, creationDate: createdOn }),
}

/** Measures PUT requests of the operator API that create, change, and do not change a record. */
export const runPuts = async ({ admin, database, start, postgresSeconds }: Installation): Promise<void> => {
  await fill(admin, TICKETS)
  for (const [table, name] of Object.entries({
    portal: 'p',
    contact: 'c',
    ticket: 't',
    task_step: 's',
    staff_user: 'u',
  }))
    await admin.run(
      raw(`update ${table} set external_id = '${name}' || ${table === 'portal' ? "''" : 'id'} where id = 1`),
    )
  const key = { serviceCompanyId: 1, name: 'bench', portalIds: null, readOnly: false }
  const keys: string[] = []
  while (keys.length < KEYS) keys.push((await insertApiKey(database, key)).key)
  let turn = 0
  const authorization = () => `Bearer ${keys[turn++ % KEYS]}`
  const { url } = await start()
  const statements = () => metric(url, 'portico_database_statements_total')
  const seconds = async () => (await metric(url, 'portico_process_cpu_seconds_total')) + (await postgresSeconds())

  console.log(
    '\n| PUT | connections | req/s | p50 ms | p99 ms | statements | processor ms | wrong |\n|---|--:|--:|--:|--:|--:|--:|--:|',
  )
  let n = 0
  for (const [plural, bodyOf] of Object.entries(bodies)) {
    const put = (path: () => string, body: () => object): Request => ({
      url,
      method: 'PUT',
      path: () => `${operatorRoot}/${plural}/${path()}`,
      body: () => JSON.stringify(body()),
      authorization,
    })
    const rounds: [string, Request][] = [
      [
        'new',
        put(
          () => `n${++n}`,
          () => bodyOf(n),
        ),
      ],
      [
        'changed',
        put(
          () => `one${turn % KEYS}`,
          () => bodyOf(1_000_000 + (turn % KEYS) + KEYS * ++n),
        ),
      ],
      [
        'unchanged',
        put(
          () => 'same',
          () => bodyOf(0),
        ),
      ],
    ]
    for (const [name, request] of rounds)
      for (const connections of [1, 16]) {
        await load(request, connections, 1)
        const before = [await statements(), await seconds()] as const
        const { count, rps, p50, p99, wrong } = await load(request, connections, SECONDS)
        const sent = ((await statements()) - before[0]) / count
        const cpu = (((await seconds()) - before[1]) * 1000) / count
        const cells = [cell(rps), cell(p50, 2), cell(p99, 1), cell(sent, 1), cell(cpu, 2), wrong]
        console.log(`| ${plural}, ${name} | ${connections} | ${cells.join(' | ')} |`)
      }
  }
}
