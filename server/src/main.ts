import { parseArgs } from 'node:util'
import { everyEndpoint } from '@portico/contract/every-endpoint'
import { migrationsDir, openInstallation, root } from './installation.ts'
import type { DatabaseLog } from './kernel/database-log.ts'
import { Unavailable } from './kernel/db.ts'
import { resolveDataDir } from './kernel/embedded-postgres-owner.ts'
import { migrate } from './kernel/migrate.ts'
import { openApiOf } from './kernel/openapi.ts'
import { OperatorError } from './kernel/operator-error.ts'
import { readSettings } from './kernel/settings.ts'
import { apikeyCommand } from './operator/apikey-command.ts'
import { backupCommand, restoreCommand } from './operator/backup-command.ts'
import { demoCommand } from './operator/demo.ts'
import { importCommand } from './operator/import-command.ts'
import { inviteCommand } from './operator/invite-command.ts'
import { serve } from './serve.ts'

const help = `portico <command>

  serve                          runs the portal
  migrate                        brings the database up to date
  import FILE [--dry-run] [--shift-dates] [--json]   takes in what the service company has, one JSON object a line
  invite USER | --all [--portal KEY]   mails a link to set the password, to one user or to all who wait for it
  apikey add | list | revoke     keys of the operator API: --company, --name, --portal, --read-only, --json
  demo [--remove]                loads the demo, or takes it out whole
  backup [FOLDER]                copies the embedded database, the files and the secret key into FOLDER or BACKUP_DIR
  restore BACKUP [--check]       puts a backup into an empty DATA_DIR, or looks whether it is whole
  openapi                        prints the OpenAPI document

Settings are environment variables; the README lists them.`

const log: DatabaseLog = (level, message, detail) => {
  if (level !== 'info') process.stderr.write(`${message}${detail ? ` ${JSON.stringify(detail)}` : ''}\n`)
}

/** Runs a command on an open, migrated installation. */
const withInstallation = async (
  work: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<number>,
) => {
  const installation = await openInstallation(readSettings(process.env), log)
  try {
    await migrate(installation.database, migrationsDir, log)
    return await work(installation)
  } finally {
    await installation.close()
  }
}

/** Commands on the data folder itself. */
const withDataDir = async (work: (deps: Parameters<typeof backupCommand>[1]) => Promise<number>) => {
  const settings = readSettings(process.env)
  const { databaseUrl, storageUrl, backupDir } = settings
  return work({ dataDir: resolveDataDir(settings.dataDir, root, log), databaseUrl, storageUrl, backupDir, log })
}

const commands: Record<string, (args: string[]) => Promise<number | undefined>> = {
  serve: async () => {
    await serve(readSettings(process.env))
    return undefined
  },
  migrate: () => withInstallation(async () => 0),
  import: args => withInstallation(installation => importCommand(args, { ...installation, log })),
  invite: args => withInstallation(installation => inviteCommand(args, installation)),
  apikey: args => withInstallation(installation => apikeyCommand(args, installation)),
  demo: args => withInstallation(installation => demoCommand(args, { ...installation, log })),
  backup: args => withDataDir(deps => backupCommand(args, deps)),
  restore: args => withDataDir(deps => restoreCommand(args, deps)),
  openapi: async () => {
    process.stdout.write(`${JSON.stringify(openApiOf(everyEndpoint), null, 2)}\n`)
    return 0
  },
}

// The S3 library's warning about our Node would be no line of a log.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
try {
  if (command) process.exitCode = await command(args)
  else {
    const asked = parseArgs({
      args: name ? [name, ...args] : ['--help'],
      options: { help: { type: 'boolean', short: 'h' } },
      strict: false,
      allowPositionals: true,
    })
    process.stdout.write(`${help}\n`)
    process.exitCode = asked.values.help ? 0 : 2
  }
} catch (error) {
  // What the operator can mend is said in a sentence; the rest is ours to mend and keeps its trace.
  const sentence = error instanceof OperatorError || error instanceof Unavailable
  process.stderr.write(`${sentence ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}
