import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A 256-bit key for one purpose, derived from SECRET_KEY by HKDF-SHA-256; another `label` gives an unrelated key. */
export const deriveKey = (secretKey: string, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'portico', label, 32))

/** Operations with SECRET_KEY: separate keys for other modules, and encryption of stored values. */
export type Secrets = {
  /** The key of one purpose; see {@link deriveKey}. */
  keyFor(label: string): Buffer
  /** Encrypts and authenticates (AES-256-GCM) for one `purpose`; base64url text, different at each call. */
  encrypt(plain: string, purpose: string): string
  /** Decrypts a text that was encrypted for that purpose; throws {@link DecryptionError} for any other. */
  decrypt(encrypted: string, purpose: string): string
}

/** An encrypted value that was changed, or encrypted for another purpose or with another SECRET_KEY. */
export class DecryptionError extends Error {
  override name = 'DecryptionError'
  constructor(options?: ErrorOptions) {
    super('a value cannot be decrypted with this SECRET_KEY', options)
  }
}

/** Derives the keys of this installation, each once. */
export const openSecrets = (secretKey: string): Secrets => {
  // The label stays as it is: another one would give another key, which stored values do not open with.
  const encryptionKey = deriveKey(secretKey, 'seal')

  const encrypt = (plain: string, purpose: string) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, encryptionKey, nonce).setAAD(Buffer.from(purpose))
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
  }

  const decrypt = (encrypted: string, purpose: string) => {
    const bytes = Buffer.from(encrypted, 'base64url')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionError()
    try {
      const decipher = createDecipheriv(CIPHER, encryptionKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    } catch (cause) {
      throw new DecryptionError({ cause })
    }
  }

  const keys = new Map<string, Buffer>()
  const keyFor = (label: string): Buffer => {
    const key = keys.get(label) ?? deriveKey(secretKey, label)
    keys.set(label, key)
    return key
  }

  return { keyFor, encrypt, decrypt }
}

/** A new token, for example for a session or a link that needs no sign-in: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token, also for look-ups: its SHA-256, 32 bytes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** HMAC-SHA-256 of a text, truncated to 128 bits, base64url: for URLs, where length matters. */
export const shortMac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().toString('base64url', 0, 16)

/** Compares two secrets in a time that reveals only their length. */
export const sameSecret = (a: string | Buffer, b: string | Buffer): boolean => {
  const left = Buffer.from(a as string)
  const right = Buffer.from(b as string)
  return left.length === right.length && timingSafeEqual(left, right)
}
