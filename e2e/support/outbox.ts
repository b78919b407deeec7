import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

// How long a message may take, and how often it is looked for.
const soon = { timeout: 30_000, intervals: [100, 200, 300] }

type Sms = { to: string; text: string }

/** The messages of a kind so far, oldest first. */
const messages = (extension: 'json' | 'eml') => {
  const folder = join(process.env.PORTICO_DATA_DIR ?? '', 'outbox')
  return readdirSync(folder)
    .filter(name => name.endsWith(`.${extension}`) && !name.startsWith('.'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

/** The text messages that were sent to a number so far, oldest first. */
const textsTo = (phone: string) =>
  messages('json')
    .map(text => JSON.parse(text) as Sms)
    .filter(({ to }) => to === phone)

const mailsTo = async (address: string) => {
  const likely = messages('eml').filter(mail => mail.includes(address))
  const mails = await Promise.all(likely.map(mail => PostalMime.parse(mail)))
  return mails.filter(({ to }) => to?.some(one => one.address === address))
}

/** The newest mail to an address that has a link of this form, once there is such a mail. */
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

/** The link of this form in the newest mail to an address that has one, once there is such a mail. */
export const linkMailedTo = async (address: string, form: RegExp): Promise<string> => (await mailTo(address, form)).link

/** The code in the newest message to a number, once so many have arrived. */
export const codeSentTo = async (phone: string, messages = 1): Promise<string> => {
  await expect.poll(() => textsTo(phone).length, soon).toBe(messages)
  return /\d{6}/.exec(textsTo(phone).at(-1)?.text ?? '')?.[0] ?? ''
}
