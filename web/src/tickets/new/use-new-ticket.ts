import { messageMaxLength, type TicketType, uploadTicketAttachment } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '../../api/upload-file.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useLeaveGuard } from '../../session/use-leave-guard.tsx'
import { useOnce } from '../../session/use-once.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { htmlToText } from '../../ui/editor/plain-html.ts'
import { useForm } from '../../ui/fields/use-form.ts'
import { toast } from '../../ui/overlay/toasts.tsx'
import type { ChosenAsset } from '../../wiki/asset-picker.tsx'
import { saveDraft, type TicketDraft } from '../draft.ts'
import { useMessageFiles } from '../message-files/use-message-files.ts'
import { hasContent, missingFields, type TicketFields, ticketNumber } from '../rules.ts'
import { raisedToast } from '../ticket-toasts.ts'
import { raiseTicket } from './data.ts'

/** The start of a new ticket: the key of its draft, the draft of an earlier visit, and what the URL presets. */
export type NewTicketStart = {
  draftKey: string
  draft: TicketDraft | null
  preset: { title: string; asset: ChosenAsset | null }
}

/** Why a complete ticket cannot be sent yet. */
type NotReady = 'uploading' | 'uploadFailed' | 'tooLong'

type Fields = TicketFields & { asset: ChosenAsset | null }

/** State of the new ticket's form. Its values are saved as a draft until the ticket is sent or discarded. */
export const useNewTicket = ({ draftKey, draft, preset }: NewTicketStart, types: readonly TicketType[] | undefined) => {
  const { t } = useText()
  const here = useHere()
  const { contact } = useEntered()
  const navigate = useNavigate()
  const [notReady, setNotReady] = useState<NotReady | null>(null)
  const files = useMessageFiles(
    (file, options) => uploadFile(uploadTicketAttachment, here, file, options),
    draft?.files ?? [],
  )
  const attemptOf = useOnce(draft?.attempt)
  const [attempt, setAttempt] = useState(draft?.attempt)
  const raise = useMutation(raiseTicket(useQueryClient(), here))
  const isDone = useRef(false)
  const { arrived, uploads } = files

  const discardDraft = () => {
    isDone.current = true
    saveDraft(draftKey, null)
  }

  const onRaised = (ticketid: number, number: string) => {
    discardDraft()
    toast({
      title: localized(t => t('ticket.form.sent', { number })),
      about: raisedToast(ticketid),
      action: {
        text: localized(t => t('ticket.form.open')),
        onAction: () => void navigate({ to: '/$company/$contactid/tickets/$ticketid', params: { ...here, ticketid } }),
      },
    })
    void navigate({ to: '/$company/$contactid/tickets', params: here })
  }

  const send = ({ title, taskTypeId, asset, description }: Fields) => {
    if (raise.isPending) return
    raise.reset()
    const message = contact.portalSettings.disableHtmlEditor ? htmlToText(description) : description
    const reason: NotReady | null = uploads.isBusy
      ? 'uploading'
      : uploads.hasFailed
        ? 'uploadFailed'
        : message.length > messageMaxLength
          ? 'tooLong'
          : null
    setNotReady(reason)
    if (reason) return
    const body = {
      title: title.trim(),
      taskTypeId,
      description: message,
      wikiElementId: contact.viewContactWiki ? (asset?.id ?? null) : null,
      attachments: arrived.map(({ id }) => id),
    }
    const next = attemptOf(body)
    setAttempt(next)
    raise.mutate({ body, key: next.key }, { onSuccess: raised => onRaised(raised.id, ticketNumber(raised)) })
  }

  const form = useForm({
    initial: {
      title: draft?.title || preset.title,
      taskTypeId: draft?.taskTypeId ?? null,
      asset: preset.asset ?? draft?.asset ?? null,
      description: draft?.description ?? '',
    },
    validate: missingFields,
    onSubmit: send,
    onInvalid: () => {
      setNotReady(null)
      raise.reset()
    },
  })

  const { title, taskTypeId, asset, description } = form.values
  const defaultType = types?.find(({ isDefault }) => isDefault)?.id ?? null
  // A draft may have a type that is no longer offered.
  const isTypeGone = types !== undefined && !types.some(({ id }) => id === taskTypeId)
  const { set } = form
  useEffect(() => {
    if (isTypeGone && taskTypeId !== defaultType) set('taskTypeId', defaultType)
  })
  const isChanged =
    title.trim() !== preset.title.trim() ||
    hasContent(description) ||
    arrived.length > 0 ||
    uploads.files.length > 0 ||
    taskTypeId !== defaultType

  useEffect(() => {
    if (isDone.current) return
    saveDraft(draftKey, isChanged ? { title, taskTypeId, asset, description, files: arrived, attempt } : null)
  }, [draftKey, isChanged, title, taskTypeId, asset, description, arrived, attempt])

  const guard = useLeaveGuard(
    () => isChanged && !isDone.current,
    {
      title: t('ticket.leave.title'),
      text: t('ticket.leave.text'),
      leave: t('ticket.leave.leave'),
      stay: t('ticket.leave.stay'),
    },
    discardDraft,
  )

  return { form, files, raise, notReady, guard }
}
