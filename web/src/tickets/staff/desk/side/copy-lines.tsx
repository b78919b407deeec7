import { useMutation } from '@tanstack/react-query'
import { AtSign, MailX } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../../api/failures.ts'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import { revokeCopyReply } from './data.ts'

/** Who is in copy of a ticket, and how the address that one of them answers at is revoked. */
export const CopyLines = ({ ticketid, addresses }: { ticketid: number; addresses: readonly string[] }) => {
  const { t } = useText()
  const [asked, setAsked] = useState<string>()
  const revoking = useMutation({
    ...revokeCopyReply(ticketid),
    onSuccess: (_, address) => toast({ title: localized(t => t('staffTicket.side.revokeReply.done', { address })) }),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
    onSettled: () => setAsked(undefined),
  })
  return (
    <>
      <ul className="side-lines">
        {addresses.map(address => (
          <li key={address}>
            <AtSign className="icon" aria-hidden="true" />
            <span title={address}>{address}</span>
            <IconButton label={t('staffTicket.side.revokeReply.act', { address })} onClick={() => setAsked(address)}>
              <MailX className="icon icon--sm" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          open
          danger
          title={t('staffTicket.side.revokeReply.ask', { address: asked })}
          confirm={t('staffTicket.side.revokeReply.confirm')}
          cancel={t('words.cancel')}
          busy={revoking.isPending}
          onConfirm={() => revoking.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        >
          {t('staffTicket.side.revokeReply.about', { address: asked })}
        </ConfirmDialog>
      )}
    </>
  )
}
