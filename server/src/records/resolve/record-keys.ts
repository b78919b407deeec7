import { hashToken, newToken, type Secrets } from '../../kernel/security/secrets.ts'
import type { PendingRow } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'

// 22 characters of base64url encode 128 bits.
const KEY = /^[\w-]{22,200}$/
// The keys of the demo are not secret; only the command line accepts them.
const DEMO_KEY = /^demo-[a-z-]{1,40}$/

/**
 * Fills the columns of a record's key: its hash, to find the record by, and the key itself, encrypted, so that its link can be sent
 * again. An existing key is left as it is, so that a second import changes nothing; a new record without a key gets a random one.
 */
export const fillKey = (
  { item, row, existing }: PendingRow,
  secrets: Secrets,
  tenantScope: TenantScope | undefined,
): void => {
  const given = item.line.key as string | undefined
  if (given !== undefined && !KEY.test(given) && (tenantScope || !DEMO_KEY.test(given)))
    throw new Refusal('key', 'is not 22 to 200 characters of A-Z, a-z, 0-9, - and _')
  const storedHash = existing?.keyHash ?? undefined
  const key = given ?? (storedHash === undefined ? newToken() : undefined)
  const hash = key === undefined ? storedHash : `\\x${hashToken(key).toString('hex')}`
  row.key_hash = hash ?? null
  row.sealed_key =
    hash === storedHash
      ? (existing?.encryptedKey ?? null)
      : secrets.encrypt(key ?? '', item.recordType.keyPurpose ?? '')
}
