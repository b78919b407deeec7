import { messageMaxLength } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../../api/api.ts'
import { newKey, useOnce } from '../../../../session/use-once.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { ccAddresses, ccFault } from '../../../conversation/cc.ts'
import { useMessageFiles } from '../../../message-files/use-message-files.ts'
import type { OpenTicket } from '../../data.ts'
import type { Reader } from '../conversation/use-reading.ts'
import { noteTime, sendAnswer, uploadFor, writeNote } from '../data.ts'
import { localDrafts } from './local-drafts.ts'
import { isBlank, joinContents, type MessageContent, type Mode, modes, noContent } from './message-content.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { keepActivity, newTime, readActivity, timeOf, type WorkedTime } from './worked-time.ts'

/** Why a message cannot be sent yet. */
export type NotReady = 'cc' | 'uploading' | 'uploadFailed' | 'tooLong' | 'activity'

/** What a message of the composer became. */
export type Sent = { mode: Mode; closes: boolean; heldId?: number; time: WorkedTime }

/** What the composer calls on its screen. */
export type ComposerEvents = {
  /** A message is with the server. */
  onSent: (sent: Sent) => void
  /** Others have written what the writer has not seen. */
  onCrossed: (closes: boolean) => void
}

type ComposerInput = ComposerEvents & { ticket: OpenTicket; reader: { current: Reader } }

/** The copy list of the newest message that has one: an answer goes on to the same people. */
export const usualCopies = ({ comments }: Pick<OpenTicket, 'comments'>) => comments.findLast(({ cc }) => cc)?.cc ?? ''

/** What the server has kept of what one was writing. */
const draftOf = ({ drafts }: Pick<OpenTicket, 'drafts'>, mode: Mode): MessageContent | undefined => {
  const draft = drafts.find(one => one.mode === mode)
  return draft && { message: draft.message, cc: draft.cc ?? '', files: draft.attachments }
}

/** What is being written on a ticket: an answer and a note, each with its files, and the time that goes with them. */
export const useComposer = ({ ticket, reader, onSent, onCrossed }: ComposerInput) => {
  const client = useQueryClient()
  const me = useMe()
  const [drafts] = useState(() => localDrafts(me.id, ticket.id))
  const [start] = useState(() => ({
    answer: drafts.read('answer') ?? draftOf(ticket, 'answer') ?? { ...noContent, cc: usualCopies(ticket) },
    note: drafts.read('note') ?? draftOf(ticket, 'note') ?? noContent,
  }))
  const [mode, setMode] = useState<Mode>(() => (isBlank(start.answer) && !isBlank(start.note) ? 'note' : 'answer'))
  const [messages, setMessages] = useState({ answer: start.answer.message, note: start.note.message })
  const [cc, setCc] = useState(start.answer.cc)
  const [time, setTime] = useState(() => drafts.readTime() ?? newTime(ticket, readActivity()))
  useEffect(() => drafts.saveTime(time.minutes ? time : null), [drafts, time])
  const [notReady, setNotReady] = useState<NotReady | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const upload = uploadFor(ticket.contact.id)
  const files = { answer: useMessageFiles(upload, start.answer.files), note: useMessageFiles(upload, start.note.files) }
  const answer = useMutation(sendAnswer(client, ticket.id))
  const note = useMutation(writeNote(client, ticket.id))
  const timed = useMutation(noteTime(client, ticket.id))
  const once = useOnce()

  const contents: Record<Mode, MessageContent> = {
    answer: { message: messages.answer, cc, files: files.answer.arrived },
    note: { message: messages.note, cc: '', files: files.note.arrived },
  }
  const content = contents[mode]
  const isEmpty = isBlank(content)
  const isWriting = !isBlank(contents.answer) || !isBlank(contents.note)
  reader.current.isWriting = isWriting

  const kept = {
    answer: useKeptDraft({ ticketid: ticket.id, mode: 'answer', content: contents.answer, local: drafts }),
    note: useKeptDraft({ ticketid: ticket.id, mode: 'note', content: contents.note, local: drafts }),
  }

  const setContent = (of: Mode, { message, cc: copies, files: kept }: MessageContent) => {
    setMessages(now => ({ ...now, [of]: message }))
    if (of === 'answer') setCc(copies)
    files[of].reset(kept)
  }
  // A draft of another browser arrives with the ticket, after what was cached.
  const isTouched = useRef(isWriting)
  if (isWriting) isTouched.current = true
  const adopt = useEffectEvent(() => {
    for (const of of modes) {
      const draft = draftOf(ticket, of)
      if (draft && !isTouched.current) setContent(of, draft)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for other drafts
  useEffect(() => adopt(), [ticket.drafts])

  const clear = (of: Mode) => setContent(of, { ...noContent, cc: of === 'answer' ? cc : '' })

  const faultOf = (): NotReady | null => {
    if (mode === 'answer' && ccFault(cc)) return 'cc'
    if (files[mode].uploads.isBusy) return 'uploading'
    if (files[mode].uploads.hasFailed) return 'uploadFailed'
    if (content.message.length > messageMaxLength) return 'tooLong'
    const worked = timeOf(time, ticket.timeSources)
    return worked && !worked.activityTypeName ? 'activity' : null
  }

  const isBusy = answer.isPending || note.isPending || timed.isPending
  const sending = useRef(false)

  const write = async (closes: boolean) => {
    const worked = timeOf(time, ticket.timeSources)
    const attachments = content.files.map(({ id }) => id)
    if (mode === 'answer' && !isEmpty) {
      const copies = ccAddresses(cc).join(', ') || null
      const body = { message: content.message, attachments, cc: copies, seen: reader.current.seen, close: closes }
      const answered = { ...body, ...(worked && { time: worked }) }
      return (await answer.mutateAsync({ body: answered, key: once(answered).key })).id
    }
    if (!isEmpty) {
      const body = { message: content.message, attachments }
      await note.mutateAsync({ body, key: once(body).key })
    }
    if (worked) await timed.mutateAsync({ body: worked, key: newKey() })
    return undefined
  }

  /** Sends what is written, or notes the time if only that is filled in. */
  const send = async (closes = false) => {
    if (sending.current || (isEmpty && !timeOf(time, ticket.timeSources))) return
    const fault = faultOf()
    setNotReady(fault)
    setFailure(null)
    if (fault) return
    sending.current = true
    try {
      await kept[mode].settle()
      const heldId = await write(closes)
      once.succeeded()
      if (time.minutes) keepActivity(time.activity)
      if (!isEmpty) kept[mode].forget()
      clear(mode)
      setTime({ ...time, minutes: '' })
      onSent({ mode, closes, time, ...(heldId !== undefined && { heldId }) })
    } catch (error) {
      if (error instanceof ApiError && error.sentCode === 'crossed') onCrossed(closes)
      else setFailure(error)
    } finally {
      sending.current = false
    }
  }

  return {
    mode,
    setMode,
    content,
    isEmpty,
    isWriting,
    setMessage: (message: string) => setMessages(now => ({ ...now, [mode]: message })),
    cc,
    setCc,
    files: files[mode],
    time,
    setTime,
    notReady,
    failure,
    isBusy,
    send,
    /** Puts what was taken back before what has been written since. */
    giveBack: (back: MessageContent, worked?: WorkedTime) => {
      setMode('answer')
      setContent('answer', joinContents(back, isBlank(contents.answer) ? noContent : contents.answer))
      if (worked) setTime(worked)
    },
    discard: () => {
      const dropped = { content, time }
      clear(mode)
      setTime({ ...time, minutes: '' })
      return dropped
    },
  }
}

/** See {@link useComposer}. */
export type ComposerState = ReturnType<typeof useComposer>
