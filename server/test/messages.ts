import { randomBytes } from 'node:crypto'
import { openMessages } from '../src/kernel/messages.ts'
import { openSecrets } from '../src/kernel/secrets.ts'

/** The secrets of a test's installation. */
export const secrets = openSecrets(randomBytes(32).toString('hex'))

/** Asks for messages under these secrets. */
export const messages = openMessages({ secrets, from: 'portal@portico.test', origin: 'https://portico.test' })
