import { messageMaxLength, type Ticket, uploadCommentAttachment } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useEntered, useHere } from '../shell/use-here.ts'
import { newKey } from '../shell/use-once.ts'
import { textOfHtml } from '../ui/plain-html.ts'
import { ccAddresses, ccFault } from './cc.ts'
import { type Outgoing, sendComment } from './data.ts'
import { isReplyDraft, keepDraft, type ReplyDraft, readDraft, unsentReplies } from './draft.ts'
import { saysSomething } from './rules.ts'
import { useMessageFiles } from './use-message-files.ts'
import { isShown } from './use-sending.ts'

/** Why a reply cannot go yet. */
export type NotReady = 'cc' | 'uploading' | 'uploadFailed' | 'tooLong'

/**
 * What is to be written on with: the kept draft, after the replies that could not be sent and that the conversation does
 * not show any more, since the session has ended or the page was read anew.
 */
const startOf = (draft: ReplyDraft | null, lost: readonly ReplyDraft[]): ReplyDraft => {
  const parts = draft ? [...lost, draft] : lost
  return {
    message: parts.map(({ message }) => message).join(''),
    cc: parts.find(({ cc }) => cc !== '')?.cc ?? '',
    files: parts.flatMap(({ files }) => files),
  }
}

/** A reply while it is being written. It outlives a change of screen and a reload, until it is sent. */
export const useReply = (ticket: Pick<Ticket, 'id'>, edited: Outgoing | null) => {
  const here = useHere()
  const { me, contact } = useEntered()
  const plain = contact.portalSettings.disableHtmlEditor
  const draftKey = `reply.${me.id}.${ticket.id}`
  const client = useQueryClient()
  const unsent = unsentReplies(me.id, ticket.id)
  const [lost] = useState(() => unsent.read().filter(({ key }) => !isShown(client, here, ticket.id, key)))
  const [start] = useState(() => startOf(readDraft(draftKey, isReplyDraft), lost))
  const [message, setMessage] = useState(start.message)
  const [cc, setCc] = useState(start.cc)
  const [notReady, setNotReady] = useState<NotReady | null>(null)
  const files = useMessageFiles(uploadCommentAttachment, start.files)
  const { arrived, uploads, reset } = files
  const { mutate } = useMutation(sendComment(client, here, ticket.id, unsent))
  const isEmpty = !saysSomething(message) && cc === '' && arrived.length === 0

  useEffect(
    () => keepDraft(draftKey, isEmpty ? null : { message, cc, files: arrived }),
    [draftKey, isEmpty, message, cc, arrived],
  )

  // From here on they are part of the draft.
  useEffect(() => {
    for (const { key } of lost) unsentReplies(me.id, ticket.id).drop(key)
  }, [lost, me.id, ticket.id])

  const taken = useRef<Outgoing | null>(null)
  useEffect(() => {
    if (!edited || taken.current === edited) return
    taken.current = edited
    setMessage(now => `${edited.html}${now}`)
    setCc(edited.cc)
    reset(edited.attachments)
  }, [edited, reset])

  const send = () => {
    const sent = plain ? textOfHtml(message) : message
    const wrong: NotReady | null = ccFault(cc)
      ? 'cc'
      : uploads.isBusy
        ? 'uploading'
        : uploads.hasFailed
          ? 'uploadFailed'
          : sent.length > messageMaxLength
            ? 'tooLong'
            : null
    setNotReady(wrong)
    if (wrong) return false
    mutate({
      key: newKey(),
      message: sent,
      html: message,
      cc: ccAddresses(cc).join(', '),
      attachments: arrived,
      sentAt: new Date().toISOString(),
    })
    setMessage('')
    setCc('')
    reset()
    return true
  }

  return { plain, message, setMessage, cc, setCc, files, isEmpty, notReady, send }
}
