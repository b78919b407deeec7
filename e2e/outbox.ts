import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

type Sms = { to: string; text: string }

/** The text messages that were sent to a number so far, oldest first. */
const textsTo = (phone: string) => {
  const folder = process.env.PORTICO_OUTBOX ?? ''
  return readdirSync(folder)
    .filter(name => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Sms)
    .filter(({ to }) => to === phone)
}

/** The code in the newest message to a number, once so many have arrived. */
export const codeSentTo = async (phone: string, messages = 1): Promise<string> => {
  await expect.poll(() => textsTo(phone).length, { timeout: 30_000 }).toBe(messages)
  return /\d{6}/.exec(textsTo(phone).at(-1)?.text ?? '')?.[0] ?? ''
}
