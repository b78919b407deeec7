import type { StaffService } from '@portico/contract/staff/planning/bookable'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { invite } from '../../../appointments/staff/bookings/data.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { OpenCustomer } from '../data.ts'

type InvitationDialogProps = { customer: OpenCustomer; services: readonly StaffService[]; onClose: () => void }

/** Invites a customer to choose a time of a service, by mail or by a link to copy. */
export const InvitationDialog = ({ customer, services, onClose }: InvitationDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const [serviceId, setService] = useState(services[0]?.id ?? 0)
  const [email, setEmail] = useState(customer.email ?? '')
  const [address, setAddress] = useState(customer.address ?? '')
  const [expiresOn, setExpiresOn] = useState('')
  const [isSent, setSent] = useState(true)
  const attemptOf = useOnce()
  const act = useMutation(invite(useQueryClient(), customer.id))
  const { fields } = failureOf(act.error)
  const fault = (field: string) =>
    fields.includes(`body.${field}`) ? t(`staffInvitations.fault.${fieldKey(field)}`) : ''
  const save = () => {
    const body = {
      serviceId,
      email: email.trim() || null,
      address: address.trim() || null,
      expiresOn: expiresOn || null,
      send: isSent,
    }
    act.mutate(
      { key: attemptOf(body).key, body },
      {
        onSuccess: ({ sentOn }) => {
          toast({ title: localized(t => t(sentOn ? 'staffInvitations.sent' : 'staffInvitations.made')) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog open onClose={onClose} title={t('staffInvitations.inviteTitle', { name: customer.companyName })}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Field as="group" label={t('staffInvitations.service')}>
          <Select
            label={t('staffInvitations.service')}
            openOn="click"
            options={services.map(({ id, name }) => ({ value: id, text: name }))}
            value={serviceId}
            onChange={value => setService(value ?? serviceId)}
          />
        </Field>
        <Field label={t('staffInvitations.email')} error={fault('email')}>
          <TextInput
            name="email"
            type="email"
            maxLength={320}
            autoComplete="off"
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t('staffInvitations.address')} mark={t('words.optional')}>
          <TextInput
            name="address"
            maxLength={300}
            autoComplete="off"
            value={address}
            onChange={event => setAddress(event.target.value)}
          />
        </Field>
        <Field label={t('staffInvitations.expires')} mark={t('words.optional')} error={fault('expiresOn')}>
          <TextInput
            name="expiresOn"
            type="date"
            value={expiresOn}
            onChange={event => setExpiresOn(event.target.value)}
          />
        </Field>
        <Checkbox name="isSent" checked={isSent} onChange={event => setSent(event.target.checked)}>
          {t('staffInvitations.byMail')}
        </Checkbox>
        {act.error && fields.length === 0 && <Alert tone="danger">{text(act.error)}</Alert>}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={act.isPending}>
            {isSent ? t('staffInvitations.invite') : t('staffInvitations.make')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

const fieldKey = (field: string) => (field === 'expiresOn' ? 'expires' : 'email')
