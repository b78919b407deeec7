import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { raw } from '../../server/src/kernel/database/db.ts'
import type { Installation } from './installation.ts'
import { cell } from './measure.ts'
import { porticoCommand } from './processes.ts'

const TICKETS = Number(process.env.BENCH_TICKETS ?? 20_000)
const COMMENTS = 5
const TICKETS_A_CONTACT = 200

const vocabulary =
  `stampante server rete fattura caldaia quadro sensore errore allarme bloccata lenta riavvio cella motore pompa
  valvola filtro perdita rumore controllo accesso password utente posta allegato backup disco licenza aggiornamento telefono
  centralino linea internet firewall antivirus monitor tastiera scanner etichetta bilancia inverter compressore serranda
  cancello badge tornello lettore telecamera registratore gruppo continuità batteria luce emergenza`.split(/\s+/)
const word = (n: number) => vocabulary[(Math.imul(n, 2654435761) >>> 8) % vocabulary.length]
const text = (n: number) =>
  `<p>Da questa mattina ${word(n * 3)} e ${word(n * 5)} non rispondono, ${word(n * 11)} compreso.</p><p>Pratica ${n}: ${word(n * 7)} &amp; ${word(n * 13)}, grazie.</p>`
const at = (minutes: number) => new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString()

/** Import lines for the history of a service company: each ticket is followed by its conversation. */
const lines = function* (): Generator<Record<string, unknown>> {
  const contacts = Math.ceil(TICKETS / TICKETS_A_CONTACT)
  yield { type: 'serviceCompany', externalId: 'sc', name: 'Bench' }
  yield { type: 'portal', externalId: 'p', serviceCompany: 'sc', webPortalKey: 'bench', webPortalName: 'Bench' }
  for (let n = 0; n < 8; n += 1)
    yield { type: 'staff', externalId: `s${n}`, serviceCompany: 'sc', firstName: 'Nome', lastName: `Cognome ${n}` }
  yield { type: 'ticketType', externalId: 'y', portal: 'p', name: 'Guasto' }
  yield { type: 'ticketStep', externalId: 'new', portal: 'p', name: 'Nuovo', taskStatus: 0, position: 1 }
  yield { type: 'ticketStep', externalId: 'done', portal: 'p', name: 'Chiuso', taskStatus: 2, position: 2 }
  for (let n = 0; n < contacts; n += 1) {
    yield { type: 'contact', externalId: `c${n}`, portal: 'p', companyName: `Azienda ${n} S.r.l.` }
    yield { type: 'webUser', externalId: `u${n}`, serviceCompany: 'sc', userName: `user${n}` }
    const flags = ['manageTickets']
    yield {
      type: 'membership',
      externalId: `m${n}`,
      contact: `c${n}`,
      webUser: `u${n}`,
      referentName: 'Persona',
      flags,
    }
  }
  for (let n = 1; n <= TICKETS; n += 1) {
    const contact = n % contacts
    yield {
      type: 'ticket',
      externalId: `T-${n}`,
      contact: `c${contact}`,
      ticketType: 'y',
      step: n % 3 === 0 ? 'new' : 'done',
      title: `${word(n)} ${word(n * 7)} in reparto ${n % 40}`,
      description: text(n),
      createdOn: at(n),
      creator: `u${contact}`,
      staff: `s${n % 8}`,
    }
    for (let c = 1; c <= COMMENTS; c += 1) {
      const by = c % 2 === 0 ? { sender: `u${contact}` } : { staff: `s${c}` }
      const message = text(n * 10 + c)
      yield {
        type: 'comment',
        externalId: `T-${n}/${c}`,
        ticket: `T-${n}`,
        message,
        creationDate: at(n + c * 60),
        ...by,
      }
    }
  }
}

const written = function* () {
  for (const line of lines()) yield `${JSON.stringify(line)}\n`
}

type Usage = { cpu: number; megabytes: number }

/** Processor time in seconds and peak memory in MB of a process so far. */
const usageOf = async (pid: number): Promise<Usage> => {
  const stat = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  const peak = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpu: (Number(stat[11]) + Number(stat[12])) / 100, megabytes: Number(peak) / 1024 }
}

const runImport = async (file: string, env: Record<string, string>) => {
  const child = spawn(porticoCommand, ['import', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let usage = { cpu: 0, megabytes: 0 }
  const look = async () => {
    usage = await usageOf(child.pid ?? 0).catch(() => usage)
  }
  const timer = setInterval(look, 50)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`The import ended with ${code}`)
  return usage
}

/** Compares an import of many tickets and their conversations with `COPY` of the same rows into the same tables. */
export const runImportBench = async ({ admin, url, dataDir, postgresSeconds }: Installation): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-import-'))
  await chmod(folder, 0o777)
  const file = join(folder, 'history.jsonl')
  try {
    await pipeline(Readable.from(written()), createWriteStream(file))
    const env = { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: 'a secret key for the bench alone, 32+' }
    const measured = async <T>(work: () => Promise<T>) => {
      const before = await postgresSeconds()
      const began = performance.now()
      const done = await work()
      return { done, seconds: (performance.now() - began) / 1000, postgres: (await postgresSeconds()) - before }
    }
    const told = ({ done, seconds, postgres }: { done: Usage; seconds: number; postgres: number }) =>
      `${cell(seconds)} s; processor ${cell(done.cpu)} s and PostgreSQL's ${cell(postgres)} s; ${cell(done.megabytes)} MB at most`
    const first = await measured(() => runImport(file, env))
    console.log(`${TICKETS} tickets with ${COMMENTS} comments each: ${told(first)}`)
    const tables = ['ticket', 'comment']
    for (const table of tables)
      await admin.run(raw(`copy (select * from ${table} order by id) to '${folder}/${table}'`))
    await admin.run(raw('truncate ticket, comment cascade'))
    await admin.run(raw('checkpoint'))
    const copied = await measured(async () => {
      for (const table of tables) await admin.run(raw(`copy ${table} from '${folder}/${table}'`))
    })
    const ratio = copied.seconds / first.seconds
    console.log(`COPY of the same rows: ${cell(copied.seconds)} s; PostgreSQL's processor ${cell(copied.postgres)} s`)
    console.log(`The import has ${ratio.toFixed(2)} of its speed`)
    console.log(`Again, all unchanged: ${told(await measured(() => runImport(file, env)))}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
