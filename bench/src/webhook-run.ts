import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, raw, sql } from '../../server/src/kernel/database/db.ts'
import { openSecrets } from '../../server/src/kernel/security/secrets.ts'
import { newWebhookSecret, webhookSecretPurpose } from '../../server/src/webhooks/signature.ts'
import { fill, reader } from './data.ts'
import type { Installation } from './installation.ts'
import { load, type Measure, type Request } from './load.ts'
import { cell, metric, signIn } from './measure.ts'
import { secretKey } from './processes.ts'

const BACKLOG = 100_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ALONE_MS = 10_000
const base = `/api/${reader.company}/${reader.contactId}`

/** A receiver that accepts everything. */
const startReceiver = async (): Promise<{ server: Server; url: string; received: () => number }> => {
  let received = 0
  const server = createServer((request, reply) => {
    received += 1
    request.resume().on('end', () => reply.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received: () => received }
}

const fillBacklog = async (admin: Database, url: string) => {
  const encrypted = openSecrets(secretKey).encrypt(newWebhookSecret(), webhookSecretPurpose)
  await admin.run(sql`insert into webhook (service_company_id, url, sealed_secret, enabled, transaction, event_id)
    values (1, ${url}, ${encrypted}, false, pg_current_xact_id(), 0)`)
  await admin.run(
    raw(`insert into webhook_delivery (service_company_id, webhook_id, event_key, type, object, body, due_at)
    select 1, w.id, 'evt_' || n, 'comment.created', 'ticket ' || n % 20000, '{"id":"evt_' || n || '","type":"comment.created",'
      || '"createdAt":"2026-03-02T08:30:00Z","portal":"bench","contact":"contact-1","webUser":"reader","data":{"ticket":"ticket-'
      || n % 20000 || '","comment":"019cad3e-8f4c-7a51-8a1d-3f0c7d1c2b10"}}', case when n < 20000 then now() end
    from webhook w, generate_series(0, ${BACKLOG - 1}) n`),
  )
  await admin.run(raw('vacuum analyze webhook_delivery'))
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Compares the portal's calls while a backlog of deliveries is being sent with the same calls without it, in turn. */
export const runWebhooks = async ({ admin, database, start, postgresSeconds }: Installation): Promise<void> => {
  await fill(admin, 20_000)
  const receiver = await startReceiver()
  await fillBacklog(admin, receiver.url)
  const { url } = await start()
  const post = JSON.stringify({ title: 'Stampante ferma', description: '<p>Non stampa.</p>', taskTypeId: 1 })
  const calls: [string, string, (() => string) | undefined][] = [
    ['first page of my tickets', `${base}/tickets`, undefined],
    ['new ticket', `${base}/tickets`, () => post],
  ]
  console.log(`\n${BACKLOG} deliveries waiting\n`)
  console.log(
    '| call | connections | quiet req/s | with backlog | ratio | quiet p50 ms | with backlog | p99 ms | with backlog | sent/s |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  const send = (enabled: boolean) => admin.run(sql`update webhook set enabled = ${enabled}`)
  for (const [name, path, body] of calls)
    for (const connections of [1, 16]) {
      const request: Request = {
        url: url + path,
        authorization: await signIn(database, reader.webUserId),
        ...(body && { body }),
      }
      await load(request, connections, 1)
      const rows: { quiet: Measure; busy: Measure; sent: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const quiet = await load(request, connections, SECONDS)
        await send(true)
        await load(request, connections, 1)
        const before = receiver.received()
        const busy = await load(request, connections, SECONDS)
        const sent = (receiver.received() - before) / SECONDS
        await send(false)
        await load(request, connections, 1)
        rows.push({ quiet, busy, sent })
      }
      const of = (pick: (row: (typeof rows)[number]) => number) => median(rows.map(pick))
      console.log(
        `| ${[
          name,
          connections,
          cell(of(({ quiet }) => quiet.rps)),
          cell(of(({ busy }) => busy.rps)),
          cell(
            of(({ quiet, busy }) => busy.rps / quiet.rps),
            2,
          ),
          cell(
            of(({ quiet }) => quiet.p50),
            2,
          ),
          cell(
            of(({ busy }) => busy.p50),
            2,
          ),
          cell(
            of(({ quiet }) => quiet.p99),
            1,
          ),
          cell(
            of(({ busy }) => busy.p99),
            1,
          ),
          cell(of(({ sent }) => sent)),
        ].join(' | ')} |`,
      )
    }
  const processorSeconds = async () =>
    (await metric(url, 'portico_process_cpu_seconds_total')) + (await postgresSeconds())
  const [cpuBefore, sentBefore] = [await processorSeconds(), receiver.received()]
  await send(true)
  await sleep(ALONE_MS)
  await send(false)
  const [cpu, sent] = [(await processorSeconds()) - cpuBefore, receiver.received() - sentBefore]
  console.log(
    `\nWithout any calls: ${cell((sent * 1000) / ALONE_MS)} sent/s, ${cell((cpu * 1000) / sent, 2)} ms of processor time each, ` +
      `PostgreSQL's included: ${cell((cpu * 1e5) / ALONE_MS)} % of one core`,
  )
  receiver.server.closeAllConnections()
  receiver.server.close()
}
