import type { InvitedPerson } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { inviteAllWaiting } from '../data.ts'
import { InvitedList } from '../form/invited-list.tsx'

type InviteWaitingProps = { count: number; portalId: number | undefined }

/** Invites those who have neither a password nor a link that is good, after a question; then says what became of each. */
export const InviteWaiting = ({ count, portalId }: InviteWaitingProps) => {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<{ people: InvitedPerson[]; waiting: number }>()
  const once = useOnce()
  const send = useMutation({
    ...inviteAllWaiting(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
    onSettled: () => setAsking(false),
  })
  // Who waits after one call is invited by another, which is no repetition of it.
  const confirm = () =>
    send.mutate(
      { portalId, key: once({ portalId, count }).key },
      {
        onSuccess: sent => {
          once.succeeded()
          setDone(sent)
        },
      },
    )
  return (
    <>
      {count > 0 && (
        <Button onClick={() => setAsking(true)}>
          <Mail className="icon" aria-hidden="true" />
          {t('staffCustomers.waiting.button')} <b className="num">{count}</b>
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          title={t('staffCustomers.waiting.ask', { count })}
          confirm={t('staffCustomers.invite.sends', { count: Math.min(count, 100) })}
          cancel={t('words.cancel')}
          busy={send.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          {t('staffCustomers.waiting.text')}
        </ConfirmDialog>
      )}
      {done && (
        <Dialog
          open
          onClose={() => setDone(undefined)}
          className="dialog dialog--form"
          title={t('staffCustomers.invite.done')}
        >
          <p role="status">{t('staffCustomers.waiting.left', { count: done.waiting })}</p>
          <InvitedList results={done.people} />
          <div className="button-row">
            <Button tone="primary" onClick={() => setDone(undefined)} data-autofocus="">
              {t('staffCustomers.invite.close')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
