import { randomBytes } from 'node:crypto'
import { openMessages } from '../src/kernel/messages/messages.ts'
import { openSecrets } from '../src/kernel/security/secrets.ts'

/** SECRET_KEY of a test's installation. */
export const secretKey = randomBytes(32).toString('hex')

/** The secrets of a test's installation. */
export const secrets = openSecrets(secretKey)

/** Asks for messages under these secrets. */
export const messages = openMessages({ secrets, from: 'portal@portico.test', origin: 'https://portico.test' })
