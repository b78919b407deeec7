import { apis } from './apis.ts'
import { apikeyCommand, apikeyUsage } from './cli/apikey-command.ts'
import { backupCommand, restoreCommand } from './cli/backup-command.ts'
import { type Command, dispatch, terminal } from './cli/command.ts'
import { companyCommand, companyUsage } from './cli/company-command.ts'
import { doctorCommand, doctorUsage } from './cli/doctor-command.ts'
import { exportCommand, exportUsage } from './cli/export-command.ts'
import { importCommand, importUsage } from './cli/import-command.ts'
import { inviteCommand, inviteUsage } from './cli/invite-command.ts'
import { jobsCommand, jobsUsage } from './cli/jobs-command.ts'
import { mailboxCommand, mailboxUsage } from './cli/mailbox-command.ts'
import { portalCommand, portalUsage } from './cli/portal-command.ts'
import { securityLogCommand, securityLogUsage } from './cli/security-log-command.ts'
import { staffCommand, staffUsage } from './cli/staff-command.ts'
import { ticketCommand, ticketUsage } from './cli/ticket-command.ts'
import { demoCommand } from './demo/demo.ts'
import { resolveDataDir } from './installation/data-dir.ts'
import { migrationsDir, openInstallation, root } from './installation/installation.ts'
import { Unavailable } from './kernel/database/db.ts'
import type { DatabaseLog } from './kernel/database/log.ts'
import { migrate } from './kernel/database/migrate.ts'
import { OperatorError } from './kernel/errors/operator-error.ts'
import { openApiDocument } from './kernel/http/openapi.ts'
import { readSettings, type Settings } from './kernel/settings/settings.ts'
import { serve } from './serve.ts'

const log: DatabaseLog = (level, message, detail) => {
  if (level !== 'info') process.stderr.write(`${message}${detail ? ` ${JSON.stringify(detail)}` : ''}\n`)
}

/** Runs a command on an open, migrated installation. */
const withInstallation = async (
  work: (installation: Awaited<ReturnType<typeof openInstallation>>, settings: Settings) => Promise<number>,
) => {
  const settings = readSettings(process.env)
  const installation = await openInstallation(settings, log)
  try {
    await migrate(installation.database, migrationsDir, log)
    return await work(installation, settings)
  } finally {
    await installation.close()
  }
}

/** Runs a command on the data folder alone, without opening the installation. */
const withDataDir = async (work: (deps: Parameters<typeof backupCommand>[1]) => Promise<number>) => {
  const settings = readSettings(process.env)
  const { databaseUrl, storageUrl, backupDir } = settings
  return work({ dataDir: resolveDataDir(settings.dataDir, root, log), databaseUrl, storageUrl, backupDir, log })
}

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve',
    does: 'runs the portal',
    run: async () => {
      await serve(readSettings(process.env))
      return undefined
    },
  },
  migrate: { usage: 'migrate', does: 'brings the database up to date', run: () => withInstallation(async () => 0) },
  import: {
    usage: importUsage,
    does: 'takes in what the service company has: JSON, one object a line, CSV, or electronic invoices',
    run: args => withInstallation(installation => importCommand(args, { ...installation, log })),
  },
  export: {
    usage: exportUsage,
    does: 'writes what the service companies have, as an import takes it, with the files',
    run: args => withInstallation(installation => exportCommand(args, installation)),
  },
  company: {
    usage: companyUsage,
    does: 'lists and adds service companies, and what their files may have',
    run: args =>
      withInstallation((installation, { storageQuota }) =>
        companyCommand(args, { ...installation, log, storageQuota }),
      ),
  },
  portal: {
    usage: portalUsage,
    does: 'lists, adds and brands portals, and their ticket types',
    run: args => withInstallation(installation => portalCommand(args, { ...installation, log })),
  },
  staff: {
    usage: staffUsage,
    does: 'adds somebody who works for a service company, and makes accounts for the staff room',
    run: args => withInstallation(installation => staffCommand(args, { ...installation, log })),
  },
  ticket: {
    usage: ticketUsage,
    does: 'lists, shows and answers tickets, closes them, or keeps notes of them',
    run: args => withInstallation(installation => ticketCommand(args, { ...installation, log })),
  },
  invite: {
    usage: inviteUsage,
    does: 'mails a link to set the password, to one user or to all who wait for it',
    run: args => withInstallation(installation => inviteCommand(args, installation)),
  },
  apikey: {
    usage: apikeyUsage,
    does: 'makes, lists and revokes keys of the operator API',
    run: args => withInstallation(installation => apikeyCommand(args, installation)),
  },
  mailbox: {
    usage: mailboxUsage,
    does: 'adds, lists, tests and removes mailboxes that customers write to',
    run: args =>
      withInstallation((installation, { mailClients }) =>
        mailboxCommand(args, { ...installation, mailClients, ask: terminal(), password: process.env.MAILBOX_PASSWORD }),
      ),
  },
  'security-log': {
    usage: securityLogUsage,
    does: 'prints who signed in and from where, failures, changed passwords, ended sessions and API keys',
    run: args => withInstallation(installation => securityLogCommand(args, installation)),
  },
  jobs: {
    usage: jobsUsage,
    does: 'lists mails and other work that was given up, tries it again or removes it',
    run: args => withInstallation(installation => jobsCommand(args, installation)),
  },
  demo: {
    usage: 'demo [--remove] [--json]',
    does: 'loads the demo, or takes it out whole',
    run: args => withInstallation(installation => demoCommand(args, { ...installation, log })),
  },
  backup: {
    usage: 'backup [FOLDER] [--json]',
    does: 'copies the embedded database, the files and the secret key into FOLDER or BACKUP_DIR',
    run: args => withDataDir(deps => backupCommand(args, deps)),
  },
  restore: {
    usage: 'restore BACKUP [--check] [--json]',
    does: 'puts a backup into an empty DATA_DIR, or looks whether it is whole',
    run: args => withDataDir(deps => restoreCommand(args, deps)),
  },
  doctor: {
    usage: doctorUsage,
    does: 'looks at settings, database, storage, mail, SMS, certificate, clock, disk and backup, and says what to do',
    run: args =>
      doctorCommand(args, {
        settings: () => readSettings(process.env),
        dataDirOf: ({ dataDir }) => resolveDataDir(dataDir, root, log),
        log,
      }),
  },
  openapi: {
    usage: 'openapi [--operator | --staff]',
    does: 'prints the OpenAPI document of the portal, of the operator API, or of the staff API',
    run: async args => {
      const api = args.includes('--operator') ? apis.operator : args.includes('--staff') ? apis.staff : apis.portal
      process.stdout.write(`${JSON.stringify(openApiDocument(api), null, 2)}\n`)
      return 0
    },
  },
}

// The AWS SDK warns about the Node version in plain text, which would break the JSON log.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

try {
  process.exitCode = await dispatch(commands, process.argv.slice(2))
} catch (error) {
  // An error that the operator can fix is printed as a sentence; any other is a bug and keeps its stack trace.
  const sentence = error instanceof OperatorError || error instanceof Unavailable
  process.stderr.write(`${sentence ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}
