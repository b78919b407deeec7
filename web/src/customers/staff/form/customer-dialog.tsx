import { teamNoteMax } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { changeCustomer, customer as customerQuery, makeCustomer, type OpenCustomer } from '../data.ts'
import { changesOf, crossedFields, type Details, detailNames, detailsOf, isAddress } from './customer-details.ts'
import './form.css'

type Values = Details & { portalId: number | null; sameVatNumber: boolean }
type Faults = Partial<Record<keyof Values, string>>

type CustomerDialogProps = {
  /** The customer that is changed; undefined: one is made. */
  customer?: OpenCustomer
  onClose: () => void
}

/** Makes a customer, or changes its details. */
export const CustomerDialog = ({ customer, onClose }: CustomerDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { portals } = useMe()
  const attemptOf = useOnce()
  const making = useMutation(makeCustomer(client))
  const changing = useMutation(changeCustomer(client, customer?.id ?? 0))
  const [start] = useState(() => detailsOf(customer))
  // What the form began with, or what somebody else has made of it since.
  const base = useRef({ details: start, etag: customer?.etag ?? null })
  const [crossed, setCrossed] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  const hasSeveral = portals.length > 1

  const save = async (typed: Details, sameVatNumber: boolean, isAgain = false): Promise<void> => {
    // Only what was typed here: what somebody else has changed beside it stays.
    const changes = changesOf(start, typed)
    setCrossed(undefined)
    try {
      await changing.mutateAsync({
        body: { ...changes, ...(sameVatNumber && { sameVatNumber }) },
        etag: base.current.etag,
      })
    } catch (error) {
      const { code, fields } = failureOf(error)
      if (!customer || code !== 'conflict' || fields.length > 0 || isAgain) return refuse(error)
      const fresh = await client.fetchQuery({ ...customerQuery(customer.id), staleTime: 0 })
      const theirs = crossedFields(base.current.details, detailsOf(fresh), changes)
      base.current = { details: detailsOf(fresh), etag: fresh.etag }
      if (theirs.length === 0) return save(typed, sameVatNumber, true)
      const named = theirs.map(({ name, value }) =>
        t('staffCustomers.form.crossedField', {
          field: t(`staffCustomers.form.${name}`),
          value: value || t('staffCustomers.form.crossedEmpty'),
        }),
      )
      return setCrossed(t('staffCustomers.form.crossed', { fields: named.join(', ') }))
    }
    toast({ title: localized(t => t('staffCustomers.form.saved')) })
    onClose()
  }

  const refuse = (error: unknown) => {
    const { code, fields } = failureOf(error)
    const isAt = (name: string) => fields.includes(`body.${name}`)
    const taken = hasSeveral ? t('staffCustomers.form.vatTakenPortal') : t('staffCustomers.form.vatTaken')
    setTaken(code === 'conflict' && isAt('vatNumber'))
    form.refuse({
      ...(isAt('vatNumber') && { vatNumber: code === 'conflict' ? taken : t('staffCustomers.form.vatWrong') }),
      ...(isAt('sdiCode') && { sdiCode: t('staffCustomers.form.sdiWrong') }),
      ...(isAt('email') && { email: t('staffCustomers.form.emailWrong') }),
      ...(isAt('companyName') && { companyName: t('staffCustomers.form.missing') }),
      ...(isAt('portalId') && { portalId: t('staffCustomers.form.portalMissing') }),
    })
  }

  const form = useForm<Values, Faults>({
    initial: { ...start, portalId: null, sameVatNumber: false },
    validate: typed => ({
      ...(!customer && hasSeveral && typed.portalId === null && { portalId: t('staffCustomers.form.portalMissing') }),
      ...(!typed.companyName.trim() && { companyName: t('staffCustomers.form.missing') }),
      ...(typed.sdiCode.trim() &&
        !/^[A-Za-z0-9]{6,7}$/.test(typed.sdiCode.trim()) && { sdiCode: t('staffCustomers.form.sdiWrong') }),
      ...(typed.email.trim() && !isAddress(typed.email) && { email: t('staffCustomers.form.emailWrong') }),
    }),
    onSubmit: typed => {
      const { portalId, sameVatNumber } = typed
      const details = Object.fromEntries(detailNames.map(name => [name, typed[name].trim()])) as Details
      if (customer) return void save(details, sameVatNumber)
      const body = {
        ...changesOf(detailsOf(undefined), details),
        companyName: details.companyName,
        ...(portalId !== null && { portalId }),
        ...(sameVatNumber && { sameVatNumber }),
      }
      making.mutate(
        { body, key: attemptOf(body).key },
        {
          onError: refuse,
          onSuccess: ({ data: { id, companyName: name } }) => {
            toast({ title: localized(t => t('staffCustomers.form.made', { name })) })
            onClose()
            void navigate({ to: '/customers/$contactid', params: { contactid: id } })
          },
        },
      )
    },
  })
  const { faults } = form
  const error = making.error ?? changing.error
  const showsError = error && !form.hasFaults && !crossed
  const label = (name: keyof Details) => t(`staffCustomers.form.${name}`)
  const line = (name: keyof Details, more: { type?: string; maxLength: number; hint?: string }) => {
    const { hint, ...input } = more
    return (
      <Field label={label(name)} hint={hint} error={faults[name]}>
        <TextInput {...form.text(name)} autoComplete="off" {...input} />
      </Field>
    )
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--form"
      title={customer ? t('staffCustomers.form.change') : t('staffCustomers.form.make')}
    >
      <form className="form" {...form.props}>
        {showsError && <Alert tone="danger">{text(error)}</Alert>}
        {crossed && <Alert tone="warning">{crossed}</Alert>}
        {!customer && hasSeveral && (
          <Field as="group" label={t('staffCustomers.form.portal')} error={faults.portalId}>
            <Select
              label={t('staffCustomers.form.portal')}
              openOn="click"
              placeholder={t('staffCustomers.form.choosePortal')}
              options={portals.map(({ id, webPortalName }) => ({ value: id, text: webPortalName }))}
              {...form.control('portalId')}
            />
          </Field>
        )}
        <Field label={label('companyName')} error={faults.companyName}>
          <TextInput {...form.text('companyName')} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <div className="customer-pair">
          {line('vatNumber', { maxLength: 40 })}
          {line('fiscalCode', { maxLength: 40 })}
        </div>
        {isTaken && <Checkbox {...form.check('sameVatNumber')}>{t('staffCustomers.form.vatAnyway')}</Checkbox>}
        <div className="customer-pair">
          {line('phone', { type: 'tel', maxLength: 60 })}
          {line('email', { type: 'email', maxLength: 320 })}
        </div>
        {line('address', { maxLength: 300 })}
        {line('sdiCode', { maxLength: 7, hint: t('staffCustomers.form.sdiHint') })}
        <Field label={label('teamNote')} hint={t('staffCustomers.form.teamNoteHint')}>
          <Textarea {...form.text('teamNote')} maxLength={teamNoteMax} rows={3} />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={making.isPending || changing.isPending}>
            {customer ? t('staffCustomers.form.save') : t('staffCustomers.form.saveNew')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
