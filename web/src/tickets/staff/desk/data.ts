import { readQuotedMail } from '@portico/contract/staff/mail'
import {
  changeStaffTicket,
  closeStaffTicket,
  createStaffComment,
  createStaffNote,
  type HeldAnswer,
  markStaffTicketRead,
  type NewTime,
  noteStaffTime,
  type StaffDraft,
  saveStaffDraft,
  takeBackStaffComment,
  uploadStaffFile,
} from '@portico/contract/staff/tickets'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, callTagged } from '../../../api/api.ts'
import { type UploadInput, uploadFile } from '../../../api/upload-file.ts'
import { refreshLists } from '../../../list/refresh-lists.ts'
import { type OpenTicket, queueCounts, staffTicket } from '../data.ts'

const refreshQueue = (client: QueryClient, ticketid: number) => {
  refreshLists(client, ['staff', 'queue'], ticketid)
  void client.invalidateQueries({ queryKey: queueCounts.queryKey })
}

const refreshTicket = (client: QueryClient, ticketid: number) =>
  client.invalidateQueries({ queryKey: staffTicket(ticketid).queryKey })

const changeCached = (client: QueryClient, ticketid: number, change: (ticket: OpenTicket) => OpenTicket) =>
  client.setQueryData(staffTicket(ticketid).queryKey, now => now && change(now))

/** The properties that a change names. */
export type Changes = CallInput<typeof changeStaffTicket>['body']

/** Changes properties of a ticket, unless somebody has changed them since the state that `etag` names. */
export const changeTicket = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: async ({ changes, etag }: { changes: Changes; etag: string | null }) => {
      const headers: Record<string, string> = etag ? { 'If-Match': etag } : {}
      const answer = await callTagged(changeStaffTicket, { params: { ticketid }, body: changes, headers })
      return { ...answer.data, etag: answer.etag }
    },
    onSuccess: ticket => {
      client.setQueryData(staffTicket(ticketid).queryKey, ticket)
      refreshQueue(client, ticketid)
    },
  })

/** Closes a ticket, without a message. */
export const closeTicket = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: async () => {
      const { data, etag } = await callTagged(closeStaffTicket, { params: { ticketid } })
      return { ...data, etag }
    },
    onSuccess: ticket => {
      client.setQueryData(staffTicket(ticketid).queryKey, ticket)
      refreshQueue(client, ticketid)
    },
  })

/** A write and its idempotency key. */
type Once<Body> = { body: Body; key: string }

/** The body of an answer. */
export type AnswerBody = CallInput<typeof createStaffComment>['body']

/** Hands an answer to the server, which holds it back for a moment. */
export const sendAnswer = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<AnswerBody>) =>
      call(createStaffComment, { params: { ticketid }, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: held => changeCached(client, ticketid, now => ({ ...now, heldAnswers: [...now.heldAnswers, held] })),
  })

/** Takes back an answer that is held. */
export const takeBack = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ id }: Pick<HeldAnswer, 'id'>) => call(takeBackStaffComment, { params: { ticketid, commentid: id } }),
    networkMode: 'always',
    onSuccess: (_, { id }) =>
      changeCached(client, ticketid, now => ({
        ...now,
        heldAnswers: now.heldAnswers.filter(held => held.id !== id),
      })),
    onSettled: () => refreshTicket(client, ticketid),
  })

/** Reads a ticket again after an answer of it was sent. */
export const followRelease = (client: QueryClient, ticketid: number) => {
  void refreshTicket(client, ticketid)
  refreshQueue(client, ticketid)
}

/** Writes a note. */
export const writeNote = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<CallInput<typeof createStaffNote>['body']>) =>
      call(createStaffNote, { params: { ticketid }, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: note => changeCached(client, ticketid, now => ({ ...now, notes: [...now.notes, note] })),
  })

/** Notes time that was worked on a ticket. */
export const noteTime = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: Once<NewTime>) =>
      call(noteStaffTime, { params: { ticketid }, body, idempotencyKey: key }),
    networkMode: 'always',
    onSuccess: () => refreshTicket(client, ticketid),
  })

/** Marks a ticket as read up to a message, or its description. */
export const markRead = (client: QueryClient, ticketid: number) =>
  mutationOptions({
    mutationFn: (commentId: number | null) => call(markStaffTicketRead, { params: { ticketid }, body: { commentId } }),
    onSuccess: (_, commentId) => {
      changeCached(client, ticketid, now =>
        (now.comments.at(-1)?.id ?? null) === commentId ? { ...now, unread: false, firstUnreadCommentId: null } : now,
      )
      refreshQueue(client, ticketid)
    },
  })

/** What is kept of a draft. */
export type KeptDraft = Pick<StaffDraft, 'mode' | 'message' | 'cc' | 'attachments'>

/** Keeps a draft on the server, also while the page is being left. */
export const saveDraft = (ticketid: number, { mode, message, cc, attachments }: KeptDraft, isLeaving = false) =>
  call(saveStaffDraft, {
    params: { ticketid },
    body: { mode, message, cc, attachments: attachments.map(({ id }) => id) },
    keepalive: isLeaving,
  })

/** Has the cached ticket as it is with this draft, for the next time that it is opened. */
export const cacheDraft = (client: QueryClient, ticketid: number, draft: KeptDraft, isBlank: boolean) => {
  changeCached(client, ticketid, now => ({
    ...now,
    drafts: [
      ...now.drafts.filter(({ mode }) => mode !== draft.mode),
      ...(isBlank ? [] : [{ ...draft, changedOn: new Date().toISOString() }]),
    ],
  }))
  refreshQueue(client, ticketid)
}

/** Uploads files for messages to a customer. */
export const uploadFor = (contactid: number) => (file: File, options: UploadInput) =>
  uploadFile(uploadStaffFile, { contactid }, file, options)

/** The quoted history of a mail of a ticket. */
export const quotedMail = (ticketid: number, mailid: number) =>
  queryOptions({
    queryKey: ['staff', 'quoted', ticketid, mailid],
    queryFn: ({ signal }) => call(readQuotedMail, { params: { ticketid, mailid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
