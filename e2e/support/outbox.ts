import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

// How long to wait for a message, and how often to look for it.
const soon = { timeout: 30_000, intervals: [100, 200, 300] }

type Sms = { to: string; text: string }

/** Messages sent so far with this file extension, oldest first. */
const messages = (extension: 'json' | 'eml') => {
  const folder = join(process.env.PORTICO_DATA_DIR ?? '', 'outbox')
  return readdirSync(folder)
    .filter(name => name.endsWith(`.${extension}`) && !name.startsWith('.'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

/** Text messages sent to a number so far, oldest first. */
const textsTo = (phone: string) =>
  messages('json')
    .map(text => JSON.parse(text) as Sms)
    .filter(({ to }) => to === phone)

const mailsTo = async (address: string) => {
  const likely = messages('eml').filter(mail => mail.includes(address))
  const mails = await Promise.all(likely.map(mail => PostalMime.parse(mail)))
  return mails.filter(({ to }) => to?.some(one => one.address === address))
}

/** Waits for a mail to an address that contains a link of this form; returns the newest and its link. */
export const mailTo = async (address: string, form: RegExp): Promise<{ link: string; mail: Email }> => {
  const find = async () =>
    (await mailsTo(address))
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
export const linkMailedTo = async (address: string, form: RegExp): Promise<string> => (await mailTo(address, form)).link

/** Waits until a number has received `messages` text messages; returns the code in the newest. */
export const codeSentTo = async (phone: string, messages = 1): Promise<string> => {
  await expect.poll(() => textsTo(phone).length, soon).toBe(messages)
  return /\d{6}/.exec(textsTo(phone).at(-1)?.text ?? '')?.[0] ?? ''
}
