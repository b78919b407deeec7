import { operatorRoot } from '@portico/contract/endpoint'
import { fileSizeMax } from '@portico/contract/shapes'
import { expect, test } from 'vitest'
import { multipart, png, testApp } from '../../test/fixtures/app.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { cleanUp } from '../cleanup.ts'

const app = await testApp()
const { clock, deps } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
const DAY = 24 * 3_600_000

test('a file is uploaded as the body itself or in a form; its type is detected from its bytes', async () => {
  const call = await anOperator(app)
  const one = await call('POST', '/files?name=foto%20%C3%A8.png', png, { 'content-type': 'image/jpeg' })
  expect(one.status).toBe(201)
  expect(one.json).toMatchObject({
    path: expect.stringMatching(/^upload:\d+$/),
    name: 'foto è.png',
    size: png.length,
    mediaType: 'image/png',
  })
  const form = multipart({ filename: 'a.json', content: '{}' })
  expect((await call('POST', '/files', form.body, form.headers)).json).toMatchObject({ name: 'a.json', size: 2 })
  const json = await call('POST', '/files?name=b.json', '{"a":1}', { 'content-type': 'application/json' })
  expect(json.json).toMatchObject({ name: 'b.json', size: 7 })
})

test.each([
  ['POST', '/files?name=a.png', 'text', 415, 'file_type_refused'],
  ['POST', '/files?name=a.exe', 'text', 415, 'file_type_refused'],
  ['POST', '/files?name=a.txt', '', 422, 'file_empty'],
  ['POST', '/files?name=a.txt', Buffer.alloc(fileSizeMax + 1, 'a'), 413, 'file_too_large'],
  ['POST', '/files', 'text', 400, 'invalid_request'],
] as const)('%s %s is refused, and nothing is stored', async (method, path, body, status, code) => {
  const call = await anOperator(app)
  const before = await app.storedKeys()
  const answer = await call(method, path, body, { 'content-type': 'application/octet-stream' })
  expect(answer.problem).toMatchObject({ status, code })
  expect(await app.storedKeys()).toEqual(before)
})

test.each([
  ['a.txt', 30, 413, 'file_too_large'],
  ['a.exe', 5, 415, 'file_type_refused'],
])(
  '%s of %i MB is refused in an answer that arrives while it is still being sent',
  async (name, size, status, code) => {
    const { key } = await anOperator(app)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
    const body = Buffer.alloc(size * 1024 * 1024, 'a')
    const answer = await fetch(`${origin}${operatorRoot}/files?name=${name}`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  },
)

test('the error of a wrong call says how to correct it', async () => {
  const call = await anOperator(app)
  const unnamed = await call('POST', '/files', 'text', { 'content-type': 'text/plain' })
  expect(unnamed.problem.errors).toEqual([{ path: 'query.name', message: expect.stringContaining('is missing') }])
  const form = await call('PUT', '/groups/g', 'name=G', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(form.problem.detail).toContain('application/json')
  const flags = await call('PUT', '/memberships/m', { contact: 'c', webUser: 'u', referentName: 'M', flags: ['all'] })
  expect(flags.problem.errors?.[0]?.message).toMatch(/^must be one of manageTickets, administrator, /)
  const guess = await call('GET', '/groups', undefined, { authorization: 'Bearer guess' })
  expect(guess.problem.detail).toContain('Bearer portico_')
})

test('a missing key, a wrong key and a read-only key are refused', async () => {
  const send = (authorization: string | undefined) =>
    app.http.inject({
      method: 'POST',
      url: '/api/operator/v1/files?name=a.txt',
      payload: 'a',
      headers: { 'content-type': 'text/plain', ...(authorization && { authorization }) },
    })
  for (const wrong of [undefined, 'Bearer x', `Bearer portico_${'a'.repeat(43)}`, 'Basic eDp5'])
    expect((await send(wrong)).json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  const reader = await anOperator(app, { readOnly: true })
  expect((await reader('POST', '/files?name=a.txt', 'a')).problem).toMatchObject({ status: 403, code: 'forbidden' })
})

test('an unused upload is deleted after a day', async () => {
  const call = await anOperator(app)
  const before = await app.storedKeys()
  await call('POST', '/files?name=a.txt', 'text', { 'content-type': 'text/plain' })
  clock.pass(DAY - 1000)
  await cleanUp(deps)
  const mine = (await app.storedKeys()).filter(key => !before.includes(key))
  expect(mine).toHaveLength(1)
  clock.pass(2000)
  await cleanUp(deps)
  expect(await app.storedKeys()).not.toContain(mine[0])
})
