import type { StaffTicket, TicketMail } from '@portico/contract/staff/tickets'
import { hasRole } from '@portico/contract/staff-roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AcceptDialog } from '../../../../staff/parts/mail/accept-dialog.tsx'
import { dropMails, restoreMails } from '../../../../staff/parts/mail/data.ts'
import { toastFailure } from '../../../../staff/parts/toast-failure.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'

/** The ticket beside which a mail waits. */
export type NotedTicket = Pick<StaffTicket, 'id' | 'ticketNumber' | 'title' | 'contact'>

/** Whether what somebody unknown has answered is the customer's word: the office says so, or leaves it a note. */
export const NoteDecision = ({ mail, ticket }: { mail: TicketMail; ticket: NotedTicket }) => {
  const { t } = useText()
  const { role } = useMe()
  const client = useQueryClient()
  const [isAccepting, setAccepting] = useState(false)
  const leaving = useMutation({ ...dropMails(client), onError: toastFailure })
  const restoring = useMutation({ ...restoreMails(client), onError: toastFailure })
  if (mail.state === 'accepted') return <p className="note-decision">{t('staffMail.note.accepted')}</p>
  if (mail.state !== 'waits') return null
  const leave = () =>
    leaving.mutate([mail.id], {
      onSuccess: () =>
        toast({
          title: localized(t => t('staffMail.note.left')),
          action: { text: localized(t => t('staffMail.undo')), onAction: () => restoring.mutate([mail.id]) },
        }),
    })
  return (
    <div className="note-decision">
      <p>{t('staffMail.note.why')}</p>
      {hasRole(role, 'office') && mail.isKept && (
        <div className="button-row">
          <Button size="sm" onClick={() => setAccepting(true)}>
            {t('staffMail.accept')}
          </Button>
          <Button size="sm" tone="ghost" busy={leaving.isPending} onClick={leave}>
            {t('staffMail.note.leave')}
          </Button>
        </div>
      )}
      {isAccepting && (
        <AcceptDialog
          mailid={mail.id}
          customer={ticket.contact}
          ticket={ticket}
          onClose={() => setAccepting(false)}
          onAccepted={() => {
            setAccepting(false)
            toast({ title: localized(t => t('staffMail.acceptedInto')) })
          }}
        />
      )}
    </div>
  )
}
