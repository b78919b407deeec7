import { fileSizeMax } from '@portico/contract/shapes'
import type { StaffContact } from '@portico/contract/staff/tickets'
import { attachmentsMax, messageMaxLength } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUploadFailure } from '../../../api/upload-failure.ts'
import { useOnce } from '../../../session/use-once.ts'
import { useUnsavedGuard } from '../../../staff/parts/unsaved.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { useForm } from '../../../ui/fields/use-form.ts'
import { useUploads } from '../../../ui/files/use-uploads.ts'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { hasContent } from '../../rules.ts'
import type { ChosenAsset } from '../asset-picker.tsx'
import { uploadFor } from '../desk/data.ts'
import { raiseTicket } from './data.ts'

/** Why a complete ticket cannot be sent yet. */
type NotReady = 'uploading' | 'uploadFailed' | 'tooLong'

type Fields = {
  contact: StaffContact | null
  webUserId: number | null
  title: string
  taskTypeId: number | null
  description: string
  assigneeId: number | null
  asset: ChosenAsset | null
  /** As the input of a local date and time has it. */
  dueAt: string
}

const empty: Fields = {
  contact: null,
  webUserId: null,
  title: '',
  taskTypeId: null,
  description: '',
  assigneeId: null,
  asset: null,
  dueAt: '',
}

const missing = ({ contact, title, taskTypeId, description }: Fields) => ({
  contact: contact === null,
  title: title.trim() === '',
  taskTypeId: taskTypeId === null,
  description: !hasContent(description),
})

/** State of the form that raises a ticket for somebody who phones; `given` is the customer that it is opened for. */
export const useRaise = (given: StaffContact | undefined) => {
  const { t } = useText()
  const navigate = useNavigate()
  const failed = useUploadFailure()
  const [notReady, setNotReady] = useState<NotReady | null>(null)
  const raise = useMutation(raiseTicket(useQueryClient()))
  const attemptOf = useOnce()
  const isDone = useRef(false)
  const contactId = useRef(0)

  const uploads = useUploads({
    upload: (file, options) => uploadFor(contactId.current)(file, options),
    maxBytes: fileSizeMax,
    maxFiles: attachmentsMax,
    texts: {
      tooLarge: name => t('files.tooLarge', { name, max: fileSizeMax / 1024 / 1024 }),
      tooMany: () => t('files.tooMany', { max: attachmentsMax }),
      empty: name => t('files.empty', { name }),
      failed,
    },
  })

  const send = ({ contact, webUserId, title, taskTypeId, description, assigneeId, asset, dueAt }: Fields) => {
    if (raise.isPending || contact === null || taskTypeId === null) return
    raise.reset()
    const reason: NotReady | null = uploads.isBusy
      ? 'uploading'
      : uploads.hasFailed
        ? 'uploadFailed'
        : description.length > messageMaxLength
          ? 'tooLong'
          : null
    setNotReady(reason)
    if (reason) return
    const body = {
      contactId: contact.id,
      webUserId,
      title: title.trim(),
      taskTypeId,
      description,
      assigneeId,
      wikiElementId: asset?.value ?? null,
      // Without one, the hours of the type count.
      ...(dueAt && { dueAt: new Date(dueAt).toISOString() }),
      attachments: [...uploads.ids],
    }
    raise.mutate(
      { body, key: attemptOf(body).key },
      {
        onSuccess: ({ id, ticketNumber }) => {
          isDone.current = true
          toast({ title: localized(t => t('staffRaise.raised', { number: `#${ticketNumber}` })) })
          void navigate({ to: '/tickets/$ticketid', params: { ticketid: id }, search: true })
        },
      },
    )
  }

  const form = useForm({
    initial: empty,
    validate: missing,
    onSubmit: send,
    onInvalid: () => {
      setNotReady(null)
      raise.reset()
    },
  })

  const chooseContact = (contact: StaffContact | null) => {
    const before = form.values.contact
    form.set('contact', contact)
    if (before?.id === contact?.id) return
    contactId.current = contact?.id ?? 0
    form.set('webUserId', contact?.people.length === 1 ? (contact.people[0]?.webUserId ?? null) : null)
    form.set('asset', null)
    if (before?.portalId !== contact?.portalId) form.set('taskTypeId', null)
    // An upload belongs to its customer.
    const chosen = uploads.files.map(({ file }) => file)
    uploads.reset()
    if (contact && chosen.length > 0) void uploads.add(chosen)
  }

  const { contact, title, description } = form.values
  const isGiven = useRef(false)
  useEffect(() => {
    if (!given || isGiven.current) return
    isGiven.current = true
    if (contact === null) chooseContact(given)
  })
  const isChanged =
    (contact !== null && contact.id !== given?.id) ||
    title.trim() !== '' ||
    hasContent(description) ||
    uploads.files.length > 0
  const { question } = useUnsavedGuard(() => isChanged && !isDone.current)
  return { form, uploads, raise, notReady, question, chooseContact }
}
