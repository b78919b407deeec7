import { setTimeout as sleep } from 'node:timers/promises'
import { operatorRoot } from '@portico/contract/endpoint'
import { type Database, raw, sql } from '../../server/src/kernel/database/db.ts'
import { insertApiKey } from '../../server/src/operator-api/api-keys.ts'
import { fill, reader } from './data.ts'
import type { Installation } from './installation.ts'
import { load, loadAtRate, type Measure, type Request } from './load.ts'
import { cell, metric, signIn } from './measure.ts'

/** Mails in a second. */
const RATE = Number(process.env.BENCH_MAILS ?? 20)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const ALONE_MS = 10_000
const WARM_UP_SECONDS = 10
/** People who take turns to write: thirty mails of each are taken within an hour. */
const PEOPLE = 190
const base = `/api/${reader.company}/${reader.contactId}`
const authservId = 'mx.bench.example'
/** What people ask for in a second: about a fifth of what two processors can answer. */
const CALLS = Number(process.env.BENCH_CALLS ?? 100)

type Load = (call: Request, seconds: number) => Promise<Measure>
const loads: [string, Load][] = [
  [`${CALLS} a second`, (call, seconds) => loadAtRate(call, CALLS, seconds)],
  ['1 connection', (call, seconds) => load(call, 1, seconds)],
  ['16 connections', (call, seconds) => load(call, 16, seconds)],
]
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const quoted = Array.from({ length: 20 }, (_, n) => `> La stampante del reparto ${n} non risponde da ieri.`).join(
  '\r\n',
)

/** A mail as mail programs write it: plain and HTML, with quoted history and a signature, 5 kB. */
const mailOf = (n: number) =>
  [
    `Authentication-Results: ${authservId}; dkim=pass header.d=client.example; dmarc=pass (p=REJECT) header.from=client.example`,
    `From: Persona ${n} <user${2 + (n % PEOPLE)}@client.example>`,
    'To: Assistenza <help@bench.example>',
    `Subject: Guasto ${n}`,
    'Date: Mon, 2 Mar 2026 08:30:00 +0000',
    `Message-ID: <${n}.${process.pid}@client.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Buongiorno, la caldaia ${n} perde.`,
    '',
    '-- ',
    'Persona',
    '',
    'Il giorno lun 2 mar 2026 alle ore 10:12 Assistenza ha scritto:',
    quoted,
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<div>Buongiorno, la caldaia ${n} <b>perde</b>.</div><div>-- <br>Persona</div>`,
    `<div class="gmail_quote">Il giorno lun 2 mar 2026 alle ore 10:12 Assistenza ha scritto:<blockquote>${quoted.replaceAll('> ', '<p>')}</blockquote></div>`,
    '--b--',
    '',
  ].join('\r\n')

const prepare = async (admin: Database) => {
  await admin.run(raw(`update web_user set email = user_name || '@client.example' where id > 1`))
  await admin.run(sql`insert into mailbox (service_company_id, portal_id, address, authserv_id)
    values (1, 1, 'help@bench.example', ${authservId})`)
  return (await insertApiKey(admin, { serviceCompanyId: 1, name: 'bench', portalIds: null, readOnly: false })).key
}

/** Hands over mails at an even rate. The sender shares the processors with what is measured, so it does as little as it can. */
const openMails = (url: string, key: string) => {
  const handed = { sent: 0, refused: 0 }
  const mail: Request = {
    url: `${url}${operatorRoot}/mail`,
    contentType: 'message/rfc822',
    authorization: () => `Bearer ${key}`,
    body: () => mailOf(++handed.sent),
  }
  return {
    handed,
    send: async (seconds: number) => {
      handed.refused += (await loadAtRate(mail, RATE, seconds)).wrong
    },
  }
}

const settledOf = async (admin: Database) =>
  (
    await admin.one<{ count: number }>(
      sql`select count(*)::int as count from received_mail where state = 'taken' and service_company_id = 1`,
    )
  ).count

/** Waits until all that came in is sorted, and its own mails are sent, so that a round without mail has none. */
const settle = async (admin: Database) => {
  for (;;) {
    const { count } = await admin.one<{ count: number }>(
      sql`select count(*)::int as count from job where given_up_at is null and due_at < now() + interval '1 minute'`,
    )
    if (count === 0) return
    await sleep(50)
  }
}

/** Compares the portal's calls while mail comes in with the same calls without, in turn. */
export const runMail = async ({ admin, database, start, postgresSeconds }: Installation): Promise<void> => {
  await fill(admin, 20_000)
  const key = await prepare(admin)
  const { url } = await start()
  const mails = openMails(url, key)
  // The data were analysed before there was any mail, and PostgreSQL would go on to read the whole of a table that it takes for empty.
  await mails.send(WARM_UP_SECONDS)
  await settle(admin)
  await admin.run(raw('vacuum analyze'))
  const post = JSON.stringify({ title: 'Stampante ferma', description: '<p>Non stampa.</p>', taskTypeId: 1 })
  const calls: [string, string, (() => string) | undefined][] = [
    ['first page of my tickets', `${base}/tickets`, undefined],
    ['new ticket', `${base}/tickets`, () => post],
  ]
  console.log(`\n${RATE} mails a second, ${ROUNDS} rounds of ${SECONDS} s, medians\n`)
  console.log(
    '| call | load | quiet req/s | with mail | ratio | quiet p50 ms | with mail | ratio | p95 ms | with mail | p99 ms | with mail | sorted/s |',
  )
  console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const [name, path, body] of calls)
    for (const [kind, run] of loads) {
      const call: Request = {
        url: url + path,
        authorization: await signIn(database, reader.webUserId),
        ...(body && { body }),
      }
      await run(call, 1)
      const rows: { quiet: Measure; busy: Measure; sorted: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await settle(admin)
        const quiet = await run(call, SECONDS)
        await settle(admin)
        const sending = mails.send(1 + SECONDS)
        await run(call, 1)
        const before = await settledOf(admin)
        const busy = await run(call, SECONDS)
        const sorted = ((await settledOf(admin)) - before) / SECONDS
        await sending
        rows.push({ quiet, busy, sorted })
      }
      const of = (pick: (row: (typeof rows)[number]) => number, digits = 0) => cell(median(rows.map(pick)), digits)
      const cells = [
        name,
        kind,
        of(({ quiet }) => quiet.rps),
        of(({ busy }) => busy.rps),
        of(({ quiet, busy }) => busy.rps / quiet.rps, 2),
        of(({ quiet }) => quiet.p50, 2),
        of(({ busy }) => busy.p50, 2),
        of(({ quiet, busy }) => busy.p50 / quiet.p50, 2),
        of(({ quiet }) => quiet.p95, 1),
        of(({ busy }) => busy.p95, 1),
        of(({ quiet }) => quiet.p99, 1),
        of(({ busy }) => busy.p99, 1),
        of(({ sorted }) => sorted, 1),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  await settle(admin)
  const serverSeconds = () => metric(url, 'portico_process_cpu_seconds_total')
  const statements = () => metric(url, 'portico_database_statements_total')
  const idle = [await serverSeconds(), await postgresSeconds()]
  await sleep(ALONE_MS)
  const began = [await serverSeconds(), await postgresSeconds()]
  const [sentBefore, settledBefore, statementsBefore] = [mails.handed.sent, await settledOf(admin), await statements()]
  await mails.send(ALONE_MS / 1000)
  await settle(admin)
  const ended = [await serverSeconds(), await postgresSeconds()]
  const count = mails.handed.sent - sentBefore
  const costOf = (at: 0 | 1) => cell((((ended[at] ?? 0) - 2 * (began[at] ?? 0) + (idle[at] ?? 0)) * 1000) / count, 1)
  console.log(
    `\nWithout any calls: ${count} mails, ${(await settledOf(admin)) - settledBefore} tickets, ${cell(((await statements()) - statementsBefore) / count)} statements each; ` +
      `processor time of one: ${costOf(0)} ms in the server, ${costOf(1)} ms in PostgreSQL; ${mails.handed.refused} refused`,
  )
}
