import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { postmasterPid, temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { databaseFolder } from '../src/installation/data-dir.ts'
import { openDb, raw, sql } from '../src/kernel/database/db.ts'
import { type Customer, type SentFile, signIn, Unanswered } from './fixtures/customer.ts'
import { freePort, type RunningServer, runServer } from './servers/running-server.ts'

// `kill -9` while customers write: what was acknowledged is there, nothing is there by half, and the next start is clean.

const rounds = 10
const writesBetweenKills = 12
const people = ['giulia.rossi', 'marco.bianchi', 'elena.verdi', 'paolo.costa']

/** What the server has acknowledged to one customer. */
type Written = { customer: Customer } & (
  | { file: SentFile }
  | { ticketId: number; title: string; file: SentFile }
  | { ticketId: number; commentId: number; message: string; file: SentFile }
)

/** Repeats a call until it is answered; the only refusal that there may be is `unavailable`, with the time to wait. */
const insist = async <T>(work: () => Promise<T>, refusals: Unanswered[] = []): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unanswered) || (error.status !== 0 && error.status !== 503)) throw error
      if (error.status === 503) {
        expect(error.message).toContain('"code":"unavailable"')
        expect(Number(error.retryAfter)).toBeGreaterThan(0)
        refusals.push(error)
      }
      await sleep(25)
    }
  }
}

/** Customers that write without pause, but where they are told to wait. */
const startWriting = (customers: Customer[]) => {
  const written: Written[] = []
  const refusals: Unanswered[] = []
  let stopped = false
  let gate = Promise.resolve()
  let open = () => {}
  let active = 0
  let fault: unknown
  const waiting = new Set<() => void>()
  const until = (done: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!fault && !done()) return
        waiting.delete(look)
        if (fault) reject(fault)
        else resolve()
      }
      waiting.add(look)
      look()
    })
  const changed = () => {
    for (const look of waiting) look()
  }
  const step = async <T>(work: () => Promise<T>, record: (result: T) => Written): Promise<T> => {
    await gate
    active++
    const result = await insist(work, refusals)
    written.push(record(result))
    active--
    changed()
    return result
  }

  const write = async (customer: Customer) => {
    while (!stopped) {
      const title = `Guasto ${randomUUID()}`
      const message = `Risposta ${randomUUID()}`
      const [first, second] = [randomUUID(), randomUUID()]
      const file = await step(customer.uploadForTicket, file => ({ customer, file }))
      const { id: ticketId } = await step(
        () => customer.raise(title, [file.id], first),
        ticket => ({ customer, ticketId: ticket.id, title, file }),
      )
      const reply = await step(customer.uploadForComment, file => ({ customer, file }))
      await step(
        () => customer.comment(ticketId, message, [reply.id], second),
        comment => ({ customer, ticketId, commentId: comment.id, message, file: reply }),
      )
    }
  }
  const done = Promise.all(
    customers.map(customer =>
      write(customer).catch(error => {
        fault ??= error
        changed()
      }),
    ),
  )
  return {
    written,
    refusals,
    /** Waits until so many more writes are acknowledged. */
    more: (count: number) => {
      const goal = written.length + count
      return until(() => written.length >= goal)
    },
    /** Finishes the writes under way, and begins no others. */
    pause: () => {
      gate = new Promise(resolve => {
        open = resolve
      })
      return until(() => active === 0)
    },
    resume: () => open(),
    stop: async () => {
      stopped = true
      open()
      await done
      if (fault) throw fault
    },
  }
}

/** A reader of live events who comes back whenever the stream ends. */
const follow = (customer: Customer) => {
  const seen: string[] = []
  let last: string | undefined
  let stopped = false
  const done = (async () => {
    while (!stopped) {
      try {
        for await (const { id, event, ticketId } of customer.events(last)) {
          last = id
          if (event !== 'ready') seen.push(`${event} ${ticketId}`)
          if (stopped) break
        }
      } catch {
        await sleep(50)
      }
    }
  })()
  return {
    seen,
    stop: () => {
      stopped = true
      return done
    },
  }
}

/** Reads over HTTP what was acknowledged. */
const check = async (written: Written) => {
  const { customer, file } = written
  if (!('ticketId' in written)) return expect(await customer.hashOf(file.url)).toBe(file.sha256)
  const ticket = await customer.ticket(written.ticketId)
  const comment = 'commentId' in written && ticket.comments.find(comment => comment.id === written.commentId)
  if ('commentId' in written) expect(comment).toMatchObject({ message: expect.stringContaining(written.message) })
  else expect(ticket.title).toBe(written.title)
  const { attachments } = comment || ticket
  expect(attachments.map(({ id }) => id)).toEqual([file.id])
  expect(await customer.hashOf(attachments[0]?.url ?? '')).toBe(file.sha256)
}

/** Whether a ticket or comment was made in the portal, and not imported. */
const madeHere = raw(`external_id ~ '^[0-9a-f-]{36}$'`)

/** What the database holds by half, by kind; every number must be 0. */
const halves = sql`select
  (select count(*)::int from ticket_file t left join file f on f.id = t.file_id where f.claimed is distinct from true) as "attached, not claimed",
  (select count(*)::int from file f where f.claimed and f.purpose in ('ticket', 'comment')
    and not exists (select from ticket_file t where t.file_id = f.id)) as "claimed, not attached",
  (select count(*)::int from ticket t where ${madeHere}
    and 1 <> (select count(*) from event e where e.ticket_id = t.id and e.type = 'ticket.created')) as "ticket without event",
  (select count(*)::int from ticket t where (select count(*) from comment c where c.ticket_id = t.id and ${madeHere})
    <> (select count(*) from event e where e.ticket_id = t.id and e.type = 'comment.created')) as "comment without event",
  (select count(*)::int from ticket t where ${madeHere}
    and 1 <> (select count(*) from ticket_file f where f.ticket_id = t.id and f.comment_id is null)) as "ticket without file",
  (select count(*) - count(distinct title) from ticket where ${madeHere})::int as "ticket written twice",
  (select count(*) - count(distinct message) from comment where ${madeHere})::int as "comment written twice"`

const nothingByHalf = async (dataDir: string) => {
  const connection = { host: join(dataDir, 'postgres', 'socket'), user: 'portico', database: 'portico' }
  const db = openDb({ connection, max: 1, log: () => {} })
  try {
    const found = await db.one<Record<string, number>>(halves)
    expect(Object.entries(found).filter(([, count]) => count !== 0)).toEqual([])
    const files = await db.many<{ key: string; sha256: string }>(
      sql`select storage_key as key, encode(sha256, 'hex') as sha256 from file`,
    )
    for (const { key, sha256 } of files) {
      const bytes = await readFile(join(dataDir, 'files', key))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  } finally {
    await db.close()
  }
}

const start = async (settings: Record<string, string>) => {
  const server = runServer(settings)
  await server.said('Portico is ready: ')
  return server
}

/** Whatever a server printed is its greeting or a line of the log, and no line is an error. */
const isClean = ({ lines }: RunningServer) => {
  const logged = lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line) as { level: number })
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
  expect(
    lines.filter(
      line => !line.startsWith('{') && !/^(Portico is ready|Its data is in|Demo sign-ins| {2}|$)/.test(line),
    ),
  ).toEqual([])
}

test.each(['server', 'database', 'both'] as const)('kill -9 of the %s, ten times', { timeout: 300_000 }, async what => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  const settings = { DATA_DIR: dataDir, PORT: String(port) }
  let server = await start(settings)
  const customers = await Promise.all(people.map(name => signIn({ base: `http://127.0.0.1:${port}` }, name)))
  const [reader] = customers as [Customer, ...Customer[]]
  const follower = follow(reader)
  const writing = startWriting(customers)

  let checked = 0
  for (let round = 1; round <= rounds; round++) {
    await writing.more(writesBetweenKills)
    await sleep(Math.random() * 50)
    const before = writing.written.length
    const postmaster = await postmasterPid(databaseFolder(dataDir))
    if (what !== 'server') process.kill(postmaster, 'SIGKILL')
    if (what !== 'database') {
      server.child.kill('SIGKILL')
      await server.ended
      isClean(server)
      server = await start(settings)
    }
    await writing.more(customers.length)
    await writing.pause()
    expect(writing.written.length).toBeGreaterThan(before)
    expect(await postmasterPid(databaseFolder(dataDir))).not.toBe(postmaster)
    for (const each of writing.written.slice(checked)) await check(each)
    checked = writing.written.length
    await nothingByHalf(dataDir)
    writing.resume()
  }
  await writing.stop()
  isClean(server)
  if (what === 'database') expect(writing.refusals.length).toBeGreaterThan(0)

  const expected = writing.written.flatMap(written => {
    if (written.customer.contactId !== reader.contactId || !('ticketId' in written)) return []
    return [`${'commentId' in written ? 'comment' : 'ticket'}.created ${written.ticketId}`]
  })
  await expect.poll(() => [...follower.seen].sort(), { timeout: 60_000 }).toEqual(expected.sort())

  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
  await follower.stop()
})
