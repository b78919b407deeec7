import { parseArgs } from 'node:util'
import { type Db, empty, sql } from '../kernel/database/db.ts'
import { type GivenUpJob, givenUp, listGivenUp, removeGivenUp, retryGivenUp } from '../kernel/database/failed-jobs.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { actOf, printResult, type Streams, WrongCall } from './command.ts'

export const jobsUsage = `jobs list [--kind KIND] [--json]
jobs retry ID… | --all [--kind KIND] [--json]
jobs remove ID… | --all [--kind KIND] [--json]`

const line = ({ id, kind, serviceCompany, givenUpAt, lastError }: GivenUpJob) =>
  [id, kind, serviceCompany ?? 'no company', `given up ${givenUpAt}`, lastError ?? 'for no known reason'].join('  ')

const options = {
  kind: { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

const read = (args: string[]) => parseArgs({ args, allowPositionals: true, options })

type Asked = ReturnType<typeof read>

const list = async (db: Db, { values, positionals }: Asked) => {
  if (positionals.length > 1 || values.all) throw new WrongCall('list takes no id.')
  const jobs = await listGivenUp(db, values.kind)
  return { text: jobs.length > 0 ? `${jobs.map(line).join('\n')}\n` : 'Nothing was given up.\n', json: jobs }
}

/** Ids of the jobs that the arguments select, by id or `--all`. Throws if an id is not that of a job that was given up. */
const named = async (db: Db, { values, positionals: [, ...ids] }: Asked): Promise<number[]> => {
  if (values.all === ids.length > 0 || !ids.every(id => /^[1-9]\d{0,14}$/.test(id)))
    throw new WrongCall('Name jobs by their ids, which list shows, or say --all.')
  const wanted = ids.map(Number)
  const found = await db.many<{ id: number }>(sql`select j.id from job j where ${givenUp(values.kind)}
    ${values.all ? empty : sql`and j.id = any(${wanted})`} order by j.id`)
  const missing = wanted.find(id => !found.some(job => job.id === id))
  if (missing !== undefined) throw new OperatorError(`No job ${missing} was given up.`)
  return found.map(({ id }) => id)
}

const retry = async (db: Db, asked: Asked) => {
  const count = await retryGivenUp(db, await named(db, asked))
  return { text: `${count} jobs are tried again while the portal runs.\n`, json: { retried: count } }
}

const remove = async (db: Db, asked: Asked) => {
  const count = await removeGivenUp(db, await named(db, asked))
  return { text: `${count} jobs are removed.\n`, json: { removed: count } }
}

/** `portico jobs`: lists, retries or removes jobs that were given up. Returns 0. */
export const jobsCommand = async (
  args: string[],
  { database }: { database: Db },
  { stdout = process.stdout }: Streams = {},
): Promise<number> => {
  const asked = read(args)
  const [act] = actOf({ list, retry, remove }, asked.positionals)
  const { text, json } = await act(database, asked)
  printResult(stdout, asked.values.json, json, text)
  return 0
}
