import { messageMaxLength, type Ticket, uploadCommentAttachment } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '../../api/upload-file.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { newKey } from '../../session/use-once.ts'
import { htmlToText } from '../../ui/editor/plain-html.ts'
import { type Outgoing, sendingKey } from '../data.ts'
import { isReplyDraft, readDraft, saveDraft, unsentReplies } from '../draft.ts'
import { useMessageFiles } from '../message-files/use-message-files.ts'
import { hasContent } from '../rules.ts'
import { ccAddresses, ccFault } from './cc.ts'
import { sendComment } from './data.ts'

/** Why a reply cannot be sent yet. */
export type NotReady = 'cc' | 'uploading' | 'uploadFailed' | 'tooLong'

/** State of the reply form. It survives a change of screen and a reload until it is sent. */
export const useReply = (ticket: Pick<Ticket, 'id'>, edited: Outgoing | null) => {
  const here = useHere()
  const { me, contact } = useEntered()
  const plain = contact.portalSettings.disableHtmlEditor
  const draftKey = `reply.${me.id}.${ticket.id}`
  const [start] = useState(() => readDraft(draftKey, isReplyDraft))
  const [message, setMessage] = useState(start?.message ?? '')
  const [cc, setCc] = useState(start?.cc ?? '')
  const [notReady, setNotReady] = useState<NotReady | null>(null)
  const files = useMessageFiles(
    (file, options) => uploadFile(uploadCommentAttachment, here, file, options),
    start?.files ?? [],
  )
  const { arrived, uploads, reset } = files
  const client = useQueryClient()
  const { mutate } = useMutation(sendComment(client, here, ticket.id, unsentReplies(me.id, ticket.id)))
  const isEmpty = !hasContent(message) && cc === '' && arrived.length === 0

  useEffect(
    () => saveDraft(draftKey, isEmpty ? null : { message, cc, files: arrived }),
    [draftKey, isEmpty, message, cc, arrived],
  )

  const restored = useRef<Outgoing | null>(null)
  useEffect(() => {
    if (!edited || restored.current === edited) return
    restored.current = edited
    setMessage(now => `${edited.html}${now}`)
    setCc(edited.cc)
    reset(edited.attachments)
  }, [edited, reset])

  /** Sends the reply; false if it cannot. `again` is set for the second click of a double click. */
  const send = (again = false) => {
    // An empty message is allowed, but not from a double click or while another one is being sent.
    if (isEmpty && (again || client.isMutating({ mutationKey: sendingKey(here, ticket.id) }) > 0)) return false
    const sent = plain ? htmlToText(message) : message
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
    })
    setMessage('')
    setCc('')
    reset()
    return true
  }

  return { plain, message, setMessage, cc, setCc, files, isEmpty, notReady, send }
}
