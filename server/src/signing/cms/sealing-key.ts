import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Database, sql } from '../../kernel/database/db.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import { WrongSetting } from '../../kernel/settings/settings.ts'

const PURPOSE = 'document seal'

/** The key that seals documents: a private key and its certificate chain in DER, that of the key first. */
export type SealingKey = { key: webcrypto.CryptoKey; certificates: Buffer[] }

/** The source of the key: a PKCS #12 file, or by default a key created at the first start and stored in the database. */
export type KeySettings = { signingP12: string | undefined; signingP12Password: string | undefined }

const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

const importKey = (privateKey: Buffer) => {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey({
    key: privateKey,
    format: 'der',
    type: 'pkcs8',
  })
  const namedCurve = CURVES[asymmetricKeyDetails?.namedCurve ?? '']
  if (asymmetricKeyType !== 'rsa' && !namedCurve) throw new Error('must hold an RSA key or one on a NIST curve.')
  const algorithm = namedCurve ? { name: 'ECDSA', namedCurve } : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return webcrypto.subtle.importKey('pkcs8', privateKey, algorithm, false, ['sign'])
}

/** Loads the key of SIGNING_P12 and checks it at start. Throws {@link WrongSetting}. */
const loadKeyFile = async (path: string, password: string, now: Date): Promise<SealingKey> => {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new WrongSetting(`SIGNING_P12 cannot be read (${error.code}).`)
  })
  try {
    const { readPkcs12 } = await import('./pkcs12.ts')
    const { privateKey, certificates } = await readPkcs12(file, password)
    const { validFrom, validTo } = new X509Certificate(certificates[0] as Buffer)
    if (now < new Date(validFrom)) throw new Error(`holds a certificate that is valid only from ${validFrom}.`)
    if (now > new Date(validTo)) throw new Error(`holds a certificate that was valid until ${validTo}.`)
    return { key: await importKey(privateKey), certificates }
  } catch (error) {
    throw new WrongSetting(`SIGNING_P12 ${error instanceof Error ? error.message : error}`)
  }
}

type StoredKey = { certificate: string; sealedKey: string }

const readStoredKey = async (database: Database): Promise<StoredKey | undefined> =>
  (await database.maybe<{ value: StoredKey }>(sql`select value from installation where key = 'sealing-key'`))?.value

const opened = async ({ certificate, sealedKey }: StoredKey, secrets: Secrets): Promise<SealingKey> => ({
  key: await importKey(Buffer.from(secrets.decrypt(sealedKey, PURPOSE), 'base64')),
  certificates: [Buffer.from(certificate, 'base64')],
})

/** The key in the database, shared by all processes; created if there is none. */
const loadStoredKey = async (database: Database, secrets: Secrets, now: Date): Promise<SealingKey> => {
  let kept = await readStoredKey(database)
  if (!kept) {
    const { makeSelfSigned } = await import('./self-signed.ts')
    const made = await makeSelfSigned(now)
    const value: StoredKey = {
      certificate: made.certificate.toString('base64'),
      sealedKey: secrets.encrypt(made.privateKey.toString('base64'), PURPOSE),
    }
    await database.run(sql`insert into installation (key, value) values ('sealing-key', ${JSON.stringify(value)}::jsonb)
      on conflict (key) do nothing`)
    kept = (await readStoredKey(database)) ?? value
  }
  return opened(kept, secrets)
}

/** The existing sealing key, decrypted; undefined if none has been created yet. Throws if it cannot be decrypted. */
export const presentSealingKey = async (
  { signingP12, signingP12Password = '' }: KeySettings,
  database: Database,
  secrets: Secrets,
): Promise<SealingKey | undefined> => {
  if (signingP12) return loadKeyFile(signingP12, signingP12Password, new Date())
  const kept = await readStoredKey(database)
  return kept && opened(kept, secrets)
}

/** Returns a loader of the sealing key. A key of SIGNING_P12 is read and checked now, the one in the database at the first call. */
export const openSealingKey = async (
  settings: KeySettings,
  database: Database,
  secrets: Secrets,
  now: Date,
): Promise<() => Promise<SealingKey>> => {
  if (settings.signingP12) {
    const given = await loadKeyFile(settings.signingP12, settings.signingP12Password ?? '', now)
    return async () => given
  }
  let kept: Promise<SealingKey> | undefined
  return () => {
    kept ??= loadStoredKey(database, secrets, now).catch(error => {
      kept = undefined
      throw error
    })
    return kept
  }
}
