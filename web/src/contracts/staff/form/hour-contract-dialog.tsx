import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { useState } from 'react'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { typedMinutes, typedNumber } from '../../../staff/parts/records/typed-number.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { dayOf } from '../../../text/format.ts'
import type { Locale } from '../../../text/languages.ts'
import { useText } from '../../../text/use-text.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { AllowanceFields } from './allowance-fields.tsx'
import { allowanceBody, amountIn, amountText, leftBody, type Unit } from './amounts.ts'
import type { ContractDialogProps } from './contract-dialog-props.ts'
import { ContractForm } from './contract-form.tsx'
import { useContractWriting } from './use-contract-writing.ts'

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
  const { t } = useText()
  const { locale } = useStaffFormat()
  const [start] = useState(() => textsOf(contract, locale))
  const labelOf = (name: keyof Texts) =>
    name === 'amount' ? t('staffContracts.form.amount.hours') : t(`staffContracts.form.${name}`)

  const writing = useContractWriting<Texts>({
    contract,
    textsOf: one => textsOf(one, locale),
    labelOf,
    onRefused: isAt =>
      form.refuse({
        ...(isAt('name') && { name: t('staffContracts.fault.name') }),
        ...(isAt('start') && { start: t('staffContracts.fault.day') }),
        ...(isAt('end') && { end: t('staffContracts.fault.end') }),
        ...(isAt('hoursAmount', 'unitAmount') && { amount: t('staffContracts.fault.amount') }),
        ...(isAt('openingUsed') && { used: t('staffContracts.fault.amount') }),
        ...(isAt('residual_Time_String', 'residual_UnitAmount') && { left: t('staffContracts.fault.amount') }),
        ...(isAt('contactId') && { customer: t('staffRecords.customer.missing') }),
      }),
    onClose,
  })
  const change = (typed: Values) => {
    const body = {
      ...(typed.name.trim() !== start.name && { name: typed.name.trim() }),
      ...(typed.start !== start.start && { start: typed.start }),
      ...(typed.end !== start.end && { end: typed.end }),
      ...((typed.amount !== start.amount || typed.used !== start.used || typed.unit !== unitOf(contract)) &&
        allowanceBody(typed.unit, typed.amount, typed.used)),
      ...leftBody(typed.unit, typed.left),
    }
    writing.change({ kind: 'activity', body })
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
      if (contract) return change(typed)
      const body = {
        contactId: typed.customer?.value ?? 0,
        name: typed.name.trim(),
        start: typed.start,
        end: typed.end,
        ...allowanceBody(typed.unit, typed.amount, typed.used),
      }
      writing.make({ kind: 'activity', body })
    },
  })
  const { faults, values } = form
  return (
    <ContractForm
      title={contract ? t('staffContracts.form.change') : t('staffContracts.form.newHours')}
      isNew={!contract}
      writing={writing}
      form={form}
      isEndless={false}
      customerField={!contract && !customer && <CustomerField find={findContacts} {...form.control('customer')} />}
      onClose={onClose}
    >
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
    </ContractForm>
  )
}

const unitOf = (contract: StaffContract | undefined): Unit =>
  contract?.allowance?.inHours === false ? 'units' : 'hours'
