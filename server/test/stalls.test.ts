import { expect, test, vi } from 'vitest'
import { portalApi } from '../src/apis.ts'
import { testApp } from './fixtures/app.ts'
import { aContact, aPortal, aUser } from './fixtures/factories.ts'
import { mailSender } from './fixtures/inbound-mail.ts'
import { expectNoStalls, mailWith, placesOf, stallMeter, withText } from './fixtures/long-texts.ts'
import { portalSamples } from './fixtures/portal-samples.ts'

// No text of a customer or a stranger holds up the others. Every text of all three APIs is sent in stalls.slow.test.ts.

vi.setConfig({ testTimeout: 120_000 })

const app = await testApp()
const portal = await aPortal(app.database, { supportEmail: 'help@service.example' })
const person = await aUser(app.database, { contact: await aContact(app.database, portal) })
const call = await app.as(person)
const samples = portalSamples(app)
const measure = await stallMeter(app, [' ', '=', 'a', '"', '<'])
const settle = () => app.delivered()

test('no text of a customer holds up the others, nor do the mails about it', async () => {
  const faults: string[] = []
  for (const { endpoint, place, max, name } of placesOf(portalApi.endpoints)) {
    const send = async (text: string) => {
      const { status: _, missing: __, ...sample } = (await samples[endpoint.name]?.(person)) ?? expect.fail(name)
      await call(endpoint, { ...sample, body: withText(sample.body, place, text) } as never)
    }
    faults.push(...(await measure(name, [max], { send, settle })))
  }
  expectNoStalls(faults)
})

test('no mail of a stranger holds up the others', async () => {
  const { operator, send: sendUsual } = await mailSender(app, person)
  // Loads what judges senders.
  await sendUsual({})
  const faults: string[] = []
  let sent = 0
  for (const place of ['From', 'To', 'Subject', 'Return-Path', 'DKIM-Signature', 'text']) {
    const send = async (text: string) => {
      sent += 1
      const raw = Buffer.from(mailWith(place, text, sent))
      expect((await operator('POST', '/mail', raw, { 'content-type': 'message/rfc822' })).status).toBe(202)
    }
    faults.push(...(await measure(place, [100_000], { send, settle })))
  }
  expectNoStalls(faults)
})
