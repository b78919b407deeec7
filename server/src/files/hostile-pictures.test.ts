import { listTickets, uploadTicketAttachment } from '@portico/contract/tickets'
import { expect, test, vi } from 'vitest'
import { multipart, testApp } from '../../test/fixtures/app.ts'
import { aUser } from '../../test/fixtures/factories.ts'
import { longestBlock } from '../../test/servers/event-loop.ts'

vi.setConfig({ testTimeout: 60_000 })

const app = await testApp()
const { database, http } = app
const BLOCK_MAX_MS = 500

/** Headers of pictures that claim the largest size of their format: gigabytes once decoded. */
const beginnings: Record<string, string> = {
  'a.png': '89504e470d0a1a0a0000000d494844527fffffff7fffffff08060000000000000000000000',
  'a.gif': '474946383961ffffffff00000021f90400000000002c00000000ffffffff000002',
  'a.jpg': 'ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101',
  'a.bmp': '424d00000000000000003600000028000000ffffff7fffffff7f0100180000000000',
  'a.webp': '5249464600000000574542505650385820000000100000ffffffffffff000000',
}

test('pictures with huge dimensions are stored undecoded and do not block other requests', async () => {
  const [sender, other] = [await aUser(database), await aUser(database)]
  const [mine, reader] = [await app.as(sender), await app.as(other)]
  const before = process.memoryUsage.rss()
  const block = await longestBlock(async () => {
    const sent = Object.entries(beginnings).map(async ([filename, hex]) => {
      const content = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(1024 * 1024)])
      const { body } = await mine(uploadTicketAttachment, {
        params: sender.here,
        ...multipart({ filename, content }),
      })
      const { rawPayload } = await http.inject({ url: body.url })
      expect(rawPayload.equals(content)).toBe(true)
    })
    for (let times = 0; times < 20; times += 1)
      expect((await reader(listTickets, { params: other.here })).status).toBe(200)
    expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
    await Promise.all(sent)
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024)
})
