import type { Attempt } from '../session/use-once.ts'

const nameOf = (key: string) => `draft.${key}`

/** What was being written under a key when this tab last showed it, if anything that can be read. */
export const readDraft = <Draft>(key: string, isDraft: (value: unknown) => value is Draft): Draft | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** Keeps what is being written until the tab is closed; null forgets it. */
export const saveDraft = (key: string, draft: object | null) => {
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft))
    else sessionStorage.removeItem(nameOf(key))
  } catch {
    // A browser that keeps nothing still sends what is on the screen.
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFile = (value: unknown) =>
  isObject(value) && typeof value.id === 'number' && typeof value.name === 'string' && typeof value.url === 'string'

/** A file that has been uploaded for a message which is not sent yet. */
export type DraftFile = { id: number; name: string; url: string }

const areFiles = (value: unknown): value is DraftFile[] => Array.isArray(value) && value.every(isFile)

/** A new ticket while it is being written. */
export type TicketDraft = {
  title: string
  taskTypeId: number | null
  asset: { id: number; name: string } | null
  description: string
  files: DraftFile[]
  /** What was sent in vain, and the key that makes sending it again the same ticket. */
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

/** A reply while it is being written. */
export type ReplyDraft = { message: string; cc: string; files: DraftFile[] }

export const isReplyDraft = (value: unknown): value is ReplyDraft =>
  isObject(value) && typeof value.message === 'string' && typeof value.cc === 'string' && areFiles(value.files)

/** A reply that the server may not have. `key` makes sending it again the same reply. */
export type Unsent = ReplyDraft & { key: string }

const areUnsent = (value: unknown): value is { replies: Unsent[] } =>
  isObject(value) &&
  Array.isArray(value.replies) &&
  value.replies.every(one => isReplyDraft(one) && 'key' in one && typeof one.key === 'string')

/** A reader's replies to a ticket that the server may not have. They outlive the session and the page. */
export const unsentReplies = (webUserId: number, ticketid: number) => {
  const name = `unsent.${webUserId}.${ticketid}`
  const read = () => readDraft(name, areUnsent)?.replies ?? []
  const keepAll = (replies: Unsent[]) => saveDraft(name, replies.length ? { replies } : null)
  const others = (key: string) => read().filter(one => one.key !== key)
  return {
    read,
    keep: (reply: Unsent) => keepAll([...others(reply.key), reply]),
    drop: (key: string) => keepAll(others(key)),
  }
}

/** The kept replies of a ticket. */
export type UnsentReplies = ReturnType<typeof unsentReplies>
