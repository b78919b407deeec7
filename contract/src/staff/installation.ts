import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { email, Id, Instant, Link, line, nullable } from '../shapes.ts'

// What those look after who operate the installation: beyond their own company, so that no other account may call any of it.

const root = `${staffRoot}/installation` as const
const forOperators = { access: 'staff', operator: true } as const

const finding = (description: string) => Type.String({ description })

const Told = Type.Object({ found: Type.String(), todo: nullable(Type.String()) })

/** What the checks of `portico doctor` have found. */
export const InstallationHealth = Type.Object(
  {
    startedAt: nullable({ ...Instant, description: 'When the checks began; null if they never ran.' }),
    finishedAt: nullable({ ...Instant, description: 'When they ended; null while they run.' }),
    done: Type.Integer({ description: 'How many checks are done.' }),
    total: Type.Integer({ description: 'How many checks there are.' }),
    findings: Type.Array(
      Type.Object({
        check: finding('The name of the check, such as `database`.'),
        state: Type.Unsafe<'ok' | 'warning' | 'broken'>({ type: 'string', enum: ['ok', 'warning', 'broken'] }),
        found: finding('What was found, in English, as the command line prints it.'),
        todo: nullable(finding('What to do, in English; null where all is well.')),
        texts: Type.Object(
          { 'it-IT': Told, 'es-ES': Told },
          { description: 'The same in the other languages; what other programs say stays as it is.' },
        ),
      }),
      { description: 'In the order of the checks.' },
    ),
  },
  { title: 'InstallationHealth' },
)
/** See {@link InstallationHealth}. */
export type InstallationHealth = Static<typeof InstallationHealth>

export const readInstallationHealth = endpoint({
  name: 'readInstallationHealth',
  summary: 'What the checks of the installation found when they ran last, or have found so far',
  method: 'GET',
  path: `${root}/health`,
  ...forOperators,
  reply: InstallationHealth,
})

export const checkInstallationHealth = endpoint({
  name: 'checkInstallationHealth',
  summary: 'Begins the checks of `portico doctor`; one run at a time in the installation',
  description: 'Where they run already, that run is answered. Each check has half a minute.',
  method: 'POST',
  path: `${root}/health`,
  ...forOperators,
  status: 202,
  reply: InstallationHealth,
})

const bytes = Type.Integer({ description: 'How large it is.' })

/** A backup in `BACKUP_DIR`. */
const InstallationBackup = Type.Object({
  name: Type.String({ description: 'The name of its folder or file.' }),
  madeAt: { ...Instant, description: 'When it was made.' },
  bytes,
  state: Type.Unsafe<'whole' | 'unfinished' | 'dump'>({
    type: 'string',
    enum: ['whole', 'unfinished', 'dump'],
    description: '`unfinished`: broken off, or being made. `dump`: of another program, which cannot be checked here.',
  }),
  checkedAt: nullable({ ...Instant, description: 'When it was last checked here against its checksums; null: never.' }),
  damage: nullable(Type.String({ description: 'What that check found wrong, in English; null: nothing.' })),
})

/** The backups of the installation. */
export const InstallationBackups = Type.Object(
  {
    folder: nullable(Type.String({ description: '`BACKUP_DIR`; null if it is not set.' })),
    mayMake: Type.Boolean({
      description: 'Whether one can be made here: the database is the embedded one, and there is a folder.',
    }),
    withFiles: Type.Boolean({ description: 'Whether it holds the files too; not with `STORAGE_URL`.' }),
    backups: Type.Array(InstallationBackup, { description: 'The newest first, at most 100.' }),
    task: nullable(
      Type.Object({
        kind: Type.Unsafe<'make' | 'check'>({ type: 'string', enum: ['make', 'check'] }),
        name: nullable(Type.String({ description: 'Which one is checked.' })),
        startedAt: Instant,
      }),
    ),
    failure: nullable(
      Type.Object({
        at: Instant,
        reason: Type.String({ description: 'Why the last backup from here failed, in English.' }),
      }),
    ),
  },
  { title: 'InstallationBackups' },
)
/** See {@link InstallationBackups}. */
export type InstallationBackups = Static<typeof InstallationBackups>

export const listInstallationBackups = endpoint({
  name: 'listInstallationBackups',
  summary: 'Lists the backups in `BACKUP_DIR`, and says what is being done with them',
  method: 'GET',
  path: `${root}/backups`,
  ...forOperators,
  reply: InstallationBackups,
})

export const makeInstallationBackup = endpoint({
  name: 'makeInstallationBackup',
  summary: 'Begins a backup, as `portico backup` makes it; one at a time',
  description: '`conflict` where none can be made here, or where one is made or checked already.',
  method: 'POST',
  path: `${root}/backups`,
  ...forOperators,
  status: 202,
  reply: InstallationBackups,
})

export const checkInstallationBackup = endpoint({
  name: 'checkInstallationBackup',
  summary: 'Begins to check a backup against its checksums, as `portico restore --check` does; one at a time',
  method: 'POST',
  path: `${root}/backups/:name/check`,
  ...forOperators,
  status: 202,
  reply: InstallationBackups,
})

/** A service company of the installation. */
export const InstallationCompany = Type.Object(
  {
    id: Id,
    externalId: Type.String({ description: 'The name of the record, for commands and imports.' }),
    name: Type.String({ description: 'The name of the company.' }),
    isOwn: Type.Boolean({ description: 'Whether it is that of the caller.' }),
    hasAdministrator: Type.Boolean({ description: 'Whether anybody can sign in and administer it.' }),
    storedBytes: Type.Integer({ description: 'What its files take, in bytes.' }),
    storageQuota: nullable(Type.Integer({ description: 'What they may take; null: no limit.' })),
    hasOwnQuota: Type.Boolean({ description: 'Whether that is its own limit and not that of the installation.' }),
    defaultStorageQuota: nullable(
      Type.Integer({ description: 'The limit of the installation, `STORAGE_QUOTA`, in bytes; null: none.' }),
    ),
    portals: Type.Array(
      Type.Object({
        id: Id,
        webPortalKey: Type.String({ description: 'Its word in addresses.' }),
        webPortalName: Type.String({ description: 'The name that customers see.' }),
        customers: Type.Integer({ description: 'How many customers it has.' }),
      }),
      { description: 'By key.' },
    ),
  },
  { title: 'InstallationCompany' },
)
/** See {@link InstallationCompany}. */
export type InstallationCompany = Static<typeof InstallationCompany>

const link = Type.String({ ...Link, description: 'The one-time link that makes the administrator: good for 24 hours.' })

export const listInstallationCompanies = endpoint({
  name: 'listInstallationCompanies',
  summary: 'Lists the service companies of the installation by name, with their portals',
  method: 'GET',
  path: `${root}/companies`,
  ...forOperators,
  reply: Type.Array(InstallationCompany),
})

export const addInstallationCompany = endpoint({
  name: 'addInstallationCompany',
  summary: 'Adds a service company, with a link for its first administrator',
  description: '`conflict` at `body.name` where there is one of the same name.',
  method: 'POST',
  path: `${root}/companies`,
  ...forOperators,
  status: 201,
  body: Type.Object({ name: { ...line(200), description: 'The name of the company.' } }),
  reply: Type.Object({ company: InstallationCompany, link }),
})

export const linkInstallationCompany = endpoint({
  name: 'linkInstallationCompany',
  summary: 'Makes a link for the first administrator of a company that has none',
  description: '`conflict` where there is an administrator, who invites others.',
  method: 'POST',
  path: `${root}/companies/:companyid/link`,
  ...forOperators,
  status: 201,
  reply: Type.Object({ link }),
})

export const changeInstallationCompany = endpoint({
  name: 'changeInstallationCompany',
  summary: 'Renames a company, or says how much its files may take',
  method: 'PATCH',
  path: `${root}/companies/:companyid`,
  ...forOperators,
  body: Type.Object({
    name: Type.Optional({ ...line(200), description: 'The name of the company.' }),
    storageQuota: Type.Optional(
      nullable(
        Type.Integer({ minimum: 0, maximum: 1e15, description: 'In bytes. Null: the limit of the installation.' }),
      ),
    ),
  }),
  reply: InstallationCompany,
})

export const addInstallationPortal = endpoint({
  name: 'addInstallationPortal',
  summary: 'Adds a portal to a company, with three ticket types in a language',
  description: 'Values are checked as those of an import; `invalid_request` names the field at fault.',
  method: 'POST',
  path: `${root}/companies/:companyid/portals`,
  ...forOperators,
  status: 201,
  body: Type.Object({
    webPortalKey: { ...line(40), description: 'Its word in addresses: 2 to 40 of `a-z`, `0-9` and `-`.' },
    webPortalName: { ...line(200), description: 'The name that customers see.' },
    supportEmail: Type.Optional(nullable({ ...email, description: 'Who is mailed about new tickets.' })),
    language: { ...Language, description: 'The language of the ticket types.' },
  }),
  reply: InstallationCompany,
})

export const renameInstallationPortal = endpoint({
  name: 'renameInstallationPortal',
  summary: 'Renames a portal; its word in addresses stays',
  method: 'PATCH',
  path: `${root}/portals/:portalid`,
  ...forOperators,
  body: Type.Object({ webPortalName: { ...line(200), description: 'The name that customers see.' } }),
  reply: InstallationCompany,
})

/** A job that was given up, such as a mail. */
export const FailedJob = Type.Object(
  {
    id: Id,
    kind: Type.String({ description: 'What it is, such as `mail` or `sms`.' }),
    company: nullable(Type.String({ description: 'Of which company; null: of the installation.' })),
    createdAt: Instant,
    givenUpAt: Instant,
    reason: nullable(Type.String({ description: 'Why its last try failed, in English.' })),
  },
  { title: 'FailedJob' },
)
/** See {@link FailedJob}. */
export type FailedJob = Static<typeof FailedJob>

const jobIds = Type.Object({
  ids: Type.Array(Id, {
    minItems: 1,
    maxItems: 500,
    description: 'Which jobs; one that is not given up is passed over.',
  }),
})
const changedJobs = Type.Object({ changed: Type.Integer({ description: 'How many jobs that were.' }) })

export const listFailedJobs = endpoint({
  name: 'listFailedJobs',
  summary: 'Lists mails, text messages and other jobs that were given up, the newest first, at most 500',
  method: 'GET',
  path: `${root}/jobs`,
  ...forOperators,
  reply: Type.Array(FailedJob),
})

export const retryFailedJobs = endpoint({
  name: 'retryFailedJobs',
  summary: 'Tries jobs again that were given up',
  method: 'POST',
  path: `${root}/jobs/retry`,
  ...forOperators,
  body: jobIds,
  reply: changedJobs,
})

export const removeFailedJobs = endpoint({
  name: 'removeFailedJobs',
  summary: 'Gives up jobs for good',
  method: 'POST',
  path: `${root}/jobs/remove`,
  ...forOperators,
  body: jobIds,
  reply: changedJobs,
})
