// Stands for the program of a service company, which knows nothing of the portal but its OpenAPI documents.
import { openApi } from './api.ts'
import { openBook } from './book.ts'
import { admitCustomer, furnishPortal } from './company.ts'
import { openDesk } from './desk.ts'
import { openMailbox } from './mailbox.ts'

const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const origin = setting('PORTICO_URL')
const portal = setting('PORTAL_KEY')
const opened = openBook(setting('BOOK_FOLDER'))
const api = await openApi(origin, '/api/operator/v1/openapi.json', setting('PORTICO_API_KEY'))
const listening = await openMailbox(opened, openDesk(api, { origin, portal }, opened))

const types = ['ticket.created', 'document.signed', 'invitation.accepted']
/** Creates the webhook or updates its URL. Stores the secret, because the API returns it only at creation. */
const beTold = async (webhook = opened.book.webhook) => {
  const made = webhook
    ? await api('changeWebhook', { path: { webhook: String(webhook.id) }, body: { url: listening } })
    : await api<{ id: number; secret: string }>('createWebhook', { body: { url: listening, types } })
  opened.change(book => {
    book.webhook ??= made.json as { id: number; secret: string }
    book.listening = listening
  })
}

await furnishPortal(api, portal)
await beTold()
if (!opened.book.customer) await admitCustomer(api, portal, opened)
