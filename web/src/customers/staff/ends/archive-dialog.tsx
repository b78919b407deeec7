import type { CustomerArchiveLook } from '@portico/contract/staff/customers/merge'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { archive, archiveLook } from './data.ts'
import './ends.css'

/** The counts of the preview, in this order, where they are not 0. */
const counted = ['people', 'signedOut', 'invitations', 'documentsToSign', 'visitsAhead', 'runningContracts'] as const

const Look = ({ look }: { look: CustomerArchiveLook }) => {
  const { t } = useText()
  const lines = counted.filter(name => look[name] > 0)
  return (
    <>
      <p>
        {t('staffCustomerEnds.archive.text')} {lines.length > 0 && t('staffCustomerEnds.archive.until')}
      </p>
      {lines.length > 0 && (
        <ul className="customer-ends">
          {lines.map(name => (
            <li key={name}>{t(`staffCustomerEnds.archive.${name}`, { count: look[name] })}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Archives a customer, after a look at what that ends. */
export const ArchiveDialog = ({
  customer,
  onClose,
}: {
  customer: { id: number; companyName: string }
  onClose: () => void
}) => {
  const { t } = useText()
  const text = useFailureText()
  const look = useQuery(archiveLook(customer.id))
  const [closeTickets, setCloseTickets] = useState(true)
  const archiving = useMutation({
    ...archive(useQueryClient(), customer.id),
    onSuccess: () => {
      onClose()
      toast({ title: localized(t => t('staffCustomerEnds.archive.done', { name: customer.companyName })) })
    },
  })
  const openTickets = look.data?.openTickets ?? 0
  const isHeld = archiving.error instanceof ApiError && archiving.error.sentCode === 'answer_held'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('staffCustomerEnds.archive.title', { name: customer.companyName })}
      className="dialog dialog--form"
    >
      {look.data ? (
        <Look look={look.data} />
      ) : look.error ? (
        <RetryPanel
          title={t('staffCustomerEnds.lookFailed')}
          retry={t('words.retry')}
          onRetry={() => void look.refetch()}
          busy={look.isFetching}
        >
          {text(look.error)}
        </RetryPanel>
      ) : (
        <p role="status">{t('staffCustomerEnds.looking')}</p>
      )}
      {openTickets > 0 && (
        <Checkbox checked={closeTickets} onChange={({ target }) => setCloseTickets(target.checked)}>
          {t('staffCustomerEnds.archive.closeTickets', { count: openTickets })}
        </Checkbox>
      )}
      {archiving.error && (
        <Alert tone="danger" title={t('staffCustomerEnds.archive.failed')}>
          {isHeld ? t('staffCustomerEnds.archive.held') : text(archiving.error)}
        </Alert>
      )}
      <div className="button-row">
        <Button tone="ghost" onClick={onClose} data-autofocus="">
          {t('words.cancel')}
        </Button>
        <Button
          tone="primary"
          disabled={!look.data}
          busy={archiving.isPending}
          onClick={() => archiving.mutate({ closeTickets: openTickets > 0 && closeTickets })}
        >
          {t('staffCustomerEnds.archive.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
