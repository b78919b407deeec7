import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorRoot } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { postmasterPid, temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { databaseFolder } from '../src/installation/data-dir.ts'
import { demoApiKey } from './fixtures/demo-api-key.ts'
import { freePort, runServer } from './servers/running-server.ts'

// `kill -9` of server and database while a program of the company writes: what was acknowledged is there, once, as it was last said.

const rounds = 5
const writers = 4
const writesBetweenKills = 40

test('a server that is killed while records are put loses and doubles nothing', { timeout: 300_000 }, async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}${operatorRoot}`
  const start = async () => {
    const server = runServer({ DATA_DIR: dataDir, PORT: String(port) })
    await server.said('Portico is ready: ')
    return server
  }
  let server = await start()
  const headers = { authorization: `Bearer ${await demoApiKey(dataDir)}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const sent = body ? { method, headers: json, body: JSON.stringify(body) } : { method, headers }
    const answer = await fetch(base + path, sent)
    return { status: answer.status, json: answer.status === 204 ? {} : await answer.json() }
  }
  const { json: listed } = await send('GET', '/contacts?limit=1')
  const [{ externalId: contact }] = listed as [{ externalId: string }]

  /** By name what was last acknowledged; undefined: that it was removed. */
  const acknowledged = new Map<string, string | undefined>()
  let count = 0
  let stopped = false
  /** Says it again until it is answered, as such a program does. */
  const insist = async (method: string, path: string, body?: object) => {
    for (;;) {
      const answer = await send(method, path, body).catch(() => undefined)
      if (answer && answer.status !== 503) return answer
      await sleep(25)
    }
  }
  const write = async (writer: number) => {
    for (let n = 0; !stopped; n++) {
      const name = `folder-${writer}-${n}`
      for (const folder of [`Prima ${randomUUID()}`, `Poi ${randomUUID()}`]) {
        expect((await insist('PUT', `/wikiFolders/${name}`, { contact, name: folder })).status).toBeLessThan(300)
        acknowledged.set(name, folder)
        count++
      }
      if (n % 3 > 0) continue
      // One that was removed before its answer came is not there any more.
      expect([204, 404]).toContain((await insist('DELETE', `/wikiFolders/${name}`)).status)
      acknowledged.set(name, undefined)
      count++
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

  for (let round = 0; round < rounds; round++) {
    const goal = count + writesBetweenKills
    await expect.poll(() => count, { timeout: 60_000 }).toBeGreaterThan(goal)
    await sleep(Math.random() * 50)
    const postmaster = await postmasterPid(databaseFolder(dataDir))
    server.child.kill('SIGKILL')
    if (round % 2 === 1) process.kill(postmaster, 'SIGKILL')
    await server.ended
    server = await start()
  }
  stopped = true
  await writing

  const found = new Map<string, string>()
  for (let path: string | undefined = '/wikiFolders?limit=500'; path; ) {
    const answer: Response = await fetch(base + path, { headers })
    for (const { externalId, name } of (await answer.json()) as { externalId: string; name: string }[])
      if (externalId.startsWith('folder-')) {
        expect(found.has(externalId)).toBe(false)
        found.set(externalId, name)
      }
    const next: string | undefined = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    path = next?.slice(next.indexOf(operatorRoot) + operatorRoot.length)
  }
  const expected = [...acknowledged].filter(([, name]) => name !== undefined)
  expect(expected.length).toBeGreaterThan(rounds * 10)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
})
