import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../kernel/database/db.ts'
import { installationId } from '../kernel/http/health.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { type Check, type Found, ok, warning } from './doctor.ts'
import { databaseChecks, jobChecks, portalCheck } from './doctor-database.ts'
import { mailDomainCheck } from './doctor-mail-domains.ts'
import { messageChecks } from './doctor-messages.ts'
import { backupCheck, quotaCheck, sealChecks, spaceCheck, storageCheck } from './doctor-storage.ts'
import { demoCheck, webChecks } from './doctor-web.ts'

/** What is said of the settings once they could be read: who else may read the secret key. */
const findKeyFault = ({ secretKey }: Settings, dataDir: string): Found => {
  const path = join(dataDir, 'secret-key')
  if (secretKey) return ok('every setting can be read')
  if (!existsSync(path)) return ok('every setting can be read; the secret key is made by the first start')
  const isOpen = (statSync(path).mode & 0o077) !== 0
  return isOpen
    ? warning(`${path} can be read by other users of this machine`, `Run \`chmod 600 ${path}\`.`)
    : ok('every setting can be read')
}

/** The checks of the database; `begun`: its schema is there. */
export const checksWithin = (
  database: Database,
  { settings, secrets, begun }: { settings: Settings; secrets: Secrets | undefined; begun: boolean },
): Check[] => {
  const inside = begun
    ? [
        portalCheck(database),
        ...jobChecks(database),
        ...(secrets ? sealChecks(settings, database, secrets) : []),
        demoCheck(database, settings),
        quotaCheck(database, settings),
      ]
    : []
  return [...databaseChecks(database), ...inside]
}

/** All checks of an installation in their order, with those of the database as `inDatabase`. */
export const everyCheck = (
  inDatabase: Check[],
  {
    settings,
    dataDir,
    secrets,
    asked,
  }: {
    settings: Settings
    dataDir: string
    secrets: Secrets | undefined
    asked: { sendMail: string | undefined; sendSms: string | undefined }
  },
): Check[] => {
  const folders = [dataDir, settings.backupDir ?? dataDir].filter(
    (folder, n, all) => existsSync(folder) && all.indexOf(folder) === n,
  )
  return [
    { name: 'settings', todo: '', look: async () => [findKeyFault(settings, dataDir)] },
    ...inDatabase,
    storageCheck(dataDir, settings),
    ...messageChecks({ settings, dataDir, ...asked }),
    ...mailDomainCheck(settings),
    ...webChecks(settings, secrets ? installationId(secrets) : ''),
    spaceCheck(folders),
    backupCheck(settings),
  ]
}
