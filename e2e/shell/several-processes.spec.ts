import { giulia } from '../support/people.ts'
import { expect, raise, test } from '../support/portico.ts'

const processes = process.env.PORTICO_PROCESSES?.split(' ') ?? []

// Whichever process serves the event stream of this browser, one of the two messages is sent to the other process.
if (processes.length > 0)
  test.describe('several processes', () => {
    test.use({ as: giulia })

    test('a message sent to one process appears at once on a screen that another process serves', async ({
      page,
      session,
    }) => {
      test.slow()
      const ticket = await raise(session, { title: 'Da un processo all’altro' })
      const streaming = page.waitForResponse(/\/events$/)
      await page.goto(`${session.url}/tickets/${ticket.id}`)
      await streaming
      await page.evaluate(() => Object.assign(window, { untouched: true }))
      for (const [at, origin] of processes.entries()) {
        const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' }
        const body = JSON.stringify({ taskId: ticket.id, message: `<p>Detto al processo ${at + 1}</p>` })
        const url = `${origin}/api/${session.company}/${session.contactid}/comments`
        // While the tests run, one process after the other is stopped or killed, and refuses connections until it is back.
        const send = async () => (await fetch(url, { method: 'POST', headers, body })).status
        await expect.poll(() => send().catch(() => null), { timeout: 60_000 }).toBe(201)
        await expect(page.getByText(`Detto al processo ${at + 1}`)).toBeVisible()
      }
      expect(await page.evaluate('untouched')).toBe(true)
    })
  })
