import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../../api/api.ts'
import { useFailureText } from '../../../../api/failures.ts'
import { useOnce } from '../../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Alert } from '../../../../ui/overlay/alert.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import type { OpenTicket } from '../../data.ts'
import { mergeTicket } from './data.ts'
import { type ChosenTicket, TicketPicker } from './ticket-picker.tsx'

type ActionDialogProps = { ticket: OpenTicket; onClose: () => void }

/** Merges the ticket into another one of the same customer. */
export const MergeDialog = ({ ticket, onClose }: ActionDialogProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const [into, setInto] = useState<ChosenTicket | null>(null)
  const once = useOnce()
  const merge = useMutation({
    ...mergeTicket(useQueryClient(), ticket.id),
    onSuccess: ({ ticket: kept, messages, files, notes, sameRaiser }) => {
      onClose()
      toast({
        title: localized(t => t('staffTicket.merge.done', { from: ticket.ticketNumber, into: kept.ticketNumber })),
        text: localized(t =>
          [
            t('staffTicket.merge.messages', { count: messages }),
            t('staffTicket.merge.files', { count: files }),
            t('staffTicket.merge.notes', { count: notes }),
            ...(sameRaiser ? [] : [t('staffTicket.merge.otherRaiser')]),
          ].join(', '),
        ),
        ...(!sameRaiser && { tone: 'warning' as const }),
      })
      void navigate({ to: '/tickets/$ticketid', params: { ticketid: kept.id }, search: true })
    },
  })
  const isHeld = merge.error instanceof ApiError && merge.error.sentCode === 'answer_held'
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('staffTicket.merge.title', { number: ticket.ticketNumber })}
      className="dialog dialog--form"
    >
      <p>{t('staffTicket.merge.text', { name: ticket.contact.companyName })}</p>
      <TicketPicker
        label={t('staffTicket.merge.into')}
        value={into}
        onChange={setInto}
        besides={ticket.id}
        contact={ticket.contact.id}
      />
      {merge.error && (
        <Alert tone="danger" title={t('staffTicket.merge.failed')}>
          {isHeld ? t('staffTicket.merge.held') : failureText(merge.error)}
        </Alert>
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button
          tone="primary"
          disabled={!into}
          busy={merge.isPending}
          onClick={() => into && merge.mutate({ into: into.value, key: once(into.value).key })}
        >
          {t('staffTicket.merge.confirm')}
        </Button>
      </div>
    </FormDialog>
  )
}
