import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { allowedAddresses } from '../kernel/security/public-address.ts'

const app = await testApp()
const found = [{ address: '93.184.215.14', family: 4 }]
let answers: (() => void)[] = []
beforeEach(() => {
  answers = []
  const silent = () => new Promise(resolve => answers.push(() => resolve(found)))
  vi.spyOn(dns, 'lookup').mockImplementation(silent as never)
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('DNS lookups that time out occupy two threads at most, and IP addresses none', async () => {
  const asked = Array.from({ length: 9 }, (_, n) => allowedAddresses(new URL(`https://silent-${n}.example/`), false))
  expect(await allowedAddresses(new URL('https://93.184.215.14/'), false)).toEqual(found)
  expect(answers).toHaveLength(2)
  for (let n = 0; n < 9; n++) {
    answers[n]?.()
    expect(await asked[n]).toEqual(found)
  }
  expect(answers).toHaveLength(9)
})

test('a company has one DNS lookup at a time and does not delay those of other companies', async () => {
  const [operator, other] = [await anOperator(app), await anOperator(app)]
  const url = 'https://silent.example/'
  const made = [operator('POST', '/webhooks', { url })]
  await expect.poll(() => answers.length).toBe(1)
  expect((await operator('POST', '/webhooks', { url })).problem).toMatchObject({ code: 'too_many_requests' })
  expect((await operator('POST', '/webhooks', { url: 'https://93.184.215.14/' })).status).toBe(201)
  made.push(other('POST', '/webhooks', { url }))
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer()
  for (const one of made) expect((await one).status).toBe(201)
})
