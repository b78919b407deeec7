import { randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SUMS } from '../backup/backup-folder.ts'
import { storedBytes } from '../files/stored-bytes-queries.ts'
import { type Database, sql } from '../kernel/database/db.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import { formatByteSize } from '../kernel/settings/byte-size.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { openStorage } from '../kernel/storage/open-storage.ts'
import { newStorageKey, type Storage } from '../kernel/storage/storage.ts'
import { presentSealingKey } from '../signing/cms/sealing-key.ts'
import { JOB_PATIENCE, openSealAuthorities } from '../signing/seal/seal-authorities.ts'
import { problemsToRaise } from '../signing/seal-queries.ts'
import { broken, type Check, describeError, type Found, ok, warning } from './doctor.ts'

const DAY = 86_400_000
const GB = 1e9
const PROBE_BYTES = 100_000

const probeStorage = async (storage: Storage): Promise<Found[]> => {
  const [key, content] = [newStorageKey(), randomBytes(PROBE_BYTES)]
  await storage.put(key, Readable.from([content], { objectMode: false }))
  try {
    const back = await buffer(await storage.get(key))
    if (!back.equals(content))
      return [broken('it gave back something else than it was given', 'Do not use this storage.')]
  } finally {
    await storage.remove([key])
  }
  return [ok('a probe was written, read and deleted')]
}

/** Checks that the storage can write, read and delete. */
export const storageCheck = (dataDir: string, { storageUrl }: Settings): Check => ({
  name: 'storage',
  todo: storageUrl
    ? 'Check STORAGE_URL: address, bucket, key and secret, and that the key may read, write and delete.'
    : 'See that the folder `files` in DATA_DIR can be written to, and that the disk is not full.',
  look: async () => {
    if (!storageUrl && !existsSync(dataDir)) return [warning(`${dataDir} is not there yet`, 'Start the portal.')]
    return probeStorage(await openStorage({ dataDir, ...(storageUrl && { url: storageUrl }) }))
  },
})

const checkCertificate = async (settings: Settings, database: Database, secrets: Secrets): Promise<Found[]> => {
  const key = await presentSealingKey(settings, database, secrets)
  if (!key) return [ok('it is made by the first start')]
  const { validTo } = new X509Certificate(key.certificates[0] as Buffer)
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY)
  const found = `it opens, and is valid until ${new Date(validTo).toISOString().slice(0, 10)}`
  const todo = 'Set SIGNING_P12 to a new one; what is sealed already stays as it is.'
  if (days < 0) return [broken(found, todo)]
  return [days < 30 ? warning(found, todo) : ok(found)]
}

/** Requests a time stamp for random bytes, and the long-term validation data (revocation data) of that time stamp. */
const checkTimeStamps = async (tsaUrl: string, { tsaAllowPrivate }: Settings): Promise<Found[]> => {
  const authorities = openSealAuthorities({ tsaUrl, allowPrivate: tsaAllowPrivate }, JOB_PATIENCE)
  const token = await authorities.stamp(randomBytes(32))
  const found = ok('the authority of TSA_URL stamps')
  try {
    await authorities.proof(token)
    return [found, ok('what proves its stamps for the long term can be had: documents are sealed at PAdES B-LT')]
  } catch (error) {
    const todo =
      'Until that can be had, documents stay at PAdES B-T: let this machine reach the addresses in the certificates of the authority (over a private network with TSA_ALLOW_PRIVATE=1), or ask the authority.'
    return [found, warning(`its stamps cannot be proven for the long term: ${describeError(error)}`, todo)]
  }
}

const checkWaitingSeals = async (database: Database): Promise<Found[]> => {
  const found = await problemsToRaise(database)
  return found.map(({ level, problem, count }) =>
    warning(
      `${count} signed documents are sealed at ${level} only${problem ? `: ${problem}` : ''}`,
      'They are tried again with growing delays, for a month; what is given up is among the jobs.',
    ),
  )
}

/** Checks the certificate, the time stamp authority and documents that wait for a better seal. */
export const sealChecks = (settings: Settings, database: Database, secrets: Secrets): Check[] => [
  {
    name: 'certificate',
    todo: settings.signingP12
      ? 'Check SIGNING_P12 and SIGNING_P12_PASSWORD.'
      : 'SECRET_KEY is not the one with which this installation was begun: set that one again.',
    look: () => checkCertificate(settings, database, secrets),
  },
  ...(settings.tsaUrl
    ? [
        {
          name: 'time stamps',
          todo: 'Check TSA_URL; until it answers, documents are sealed without a time stamp, and stamped later.',
          look: () => checkTimeStamps(settings.tsaUrl as string, settings),
        },
      ]
    : []),
  { name: 'seals', todo: 'Start the portal once.', look: () => checkWaitingSeals(database) },
]

/** Fraction of a quota from which it is reported. */
const QUOTA_NOTICE = 0.9

const checkQuotas = async (database: Database, { storageQuota }: Settings): Promise<Found[]> => {
  const { made } = await database.one<{ made: boolean }>(sql`select to_regclass('stored_bytes') is not null as made`)
  if (!made) return []
  const found = (await storedBytes(database)).flatMap(({ company, bytes, quota }) => {
    const most = quota ?? storageQuota
    if (most === undefined || bytes < most * QUOTA_NOTICE) return []
    const part = most === 0 ? 100 : Math.floor((bytes / most) * 100)
    return [
      warning(
        `the files of ${company} fill ${part} % of their ${formatByteSize(most)}`,
        `At 100 % its uploads are refused. Allow more: \`portico company quota ${company} SIZE\`; or let the company remove some.`,
      ),
    ]
  })
  return found.length > 0 ? found : [ok('no service company has filled its own')]
}

/** Checks whether service companies have nearly used up their storage quota. */
export const quotaCheck = (database: Database, settings: Settings): Check => ({
  name: 'quotas',
  todo: 'Start the portal once.',
  look: () => checkQuotas(database, settings),
})

/** Rates free disk space, in bytes. */
export const spaceFound = (folder: string, free: number): Found => {
  const found = `${(free / GB).toFixed(1)} GB are free where ${folder} is`
  const todo = 'Make room, or move it to a larger disk.'
  if (free < 0.5 * GB) return broken(found, todo)
  return free < 5 * GB ? warning(found, todo) : ok(found)
}

/** Checks the free disk space of the folders. */
export const spaceCheck = (folders: string[]): Check => ({
  name: 'disk',
  todo: 'See that the folder is there.',
  look: () =>
    Promise.all(
      folders.map(async folder => {
        const { bavail, bsize } = await statfs(folder)
        return spaceFound(folder, bavail * bsize)
      }),
    ),
})

/** Time of the newest backup in a folder, in milliseconds; 0 if there is none. Counts complete backups and other files, such as dumps. */
const findNewest = async (folder: string): Promise<number> => {
  let newest = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isBrokenOff = entry.isDirectory()
      ? entry.name.startsWith('portico-') && !existsSync(join(path, SUMS))
      : entry.name.endsWith('.part')
    if (!entry.name.startsWith('.') && !isBrokenOff) newest = Math.max(newest, (await stat(path)).mtimeMs)
  }
  return newest
}

/** No backup takes as long as this. */
const ABANDONED_MS = 24 * 3_600_000

/** Says which unfinished backups of killed processes lie in a folder: they are hidden, and each may be as large as the installation. */
const findAbandoned = async (folder: string): Promise<Found[]> => {
  const drafts = (await readdir(folder)).filter(name => /^\.portico-\d{8}-\d{6}-[0-9a-f]{12}$/.test(name))
  const found: Found[] = []
  for (const draft of drafts.map(name => join(folder, name)))
    if (Date.now() - (await stat(draft)).mtimeMs > ABANDONED_MS)
      found.push(warning(`a backup was broken off and takes space in ${folder}`, `Remove the folder ${draft}.`))
  return found
}

const checkBackups = async ({ backupDir, databaseUrl }: Settings): Promise<Found[]> => {
  const todo = databaseUrl
    ? 'Have pg_dump write there every night, as docs/operating.md says.'
    : 'Run `portico backup` every night, as docs/operating.md says.'
  if (!backupDir)
    return [warning('BACKUP_DIR does not say where backups are', `Set it to a folder on another disk. ${todo}`)]
  const newest = await findNewest(backupDir)
  const abandoned = await findAbandoned(backupDir)
  if (newest === 0) return [broken(`there is none in ${backupDir}`, todo), ...abandoned]
  const hours = Math.round((Date.now() - newest) / 3_600_000)
  const found = `the newest in ${backupDir} is ${hours} hours old`
  return [hours > 48 ? broken(found, todo) : ok(found), ...abandoned]
}

/** Checks for a recent backup. */
export const backupCheck = (settings: Settings): Check => ({
  name: 'backup',
  todo: 'See that BACKUP_DIR is a folder that can be read.',
  look: () => checkBackups(settings),
})
