import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { broken, type Check, describeError, examine, type Finding, warning } from '../doctor/doctor.ts'
import { checksWithin, everyCheck } from '../doctor/doctor-checks.ts'
import { startEmbeddedDatabase } from '../installation/embedded-database.ts'
import { openDb, sql } from '../kernel/database/db.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { openSecrets } from '../kernel/security/secrets.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { printResult, type Streams } from './command.ts'

export const doctorUsage = 'doctor [--send-mail ADDRESS] [--send-sms NUMBER] [--json]'

type Deps = {
  /** Reads the settings. Throws if one is invalid; the message says which. */
  settings: () => Settings
  dataDirOf: (settings: Settings) => string
  log: DatabaseLog
}

const secretKeyOf = async ({ secretKey }: Settings, dataDir: string): Promise<string | undefined> => {
  if (secretKey) return secretKey
  const path = join(dataDir, 'secret-key')
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined
}

/** Opens the configured database; undefined if the embedded one has not been created yet. */
const openDatabase = async ({ databaseUrl }: Settings, dataDir: string, log: DatabaseLog) => {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'data'))) return undefined
  const embedded = databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir, log })
  const database = openDb({ connection: databaseUrl ?? embedded?.connection ?? '', max: 2, log })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  // Whether the first start has created the schema. If the database does not respond, the checks report that.
  const isBegun = database
    .one<{ begun: boolean }>(sql`select to_regclass('installation') is not null as begun`)
    .then(({ begun }) => begun)
    .catch(() => false)
  return { database, begun: await isBegun, close }
}

const notYet: Check = {
  name: 'database',
  todo: '',
  look: async () => [warning('the embedded database has not been made yet', 'Start the portal: `npm start`.')],
}

const findingsOf = async (
  { settings: readSettings, dataDirOf, log }: Deps,
  asked: { sendMail: string | undefined; sendSms: string | undefined },
): Promise<Finding[]> => {
  let settings: Settings
  let dataDir: string
  let secretKey: string | undefined
  try {
    settings = readSettings()
    dataDir = dataDirOf(settings)
    secretKey = await secretKeyOf(settings, dataDir)
  } catch (error) {
    return [{ check: 'settings', ...broken(describeError(error), 'Mend it; the README lists the settings.') }]
  }
  const secrets = secretKey === undefined ? undefined : openSecrets(secretKey)
  const opened = await openDatabase(settings, dataDir, log).catch((error: unknown) => error as Error)
  const inDatabase = (): Check[] => {
    if (opened === undefined) return [notYet]
    if (opened instanceof Error)
      return [
        { name: 'database', todo: 'See what its log in DATA_DIR/postgres says.', look: () => Promise.reject(opened) },
      ]
    const { database, begun } = opened
    return checksWithin(database, { settings, secrets, begun })
  }
  try {
    return await examine(everyCheck(inDatabase(), { settings, dataDir, secrets, asked }))
  } finally {
    if (opened && !(opened instanceof Error)) await opened.close()
  }
}

const line = ({ check, state, found, todo }: Finding) =>
  `${state.padEnd(8)} ${check}: ${found}.${todo ? `\n         → ${todo}` : ''}\n`

const sum = (findings: Finding[]) => {
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  return `\n${count('ok')} in order, ${count('warning')} to look at, ${count('broken')} broken\n`
}

/** `portico doctor`: checks the installation and prints what to do. Returns 1 if something is broken. */
export const doctorCommand = async (
  args: string[],
  deps: Deps,
  { stdout = process.stdout }: Streams = {},
): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: {
      'send-mail': { type: 'string' },
      'send-sms': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const findings = await findingsOf(deps, { sendMail: values['send-mail'], sendSms: values['send-sms'] })
  printResult(stdout, values.json, findings, findings.map(line).join('') + sum(findings))
  return findings.some(({ state }) => state === 'broken') ? 1 : 0
}
