import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Alert } from '../../../../ui/overlay/alert.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import type { OpenTicket } from '../../data.ts'
import { ticketContext } from '../side/data.ts'
import { linkTicket, unlinkTicket } from './data.ts'
import { type ChosenTicket, TicketPicker } from './ticket-picker.tsx'

type LinkDialogProps = { ticket: OpenTicket; onClose: () => void }

/** Links the ticket with another one, and removes such links. */
export const LinkDialog = ({ ticket, onClose }: LinkDialogProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const client = useQueryClient()
  const { data } = useQuery(ticketContext(ticket.id))
  const [other, setOther] = useState<ChosenTicket | null>(null)
  const link = useMutation({
    ...linkTicket(client, ticket.id),
    onSettled: (_, error) => {
      if (error) return
      onClose()
      toast({ title: localized(t => t('staffTicket.link.done', { other: other?.text })) })
    },
  })
  const unlink = useMutation(unlinkTicket(client, ticket.id))
  const links = data?.links.filter(({ kind }) => kind === 'related') ?? []
  const error = link.error ?? unlink.error
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('staffTicket.link.title', { number: ticket.ticketNumber })}
      className="dialog dialog--form"
    >
      <p>{t('staffTicket.link.text')}</p>
      {links.length > 0 && (
        <ul className="action-list">
          {links.map(({ ticket: { id, ticketNumber, title } }) => (
            <li key={id}>
              <span>
                #{ticketNumber} {title}
              </span>
              <IconButton
                label={t('staffTicket.link.remove', { number: ticketNumber })}
                disabled={unlink.isPending}
                onClick={() => unlink.mutate(id)}
              >
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <TicketPicker label={t('staffTicket.link.with')} value={other} onChange={setOther} besides={ticket.id} />
      {error && (
        <Alert tone="danger" title={t('staffTicket.link.failed')}>
          {failureText(error)}
        </Alert>
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button
          tone="primary"
          disabled={!other}
          busy={link.isPending}
          onClick={() => other && link.mutate(other.value)}
        >
          {t('staffTicket.link.confirm')}
        </Button>
      </div>
    </FormDialog>
  )
}
