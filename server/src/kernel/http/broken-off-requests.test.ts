import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { operatorRoot } from '@portico/contract/endpoint'
import { createComment, uploadTicketAttachment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { pathOf, testApp } from '../../../test/fixtures/app.ts'
import { aUser } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'

// A client that disconnects in the middle of its body is no server fault: otherwise an outsider could fill the error log and trigger
// alarms.

const app = await testApp()
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
const user = await aUser(app.database)
const { token } = await app.as(user)
const operator = await anOperator(app)
const upload = pathOf(uploadTicketAttachment.path, user.here)

const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="misure.bin"\r\n\r\n'
const bodies: [name: string, path: string, bearer: string, type: string, begun: string][] = [
  ['JSON', pathOf(createComment.path, user.here), token, 'application/json', '{"taskId":'],
  ['multipart', upload, token, 'multipart/form-data; boundary=x', `${part}${'a'.repeat(10_000)}`],
  ['multipart, in the header of its part', upload, token, 'multipart/form-data; boundary=x', part.slice(0, 20)],
  ['a file', `${operatorRoot}/files?name=a.bin`, operator.key, 'application/octet-stream', 'a'.repeat(10_000)],
  ['an import', `${operatorRoot}/import`, operator.key, 'application/x-ndjson', '{"type":"contact"}\n'],
]

test.each(bodies)('%s cut short is logged as a client disconnect', async (_name, path, bearer, type, begun) => {
  const before = app.logged().length
  const logged = () =>
    app
      .logged()
      .slice(before)
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as { level: number; msg: string })
  const arrived = once(app.http.server, 'request') as Promise<[IncomingMessage]>
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\ncontent-type: ${type}\r\ncontent-length: 1000000\r\n\r\n${begun}`,
  )
  const [request] = await arrived
  await expect.poll(() => request.listenerCount('data')).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => logged().map(({ msg }) => msg)).toContain('the client broke off its request')
  expect(logged().filter(({ level }) => level >= 40)).toEqual([])
})
