import type { MessageContent, Mode } from './message-content.ts'

// Beside the drafts on the server: what it does not have yet, because there is no connection or the page was closed in the same moment.

const nameOf = (account: number, ticketid: number, mode: Mode) => `staff-draft.${account}.${ticketid}.${mode}`

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFile = (value: unknown) =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && typeof value.url === 'string'

const isContent = (value: unknown): value is MessageContent =>
  isObject(value) &&
  typeof value.message === 'string' &&
  typeof value.cc === 'string' &&
  Array.isArray(value.files) &&
  value.files.every(isFile)

/** The drafts of an account on a ticket that the server may not have. */
export const localDrafts = (account: number, ticketid: number) => ({
  read: (mode: Mode): MessageContent | null => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(nameOf(account, ticketid, mode)) ?? 'null')
      return isContent(value) ? value : null
    } catch {
      return null
    }
  },
  /** Null removes it. */
  save: (mode: Mode, content: MessageContent | null) => {
    try {
      if (content) localStorage.setItem(nameOf(account, ticketid, mode), JSON.stringify(content))
      else localStorage.removeItem(nameOf(account, ticketid, mode))
    } catch {
      // Without storage there are only the drafts on the server.
    }
  },
})
