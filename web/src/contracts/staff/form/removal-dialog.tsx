import { reasonMax, type StaffActivity, type StaffContract } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { removeWork } from '../data.ts'

type RemovalDialogProps = { contract: StaffContract; activity: StaffActivity; onClose: () => void }

/** Removes an activity with a reason; its history keeps it. */
export const RemovalDialog = ({ contract, activity, onClose }: RemovalDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const { numericDay } = useStaffFormat()
  const removing = useMutation(removeWork(useQueryClient(), contract))
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const remove = () => {
    setMissing(!reason.trim())
    if (!reason.trim() || removing.isPending) return
    removing.mutate(
      { id: activity.id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffContracts.work.removed')) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog open onClose={onClose} role="alertdialog" title={t('staffContracts.work.removeTitle')}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          remove()
        }}
      >
        {removing.error && <Alert tone="danger">{text(removing.error)}</Alert>}
        <p>
          {t('staffContracts.work.removeText', {
            work: activity.activityTypeName,
            day: numericDay(activity.start),
          })}{' '}
          {activity.ticket && t('staffContracts.work.removeTicket', { number: activity.ticket.ticketNumber })}
        </p>
        <Field
          label={t('staffContracts.work.reason')}
          hint={t('staffContracts.work.reasonHint')}
          error={isMissing && !reason.trim() ? t('staffContracts.fault.reason') : undefined}
        >
          <Textarea value={reason} rows={2} maxLength={reasonMax} onChange={event => setReason(event.target.value)} />
        </Field>
        <div className="button-row">
          <DismissButton data-autofocus="">{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="danger-solid" busy={removing.isPending}>
            {t('staffContracts.work.remove')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
