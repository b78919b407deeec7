import { expect, test } from 'vitest'
import { hostileImap } from '../../test/servers/hostile-imap.ts'
import { readImapUrl } from './imap.ts'
import { tryImap } from './try-imap.ts'

const server = await hostileImap()
const trial = () => tryImap(readImapUrl(server.url('box')), { password: 'x', allowsPrivate: true, limitMs: 300 })

test.each([
  ['to the greeting', /greeting/, 'silent', 'reached'],
  ['to the folder', /^EXAMINE/, 'silent', 'opened'],
  ['to the folder byte by byte', /^EXAMINE/, 'trickle', 'opened'],
] as const)('a trial ends where the server does not answer %s', async (_, what, fault, step) => {
  server.misbehave(what, fault)
  const { trial: tried } = await trial()
  expect(tried).toMatchObject({ opens: false, problem: expect.stringMatching(/time|greeting/i) })
  expect(tried.steps.find(({ state }) => state === 'failed')?.step).toBe(step)
  await expect.poll(server.connections).toBe(0)
})

test('a trial waits neither for a list of folders that does not come nor for the end of the connection', async () => {
  server.state.fault = command => (/^EXAMINE/.test(command) ? 'no' : /^LIST .*\*/.test(command) ? 'silent' : undefined)
  const { trial: refused } = await trial()
  expect(refused).toMatchObject({ opens: false, folders: [], problem: expect.stringContaining('not today') })
  server.misbehave(/^LOGOUT/, 'silent')
  expect((await trial()).trial).toMatchObject({ opens: true })
  await expect.poll(server.connections).toBe(0)
})

test('a trial of a wrong password says no more than the server does', async () => {
  server.state.fault = command => (/^LOGIN/.test(command) ? 'no' : undefined)
  expect((await trial()).trial.problem).toBe('The server refuses name or password: not today')
  server.state.fault = command => (/^LOGIN/.test(command) ? 'no word' : undefined)
  const { trial: tried } = await trial()
  expect(tried.problem).toBe('The server refuses name or password.')
  expect(tried.steps.find(({ state }) => state === 'failed')?.step).toBe('signedIn')
})

test('a mailbox whose mail the server does not number fails the trial, as it would fail at fetching', async () => {
  server.behave()
  server.state.uidValidity = null
  const { trial: tried, position } = await trial()
  expect(tried).toMatchObject({ opens: false, folders: [], problem: expect.stringContaining('UIDVALIDITY') })
  expect(tried.steps.find(({ state }) => state === 'failed')?.step).toBe('opened')
  expect(position).toBeNull()
  server.state.uidValidity = 1
})
