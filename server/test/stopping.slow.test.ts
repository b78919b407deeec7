import { readdir } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { signIn } from './fixtures/customer.ts'
import { startedServer } from './servers/running-server.ts'

/** An upload that brings one byte a second, after enough for the server to begin its file, and never ends. */
const trickle = (base: string, { here, token }: { here: string; token: string }): ClientRequest => {
  const sent = request(`${base}${here}/documents/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
  })
  sent.on('error', () => {})
  sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n')
  sent.write('a'.repeat(100_000))
  const timer = setInterval(() => sent.write('a'), 1000)
  onTestFinished(() => clearInterval(timer))
  sent.once('close', () => clearInterval(timer))
  return sent
}

test('a body that trickles does not make a stop fail', { timeout: 300_000 }, async () => {
  const dataDir = await temporaryFolder()
  const server = await startedServer({ DATA_DIR: dataDir })
  const customer = await signIn({ base: server.url }, 'giulia.rossi')
  const cut = Promise.all(
    Array.from({ length: 3 }, () => new Promise(resolve => trickle(server.url, customer).once('close', resolve))),
  )
  await expect.poll(() => readdir(join(dataDir, 'files', 'unfinished')), { timeout: 60_000 }).toHaveLength(3)
  server.child.kill('SIGTERM')
  const asked = performance.now()
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - asked).toBeLessThan(24_000)
  await cut
})
