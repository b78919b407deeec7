import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

// How long to wait for a message, and how often to look for it.
const soon = { timeout: 60_000, intervals: [100, 200, 300] }

type Sms = { to: string; text: string }

/** Messages sent so far with this file extension, oldest first. */
const messages = (extension: 'json' | 'eml', dataDir = process.env.PORTICO_DATA_DIR ?? '') => {
  const folder = join(dataDir, 'outbox')
  return readdirSync(folder)
    .filter(name => name.endsWith(`.${extension}`) && !name.startsWith('.'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

/** Text messages sent to a number so far, oldest first. */
const textsTo = (phone: string, dataDir?: string) =>
  messages('json', dataDir)
    .map(text => JSON.parse(text) as Sms)
    .filter(({ to }) => to === phone)

const mailsTo = async (address: string, dataDir?: string) => {
  const likely = messages('eml', dataDir).filter(mail => mail.includes(address))
  const mails = await Promise.all(likely.map(mail => PostalMime.parse(mail)))
  return mails.filter(({ to }) => to?.some(one => one.address === address))
}

/** Waits for a mail to an address that contains a link of this form; returns the newest and its link. `dataDir`: of another installation. */
export const mailTo = async (
  address: string,
  form: RegExp,
  dataDir?: string,
): Promise<{ link: string; mail: Email }> => {
  const find = async () =>
    (await mailsTo(address, dataDir))
      .flatMap(mail => {
        const link = form.exec(mail.text ?? '')?.[0]
        return link ? [{ link, mail }] : []
      })
      .at(-1)
  await expect.poll(find, soon).toBeDefined()
  const found = await find()
  if (!found) throw new Error(`The mail to ${address} is gone`)
  return found
}

/** Waits for a mail to an address that contains a link of this form; returns the link of the newest. */
export const linkMailedTo = async (address: string, form: RegExp, dataDir?: string): Promise<string> =>
  (await mailTo(address, form, dataDir)).link

/** Waits until a number has received `messages` text messages; returns the code in the newest. */
export const codeSentTo = async (phone: string, messages = 1, dataDir?: string): Promise<string> => {
  await expect.poll(() => textsTo(phone, dataDir).length, soon).toBe(messages)
  return /\d{6}/.exec(textsTo(phone, dataDir).at(-1)?.text ?? '')?.[0] ?? ''
}
