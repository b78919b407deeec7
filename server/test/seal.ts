import type { Database } from '../src/kernel/database/db.ts'
import type { Secrets } from '../src/kernel/security/secrets.ts'
import type { Settings } from '../src/kernel/settings/settings.ts'
import type { WorkerPool } from '../src/kernel/workers/worker-pool.ts'
import { openSeal, type Seal } from '../src/signing/seal/seal.ts'
import { workers } from './workers.ts'

/** Settings of a seal whose key is made when it is first needed, and that asks nobody. */
export const sealSettings: Pick<Settings, 'signingP12' | 'signingP12Password' | 'tsaUrl' | 'tsaAllowPrivate'> = {
  signingP12: undefined,
  signingP12Password: undefined,
  tsaUrl: undefined,
  tsaAllowPrivate: false,
}

/** A seal by {@link sealSettings}. */
export const testSeal = (database: Database, secrets: Secrets, pool: WorkerPool = workers): Promise<Seal> =>
  openSeal(sealSettings, { database, secrets, workers: pool, log: () => {} })

/** A document of the company 1 that was signed by Giulia Rossi, for {@link Seal.files}. */
export const sealOptions: Parameters<Seal['files']>[1] = {
  content: {
    evidence: {
      language: 'it-IT',
      timeZone: 'Europe/Rome',
      portalName: 'Brenta',
      companyName: 'Rossi',
      documentName: 'Contratto',
      sha256: '00',
      signer: 'Giulia Rossi',
      phone: null,
      email: null,
      entries: [],
    },
    words: { name: 'Giulia Rossi', reason: 'Prova', location: 'Brenta', at: new Date('2026-03-02T08:30:00Z') },
  },
  caller: { serviceCompanyId: 1 },
  atOnce: true,
}
