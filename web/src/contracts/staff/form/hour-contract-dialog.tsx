import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { crossedFields } from '../../../staff/parts/records/crossed-fields.ts'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { typedMinutes, typedNumber } from '../../../staff/parts/records/typed-number.ts'
import { useCrossedText } from '../../../staff/parts/records/use-crossed-text.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { dayOf } from '../../../text/format.ts'
import type { Locale } from '../../../text/languages.ts'
import { localized } from '../../../text/localized.tsx'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { changeContract, contract as contractQuery, makeContract } from '../data.ts'
import { AllowanceFields } from './allowance-fields.tsx'
import { allowanceBody, amountIn, amountText, leftBody, type Unit } from './amounts.ts'
import type { ContractDialogProps } from './contract-dialog-props.ts'

type Texts = { name: string; start: string; end: string; amount: string; used: string }
type Values = Texts & { customer: ChosenCustomer | null; unit: Unit; left: string }
type Faults = Partial<Record<keyof Values, string>>

const textsOf = (contract: StaffContract | undefined, locale: Locale): Texts => {
  if (!contract) return { name: '', start: '', end: '', amount: '', used: '' }
  const { name, startsOn, endsOn, allowance, openingUsed, timeZone } = contract
  const manner = { locale, timeZone }
  const inHours = allowance?.inHours ?? true
  return {
    name,
    start: dayOf(new Date(startsOn), manner),
    end: endsOn === null ? '' : dayOf(new Date(endsOn), manner),
    amount: amountText(inHours, allowance?.amount ?? 0, locale),
    used: amountText(inHours, openingUsed ?? 0, locale),
  }
}

/** Makes a contract of hours or units, or changes one. */
export const HourContractDialog = ({ contract, customer, onClose }: ContractDialogProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const crossedText = useCrossedText()
  const { locale } = useStaffFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  const attemptOf = useOnce()
  const making = useMutation(makeContract(client))
  const changing = useMutation(changeContract(client, contract?.id ?? 0))
  const [start] = useState(() => textsOf(contract, locale))
  const known = useRef(contract)
  const [crossed, setCrossed] = useState<string>()
  const labelOf = (name: keyof Values) =>
    name === 'amount' ? t('staffContracts.form.amount.hours') : t(`staffContracts.form.${name}`)

  const refuse = (error: unknown) => {
    const { fields } = failureOf(error)
    const isAt = (...names: string[]) => names.some(name => fields.includes(`body.${name}`))
    form.refuse({
      ...(isAt('name') && { name: t('staffContracts.fault.name') }),
      ...(isAt('start') && { start: t('staffContracts.fault.day') }),
      ...(isAt('end') && { end: t('staffContracts.fault.end') }),
      ...(isAt('hoursAmount', 'unitAmount') && { amount: t('staffContracts.fault.amount') }),
      ...(isAt('openingUsed') && { used: t('staffContracts.fault.amount') }),
      ...(isAt('residual_Time_String', 'residual_UnitAmount') && { left: t('staffContracts.fault.amount') }),
      ...(isAt('contactId') && { customer: t('staffRecords.customer.missing') }),
    })
  }

  const change = async (typed: Values, again = false): Promise<void> => {
    const body = {
      ...(typed.name.trim() !== start.name && { name: typed.name.trim() }),
      ...(typed.start !== start.start && { start: typed.start }),
      ...(typed.end !== start.end && { end: typed.end }),
      ...((typed.amount !== start.amount || typed.used !== start.used || typed.unit !== unitOf(contract)) &&
        allowanceBody(typed.unit, typed.amount, typed.used)),
      ...leftBody(typed.unit, typed.left),
    }
    setCrossed(undefined)
    try {
      await changing.mutateAsync({ kind: 'activity', version: known.current?.version ?? '', body })
    } catch (error) {
      const { code, fields } = failureOf(error)
      if (!contract || code !== 'conflict' || fields.length > 0 || again) return refuse(error)
      const before = textsOf(known.current, locale)
      known.current = await client.fetchQuery({ ...contractQuery(contract), staleTime: 0 })
      return setCrossed(crossedText(crossedFields(before, textsOf(known.current, locale)), labelOf))
    }
    toast({ title: localized(t => t('staffRecords.saved')) })
    onClose()
  }

  const form = useForm<Values, Faults>({
    initial: {
      ...start,
      customer: customer ? { value: customer.id, text: customer.companyName } : null,
      unit: unitOf(contract),
      left: '',
    },
    validate: typed => ({
      ...(!contract && !typed.customer && { customer: t('staffRecords.customer.missing') }),
      ...(!typed.name.trim() && { name: t('staffContracts.fault.name') }),
      ...(!typed.start && { start: t('staffContracts.fault.day') }),
      ...((!typed.end || typed.end < typed.start) && {
        end: typed.end ? t('staffContracts.fault.end') : t('staffContracts.fault.day'),
      }),
      ...(amountIn(typed.unit, typed.amount) === undefined && {
        amount: t(`staffContracts.fault.${typed.unit}`),
      }),
      ...(typed.used.trim() &&
        amountIn(typed.unit, typed.used) === undefined && { used: t(`staffContracts.fault.${typed.unit}`) }),
      ...(typed.left.trim() &&
        (typed.unit === 'hours' ? typedMinutes(typed.left) : typedNumber(typed.left)) === undefined && {
          left: t(`staffContracts.fault.${typed.unit}`),
        }),
    }),
    onSubmit: typed => {
      if (contract) return void change(typed)
      const body = {
        contactId: typed.customer?.value ?? 0,
        name: typed.name.trim(),
        start: typed.start,
        end: typed.end,
        ...allowanceBody(typed.unit, typed.amount, typed.used),
      }
      making.mutate(
        { kind: 'activity', body, key: attemptOf(body).key },
        {
          onError: refuse,
          onSuccess: ({ kind, id, name }) => {
            toast({ title: localized(t => t('staffContracts.made', { name })) })
            onClose()
            void navigate({ to: '/contracts/$kind/$contractid', params: { kind, contractid: id } })
          },
        },
      )
    },
  })
  const { faults, values } = form
  const error = making.error ?? changing.error
  return (
    <Dialog
      open
      onClose={onClose}
      className="dialog dialog--record"
      title={contract ? t('staffContracts.form.change') : t('staffContracts.form.newHours')}
    >
      <form className="form" {...form.props}>
        {error && !form.hasFaults && !crossed && <Alert tone="danger">{text(error)}</Alert>}
        {crossed && <Alert tone="warning">{crossed}</Alert>}
        {!contract && !customer && (
          <Field as="group" label={t('staffRecords.customer.name')} error={faults.customer}>
            <CustomerField find={findContacts} {...form.control('customer')} />
          </Field>
        )}
        <Field label={t('staffContracts.form.name')} hint={t('staffContracts.form.nameHint')} error={faults.name}>
          <TextInput {...form.text('name')} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <div className="form-pair">
          <Field label={t('staffContracts.form.start')} error={faults.start}>
            <TextInput {...form.text('start')} type="date" />
          </Field>
          <Field label={t('staffContracts.form.end')} error={faults.end}>
            <TextInput {...form.text('end')} type="date" />
          </Field>
        </div>
        <AllowanceFields
          unit={values.unit}
          onUnit={unit => form.set('unit', unit)}
          amount={form.text('amount')}
          used={form.text('used')}
          faults={faults}
          isFixed={(contract?.activities.length ?? 0) > 0}
        />
        {contract && (
          <Field
            label={t('staffContracts.form.left')}
            mark={t('staffRecords.optional')}
            hint={t('staffContracts.form.leftHint')}
            error={faults.left}
          >
            <TextInput {...form.text('left')} autoComplete="off" maxLength={12} />
          </Field>
        )}
        <div className="button-row">
          <Button tone="ghost" onClick={onClose}>
            {t('words.cancel')}
          </Button>
          <Button type="submit" tone="primary" busy={making.isPending || changing.isPending}>
            {contract ? t('staffRecords.save') : t('staffContracts.form.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const unitOf = (contract: StaffContract | undefined): Unit =>
  contract?.allowance?.inHours === false ? 'units' : 'hours'
