import { createHash, randomBytes } from 'node:crypto'
import type { Me } from '@portico/contract/auth'
import type { Upload } from '@portico/contract/shapes'
import type { Comment, Ticket, TicketType } from '@portico/contract/tickets'

/** The password of every demo sign-in. */
export const demoPassword = 'Portico-demo-1'

/** An answer that was not what a customer wants; `status` 0 where there was none. */
export class Unanswered extends Error {
  readonly status: number
  readonly retryAfter: string | null
  constructor(status: number, text: string, retryAfter: string | null = null) {
    super(`${status} ${text}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** A stored file as its uploader knows it. */
export type SentFile = { id: number; url: string; sha256: string }

const sha256 = (bytes: Buffer | ArrayBuffer) =>
  createHash('sha256')
    .update(Buffer.from(bytes as Buffer))
    .digest('hex')

/** Some file of up to 100 kB that no other is like. */
const someBytes = () => Buffer.concat([Buffer.from('misure '), randomBytes(1000 + Math.floor(Math.random() * 100_000))])

/** A person at the portal, over HTTP; `base` may change while the server is away. */
export type Customer = Awaited<ReturnType<typeof signIn>>

/** Signs a demo user in in `brenta`, or at the first of the user's portals. */
export const signIn = async (at: { base: string }, userName: string) => {
  const request = async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
    const answer = await fetch(at.base + path, init).catch(error => {
      throw new Unanswered(0, String(error.cause ?? error))
    })
    const text = await answer.text().catch(error => {
      throw new Unanswered(0, String(error))
    })
    if (!answer.ok) throw new Unanswered(answer.status, text, answer.headers.get('retry-after'))
    return JSON.parse(text) as Body
  }
  const json = (body: unknown, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

  const { token } = await request<{ token: string }>('/api/auth/login', json({ userName, password: demoPassword }))
  const bearer = { authorization: `Bearer ${token}` }
  const me = await request<Me>('/api/users/me', { headers: bearer })
  const contact = me.contacts.find(({ portalSettings }) => portalSettings.webPortalKey === 'brenta') ?? me.contacts[0]
  if (!contact) throw new Error(`${userName} has no contact`)
  const { webPortalKey: company } = contact.portalSettings
  const here = `/api/${company}/${contact.contactId}`
  const [type] = await request<TicketType[]>(`/api/settings/${company}/tickets/types`, { headers: bearer })

  const upload = async (path: string): Promise<SentFile> => {
    const bytes = someBytes()
    const body = new FormData()
    body.append('file', new Blob([bytes]), 'misure.bin')
    const { id, url } = await request<Upload>(here + path, { method: 'POST', headers: bearer, body })
    return { id, url, sha256: sha256(bytes) }
  }

  return {
    token,
    here,
    contactId: contact.contactId,
    get: <Body>(path: string) => request<Body>(path, { headers: bearer }),
    uploadForTicket: () => upload('/documents/upload'),
    uploadForComment: () => upload('/comments/attachments'),
    raise: (title: string, attachments: number[], key: string) =>
      request<Ticket>(
        `${here}/tickets`,
        json(
          { title, taskTypeId: type?.id, description: `<p>${title}</p>`, attachments },
          { ...bearer, 'idempotency-key': key },
        ),
      ),
    comment: (taskId: number, message: string, attachments: number[], key: string) =>
      request<Comment>(
        `${here}/comments`,
        json({ taskId, message, attachments }, { ...bearer, 'idempotency-key': key }),
      ),
    ticket: (id: number) => request<Ticket>(`${here}/tickets/${id}`, { headers: bearer }),
    /** What a signed address serves, as a hash. */
    hashOf: async (url: string) => {
      const answer = await fetch(new URL(url, at.base))
      if (!answer.ok) throw new Unanswered(answer.status, await answer.text())
      return sha256(await answer.arrayBuffer())
    },
    /** Follows the live events from the start on or behind a position, until the stream ends. */
    events: async function* (from?: string): AsyncGenerator<{ id: string; event: string; ticketId?: number }> {
      const answer = await fetch(`${at.base}${here}/events`, {
        headers: { ...bearer, ...(from && { 'last-event-id': from }) },
      })
      if (!answer.ok || !answer.body) throw new Unanswered(answer.status, await answer.text())
      let text = ''
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const fields = new Map(
            text
              .slice(0, end)
              .split('\n')
              .map(line => line.split(/: (.*)/s, 2) as [string, string]),
          )
          text = text.slice(end + 2)
          if (fields.has('event'))
            yield {
              id: fields.get('id') ?? '',
              event: fields.get('event') ?? '',
              ...JSON.parse(fields.get('data') ?? '{}'),
            }
        }
      }
    },
  }
}
