import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { Event, OpenBook } from './book.ts'

/** The event of a webhook request; undefined if the signature is invalid. */
const verified = async (request: IncomingMessage, secret: string | undefined): Promise<Event | undefined> => {
  const body = await text(request)
  try {
    return new Webhook(secret ?? '').verify(body, request.headers as Record<string, string>) as Event
  } catch {
    return undefined
  }
}

/** Receives webhooks on this machine. Stores each event once, acknowledges it, and handles events in order of arrival. */
export const openMailbox = async ({ book, change }: OpenBook, work: (event: Event) => Promise<void>) => {
  let working = Promise.resolve()
  const wait = (entry: { event: Event; done: boolean }) => {
    working = working.then(async () => {
      await work(entry.event)
      change(() => {
        entry.done = true
      })
    })
    working.catch(error => {
      change(changed => {
        changed.failure = String(error.stack)
      })
      process.exit(1)
    })
  }

  const receive = async (request: IncomingMessage): Promise<number> => {
    const event = await verified(request, book.webhook?.secret)
    if (!event) {
      change(changed => {
        changed.refused += 1
      })
      return 401
    }
    const id = String(request.headers['webhook-id'])
    if (book.inbox.some(entry => entry.id === id)) {
      change(changed => {
        changed.doubles += 1
      })
      return 204
    }
    const entry = { id, event, done: false }
    change(changed => {
      changed.inbox.push(entry)
    })
    wait(entry)
    return 204
  }

  for (const entry of book.inbox) if (!entry.done) wait(entry)
  const server = createServer(async (request, response) => {
    response.writeHead(await receive(request)).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/portico`
}
