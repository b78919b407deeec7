import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OperatorError } from '../errors/operator-error.ts'

/** DKIM_KEY, DKIM_SELECTOR and DKIM_DOMAIN. */
export type DkimSettings = { keyFile: string; selector: string; domain: string }

/** The key that mails are signed with. `publicKey` is what the DNS record of the selector has after `p=`. */
export type DkimKey = { selector: string; domain: string; privateKey: string; publicKey: string }

/** Verifiers refuse shorter keys (RFC 8301, section 3.2). */
const SHORTEST_KEY = 1024

const parseKey = (keyFile: string): KeyObject => {
  let pem: string
  try {
    pem = readFileSync(keyFile, 'utf8')
  } catch (error) {
    throw new OperatorError(`DKIM_KEY names ${keyFile}, which cannot be read: ${(error as Error).message}`)
  }
  try {
    return createPrivateKey(pem)
  } catch {
    throw new OperatorError(`DKIM_KEY names ${keyFile}, which has no private key without a password in PEM form.`)
  }
}

/** Reads the key. Checked at the start, because the mail library sends mails without a signature where it cannot sign. */
export const openDkimKey = ({ keyFile, selector, domain }: DkimSettings): DkimKey => {
  const key = parseKey(keyFile)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < SHORTEST_KEY)
    throw new OperatorError(
      `DKIM_KEY names ${keyFile}, which is no RSA key of ${SHORTEST_KEY} or more bits; make one of 2048.`,
    )
  return {
    selector,
    domain,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

/**
 * What a signature covers (RFC 6376, section 5.4.1), with both headers by which a mail program unsubscribes (RFC 8058, section 4), of which
 * the mail library signs one.
 */
export const signedHeaders = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
  ...['Auto-Submitted', 'X-Auto-Response-Suppress', 'Precedence', 'Thread-Topic', 'Thread-Index'],
].join(':')
