import type { Ticket } from '@portico/contract/tickets'
import { messageMaxLength } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { isViewing } from '../../api/viewing-tab.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useOnce } from '../../session/use-once.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { textToHtml } from '../../ui/editor/plain-html.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Textarea } from '../../ui/fields/textarea.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { mayClose } from '../rules.ts'
import { closedToast } from '../ticket-toasts.ts'
import { endTicket } from './data.ts'

/** Closes a ticket after a confirmation, with an optional last message. */
export const CloseTicket = ({ ticket }: { ticket: Ticket }) => {
  const { t } = useText()
  const here = useHere()
  const { me, contact } = useEntered()
  const failureText = useFailureText()
  const [asking, setAsking] = useState(false)
  const [message, setMessage] = useState('')
  const attemptOf = useOnce()
  const alert = useRef<HTMLDivElement>(null)
  const close = useMutation(endTicket(useQueryClient(), here, ticket.id))
  useEffect(() => {
    if (close.isError) alert.current?.focus()
  }, [close.isError])
  // Somebody else may close it in the meantime: the message can still be sent, so the dialog stays.
  if (isViewing || (!asking && !mayClose(ticket, me, contact))) return null
  const confirm = () => {
    const { disableHtmlEditor } = contact.portalSettings
    const body = { message: (disableHtmlEditor ? message : textToHtml(message)) || null }
    close.mutate(
      { body, key: attemptOf(body).key },
      {
        onSuccess: () => {
          attemptOf.succeeded()
          setAsking(false)
          setMessage('')
          toast({ title: localized(t => t('ticket.close.done')), about: closedToast(ticket.id) })
          // The close button, which had the focus, is gone.
          requestAnimationFrame(() => document.querySelector<HTMLElement>('.ticket-title')?.focus())
        },
      },
    )
  }
  return (
    <>
      <Button
        onClick={() => {
          close.reset()
          setAsking(true)
        }}
      >
        <CircleCheck className="icon" aria-hidden="true" />
        {t('ticket.close.button')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('ticket.close.title')}
        confirm={t('ticket.close.confirm')}
        cancel={t('ticket.close.cancel')}
        busy={close.isPending}
        onConfirm={confirm}
        onCancel={() => {
          if (!close.isPending) setAsking(false)
        }}
      >
        <p>{t('ticket.close.text')}</p>
        {close.isError && (
          <Alert tone="danger" title={t('ticket.close.failed')} ref={alert}>
            {failureText(close.error)}
          </Alert>
        )}
        <Field label={t('ticket.close.message')} mark={t('words.optional')}>
          <Textarea
            value={message}
            maxLength={messageMaxLength}
            onChange={event => setMessage(event.target.value)}
            rows={3}
          />
        </Field>
      </ConfirmDialog>
    </>
  )
}
