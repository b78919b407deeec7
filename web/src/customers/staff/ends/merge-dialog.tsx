import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { type ChosenCustomer, CustomerPicker } from './customer-picker.tsx'
import { merge, mergeLook } from './data.ts'
import { type MergedFlags, MergeLook } from './merge-look.tsx'
import './ends.css'

const same = (typed: string, name: string) => typed.trim().toLowerCase() === name.trim().toLowerCase()

type MergingProps = {
  customer: { id: number; companyName: string }
  into: ChosenCustomer
  onClose: () => void
}

/** The look at a merge, and the name to type before it is done. */
const Merging = ({ customer, into, onClose }: MergingProps) => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const look = useQuery(mergeLook(customer.id, into.value))
  const [flags, setFlags] = useState<MergedFlags>('united')
  const [typed, setTyped] = useState('')
  const merging = useMutation({
    ...merge(useQueryClient(), customer.id),
    onSuccess: ({ id, companyName }) => {
      onClose()
      toast({
        title: localized(t => t('staffCustomerEnds.merge.done', { from: customer.companyName, into: companyName })),
      })
      void navigate({ to: '/customers/$contactid', params: { contactid: id }, replace: true })
    },
    onError: error => {
      if (failureCode(error) === 'conflict') void look.refetch()
    },
  })
  if (!look.data)
    return look.error ? (
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
    )
  const { version } = look.data
  const isConflict = failureCode(merging.error) === 'conflict'
  return (
    <>
      <MergeLook look={look.data} flags={flags} onFlags={setFlags} />
      <Field label={t('staffCustomerEnds.merge.type', { name: customer.companyName })}>
        <TextInput value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" />
      </Field>
      {merging.error && (
        <Alert tone="danger" title={t('staffCustomerEnds.merge.failed')}>
          {isConflict ? t('staffCustomerEnds.merge.changed') : text(merging.error)}
        </Alert>
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button
          tone="danger-solid"
          disabled={!same(typed, customer.companyName) || look.isFetching}
          busy={merging.isPending}
          onClick={() => merging.mutate({ into: into.value, version, flags })}
        >
          {t('staffCustomerEnds.merge.confirm')}
        </Button>
      </div>
    </>
  )
}

/** Merges a customer into another one of its portal, after a look at what that does. */
export const MergeDialog = ({
  customer,
  portalId,
  onClose,
}: {
  customer: { id: number; companyName: string }
  portalId: number
  onClose: () => void
}) => {
  const { t } = useText()
  const [into, setInto] = useState<ChosenCustomer | null>(null)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('staffCustomerEnds.merge.title', { name: customer.companyName })}
      className="dialog dialog--form"
    >
      <p>{t('staffCustomerEnds.merge.text', { name: customer.companyName })}</p>
      <CustomerPicker
        label={t('staffCustomerEnds.merge.into')}
        value={into}
        onChange={setInto}
        besides={customer.id}
        portalId={portalId}
      />
      {into ? (
        <Merging key={into.value} customer={customer} into={into} onClose={onClose} />
      ) : (
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
        </div>
      )}
    </FormDialog>
  )
}
