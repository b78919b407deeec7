import type { Attempt } from '../session/use-once.ts'

const nameOf = (key: string) => `draft.${key}`

/** The draft that this tab saved under a key, or null if there is none that is valid. */
export const readDraft = <Draft>(key: string, isDraft: (value: unknown) => value is Draft): Draft | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** Saves a draft until the tab is closed; null deletes it. */
export const saveDraft = (key: string, draft: object | null) => {
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft))
    else sessionStorage.removeItem(nameOf(key))
  } catch {
    // Without storage there are no drafts, but messages can still be sent.
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFile = (value: unknown) =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && typeof value.url === 'string'

/** A file that is uploaded for a message that is not sent yet. */
export type DraftFile = { id: number; name: string; url: string }

const areFiles = (value: unknown): value is DraftFile[] => Array.isArray(value) && value.every(isFile)

/** The draft of a new ticket. */
export type TicketDraft = {
  title: string
  taskTypeId: number | null
  asset: { id: number; name: string } | null
  description: string
  files: DraftFile[]
  /** The last failed attempt to send it, with its idempotency key. */
  attempt?: Attempt
}

const isAttempt = (value: unknown): value is Attempt =>
  isObject(value) && typeof value.body === 'string' && typeof value.key === 'string'

export const isTicketDraft = (value: unknown): value is TicketDraft =>
  isObject(value) &&
  typeof value.title === 'string' &&
  (value.taskTypeId === null || typeof value.taskTypeId === 'number') &&
  (value.asset === null ||
    (isObject(value.asset) && typeof value.asset.id === 'number' && typeof value.asset.name === 'string')) &&
  typeof value.description === 'string' &&
  areFiles(value.files) &&
  (value.attempt === undefined || isAttempt(value.attempt))

/** The draft of a reply. */
export type ReplyDraft = { message: string; cc: string; files: DraftFile[] }

export const isReplyDraft = (value: unknown): value is ReplyDraft =>
  isObject(value) && typeof value.message === 'string' && typeof value.cc === 'string' && areFiles(value.files)

/** A reply that the server may not have yet. `key` is its idempotency key; `waits`: it goes by itself when the portal answers again. */
export type Unsent = ReplyDraft & { key: string; waits?: boolean }

const areUnsent = (value: unknown): value is { replies: Unsent[] } =>
  isObject(value) &&
  Array.isArray(value.replies) &&
  value.replies.every(one => isReplyDraft(one) && 'key' in one && typeof one.key === 'string')

/** The replies of a user to a ticket that the server may not have yet. They survive the session and the page. */
export const unsentReplies = (webUserId: number, ticketid: number) => {
  const name = `unsent.${webUserId}.${ticketid}`
  const read = () => readDraft(name, areUnsent)?.replies ?? []
  const saveAll = (replies: Unsent[]) => saveDraft(name, replies.length ? { replies } : null)
  const others = (key: string) => read().filter(one => one.key !== key)
  return {
    read,
    save: (reply: Unsent) => saveAll([...others(reply.key), reply]),
    drop: (key: string) => saveAll(others(key)),
  }
}

/** The unsent replies of a user to a ticket. */
export type UnsentReplies = ReturnType<typeof unsentReplies>
