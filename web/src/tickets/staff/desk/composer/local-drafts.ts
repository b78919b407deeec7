import type { MessageContent, Mode } from './message-content.ts'
import type { WorkedTime } from './worked-time.ts'

// Beside the drafts on the server: what it does not have yet, because there is no connection or the page was closed in the same moment, and
// the time that is typed, which it gets with the message.

const nameOf = (account: number, ticketid: number, what: Mode | 'time') => `staff-draft.${account}.${ticketid}.${what}`

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFile = (value: unknown) =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && typeof value.url === 'string'

const isContent = (value: unknown): value is MessageContent =>
  isObject(value) &&
  typeof value.message === 'string' &&
  typeof value.cc === 'string' &&
  Array.isArray(value.files) &&
  value.files.every(isFile)

const isTime = (value: unknown): value is WorkedTime =>
  isObject(value) && [value.minutes, value.activity, value.source].every(part => typeof part === 'string')

const read = <Value>(name: string, isValue: (value: unknown) => value is Value): Value | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return isValue(value) ? value : null
  } catch {
    return null
  }
}

const save = (name: string, value: object | null) => {
  try {
    if (value) localStorage.setItem(name, JSON.stringify(value))
    else localStorage.removeItem(name)
  } catch {
    // Without storage there are only the drafts on the server.
  }
}

/** The drafts of an account on a ticket that the server may not have. Null removes one. */
export const localDrafts = (account: number, ticketid: number) => ({
  read: (mode: Mode): MessageContent | null => read(nameOf(account, ticketid, mode), isContent),
  save: (mode: Mode, content: MessageContent | null) => save(nameOf(account, ticketid, mode), content),
  readTime: (): WorkedTime | null => read(nameOf(account, ticketid, 'time'), isTime),
  saveTime: (time: WorkedTime | null) => save(nameOf(account, ticketid, 'time'), time),
})
