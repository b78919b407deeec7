import type { StaffSubscription } from '@portico/contract/staff/records/subscriptions'
import { type RecurringAdvance, recurrenceTypes, type Trigger } from '@portico/contract/subscriptions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { useOnce } from '../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../staff/parts/form-dialog.tsx'
import { crossedFields } from '../../staff/parts/records/crossed-fields.ts'
import { type ChosenCustomer, CustomerField } from '../../staff/parts/records/customer-field.tsx'
import { OutsideNote } from '../../staff/parts/records/outside-note.tsx'
import { numberText, typedNumber } from '../../staff/parts/records/typed-number.ts'
import { useCrossedText } from '../../staff/parts/records/use-crossed-text.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { dayOf } from '../../text/format.ts'
import { formatOf } from '../../text/format-of.ts'
import type { Locale } from '../../text/languages.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { findContacts } from '../../tickets/staff/data.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { Select } from '../../ui/select/select.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSubscriptionColumns } from '../use-subscription-columns.tsx'
import { changeSubscription, makeSubscription, subscription as subscriptionQuery } from './data.ts'
import { nextDay } from './next-day.ts'
import '../subscriptions.css'

type Texts = {
  description: string
  code: string
  quantity: string
  total: string
  every: string
  day: string
  next: string
}
type Values = Texts & {
  customer: ChosenCustomer | null
  type: Trigger['recurrenceType']
  weekday: number
  month: number
}
type Faults = Partial<Record<keyof Values, string>>

const startOf = (known: StaffSubscription | undefined, locale: Locale): Omit<Values, 'customer'> => {
  if (!known)
    return {
      description: '',
      code: '',
      quantity: '1',
      total: '',
      every: '1',
      day: '1',
      next: '',
      type: recurrenceTypes.monthly,
      weekday: 1,
      month: 1,
    }
  const { trigger } = known
  return {
    description: known.description,
    code: known.code,
    quantity: numberText(known.quantity, locale),
    total: numberText(known.taxedTotal, locale),
    every: String(trigger.frequencyWeek ?? trigger.frequencyMonth ?? 1),
    day: String(trigger.recurrenceDay ?? 1),
    next: dayOf(new Date(known.advanceDate), { timeZone: known.timeZone }),
    type: trigger.recurrenceType,
    weekday: (trigger.recurrenceDayOfWeek ?? 1) % 7,
    month: trigger.recurrenceMonth ?? 1,
  }
}

const whole = (text: string, most: number) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most ? Number(text) : undefined

const triggerOf = ({ type, every, day, weekday, month }: Omit<Values, 'customer'>): Trigger => ({
  recurrenceType: type,
  frequencyWeek: type === recurrenceTypes.weekly ? (whole(every, 520) ?? 1) : null,
  recurrenceDayOfWeek: type === recurrenceTypes.weekly ? weekday : null,
  frequencyMonth: type === recurrenceTypes.monthly && every.trim() !== '1' ? (whole(every, 120) ?? null) : null,
  recurrenceDay: type === recurrenceTypes.weekly ? null : (whole(day, 31) ?? 1),
  recurrenceMonth: type === recurrenceTypes.yearly ? month : null,
})

const DAY = 24 * 3_600_000
// 4 January 2026 is a Sunday.
const weekdays = (locale: Locale) =>
  [1, 2, 3, 4, 5, 6, 0].map(value => ({
    value,
    text: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 0, 4) + value * DAY,
    ),
  }))
const months = (locale: Locale) =>
  Array.from({ length: 12 }, (_, n) => ({
    value: n + 1,
    text: new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, n, 1)),
  }))

/** The line that the customer will see, as it is typed. */
const Seen = ({ row, colour }: { row: RecurringAdvance; colour: string | undefined }) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const format = useMemo(() => formatOf({ locale, timeZone: 'UTC' }), [locale])
  const columns = useSubscriptionColumns(format)
  return (
    <section className="seen-by-customer seen-by-customer--inline" aria-labelledby="seen-title">
      <h3 id="seen-title">{t('staffRecords.seen')}</h3>
      <div className="portal-theme" style={{ '--portal-base': colour ?? 'initial' }} inert>
        <DataTable
          caption={t('staffRecords.seen')}
          columns={columns}
          rows={[row]}
          keyOf={({ id }) => id}
          loadingLabel=""
        />
      </div>
    </section>
  )
}

type SubscriptionDialogProps = {
  known?: StaffSubscription | undefined
  customer?: { id: number; companyName: string } | undefined
  onClose: () => void
}

/** Makes a subscription, or changes one; below is what the customer will see. */
export const SubscriptionDialog = ({ known, customer, onClose }: SubscriptionDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const crossedText = useCrossedText()
  const { locale } = useStaffFormat()
  const client = useQueryClient()
  const attemptOf = useOnce()
  const making = useMutation(makeSubscription(client))
  const changing = useMutation(changeSubscription(client))
  const [start] = useState(() => startOf(known, locale))
  const [current, setCurrent] = useState(known)
  const [crossed, setCrossed] = useState<string>()
  const today = dayOf(new Date(), { timeZone: known?.timeZone ?? 'Europe/Rome' })

  const onError = async (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (known && code === 'conflict' && fields.length === 0) {
      const fresh = await client.fetchQuery({ ...subscriptionQuery(known.id), staleTime: 0 })
      const texts = (of: StaffSubscription | undefined) => {
        const { type: _type, weekday: _weekday, month: _month, ...rest } = startOf(of, locale)
        return rest
      }
      const theirs = crossedFields(texts(current), texts(fresh))
      setCurrent(fresh)
      return setCrossed(crossedText(theirs, name => t(`staffSubscriptions.form.${name}`)))
    }
    const isAt = (...names: string[]) => names.some(name => fields.some(field => field.startsWith(`body.${name}`)))
    form.refuse({
      ...(isAt('code') && { code: t('staffSubscriptions.fault.code') }),
      ...(isAt('description') && { description: t('staffSubscriptions.fault.description') }),
      ...(isAt('quantity') && { quantity: t('staffSubscriptions.fault.number') }),
      ...(isAt('taxedTotal') && { total: t('staffSubscriptions.fault.number') }),
      ...(isAt('advanceDate') && { next: t('staffSubscriptions.fault.day') }),
      ...(isAt('trigger.recurrenceDay') && { day: t('staffSubscriptions.fault.dayOfMonth') }),
      ...(isAt('contactId') && { customer: t('staffRecords.customer.missing') }),
    })
  }
  const done = () => {
    toast({ title: localized(t => t('staffRecords.saved')) })
    onClose()
  }
  const form = useForm<Values, Faults>({
    initial: { ...start, customer: customer ? { value: customer.id, text: customer.companyName } : null },
    validate: typed => ({
      ...(!known && !typed.customer && { customer: t('staffRecords.customer.missing') }),
      ...(!typed.description.trim() && { description: t('staffSubscriptions.fault.description') }),
      ...(!typed.code.trim() && { code: t('staffSubscriptions.fault.code') }),
      ...((typedNumber(typed.quantity) ?? -1) < 0 && { quantity: t('staffSubscriptions.fault.number') }),
      ...(typedNumber(typed.total) === undefined && { total: t('staffSubscriptions.fault.number') }),
      ...(typed.type !== recurrenceTypes.yearly &&
        whole(typed.every, typed.type === recurrenceTypes.weekly ? 520 : 120) === undefined && {
          every: t('staffSubscriptions.fault.every'),
        }),
      ...(typed.type !== recurrenceTypes.weekly &&
        whole(typed.day, 31) === undefined && { day: t('staffSubscriptions.fault.dayOfMonth') }),
      ...(!typed.next && { next: t('staffSubscriptions.fault.day') }),
    }),
    onSubmit: typed => {
      setCrossed(undefined)
      const fields = {
        description: typed.description.trim(),
        code: typed.code.trim(),
        quantity: typedNumber(typed.quantity) ?? 0,
        taxedTotal: typedNumber(typed.total) ?? 0,
        advanceDate: typed.next,
        trigger: triggerOf(typed),
      }
      if (known) {
        const body = {
          ...(typed.description.trim() !== start.description && { description: fields.description }),
          ...(typed.code.trim() !== start.code && { code: fields.code }),
          ...(typed.quantity !== start.quantity && { quantity: fields.quantity }),
          ...(typed.total !== start.total && { taxedTotal: fields.taxedTotal }),
          ...(typed.next !== start.next && { advanceDate: fields.advanceDate }),
          ...(JSON.stringify(triggerOf(typed)) !== JSON.stringify(triggerOf(start)) && { trigger: fields.trigger }),
        }
        changing.mutate({ known: current ?? known, body }, { onError: error => void onError(error), onSuccess: done })
        return
      }
      const body = { contactId: typed.customer?.value ?? 0, ...fields }
      making.mutate({ body, key: attemptOf(body).key }, { onError: error => void onError(error), onSuccess: done })
    },
  })
  const { faults, values } = form
  const suggested = nextDay(triggerOf(values), today)
  const error = making.error ?? changing.error
  const label = (name: keyof Texts) => t(`staffSubscriptions.form.${name}`)
  const isWeekly = values.type === recurrenceTypes.weekly
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--record dialog--wide"
      title={known ? t('staffSubscriptions.form.change') : t('staffSubscriptions.form.make')}
    >
      <form className="form" {...form.props}>
        {known && <OutsideNote outsideId={known.outsideId} />}
        {error && !form.hasFaults && !crossed && <Alert tone="danger">{text(error)}</Alert>}
        {crossed && <Alert tone="warning">{crossed}</Alert>}
        {!known && !customer && (
          <Field as="group" label={t('staffRecords.customer.name')} error={faults.customer}>
            <CustomerField find={findContacts} {...form.control('customer')} />
          </Field>
        )}
        <Field label={label('description')} error={faults.description}>
          <TextInput {...form.text('description')} autoComplete="off" maxLength={300} data-autofocus="" />
        </Field>
        <div className="form-triple">
          <Field label={label('code')} error={faults.code}>
            <TextInput {...form.text('code')} autoComplete="off" maxLength={200} />
          </Field>
          <Field label={label('quantity')} error={faults.quantity}>
            <TextInput {...form.text('quantity')} inputMode="decimal" autoComplete="off" maxLength={16} />
          </Field>
          <Field label={label('total')} hint={t('staffSubscriptions.form.totalHint')} error={faults.total}>
            <TextInput {...form.text('total')} inputMode="decimal" autoComplete="off" maxLength={16} />
          </Field>
        </div>
        <Field as="group" label={t('staffSubscriptions.form.recurrence')}>
          <SegmentedControl<Trigger['recurrenceType']>
            label={t('staffSubscriptions.form.recurrence')}
            options={(['weekly', 'monthly', 'yearly'] as const).map(name => ({
              value: recurrenceTypes[name],
              text: t(`staffSubscriptions.form.${name}`),
            }))}
            value={values.type}
            onChange={type => form.set('type', type)}
          />
        </Field>
        <div className="form-pair">
          {values.type !== recurrenceTypes.yearly && (
            <Field
              label={t(isWeekly ? 'staffSubscriptions.form.everyWeeks' : 'staffSubscriptions.form.everyMonths')}
              error={faults.every}
            >
              <TextInput {...form.text('every')} inputMode="numeric" autoComplete="off" maxLength={3} />
            </Field>
          )}
          {isWeekly ? (
            <Field as="group" label={t('staffSubscriptions.form.weekday')}>
              <Select<number>
                label={t('staffSubscriptions.form.weekday')}
                openOn="click"
                options={weekdays(locale)}
                value={values.weekday}
                onChange={day => day !== null && form.set('weekday', day)}
              />
            </Field>
          ) : (
            <Field label={label('day')} hint={t('staffSubscriptions.form.dayHint')} error={faults.day}>
              <TextInput {...form.text('day')} inputMode="numeric" autoComplete="off" maxLength={2} />
            </Field>
          )}
          {values.type === recurrenceTypes.yearly && (
            <Field as="group" label={t('staffSubscriptions.form.month')}>
              <Select<number>
                label={t('staffSubscriptions.form.month')}
                openOn="click"
                options={months(locale)}
                value={values.month}
                onChange={month => month !== null && form.set('month', month)}
              />
            </Field>
          )}
        </div>
        <Field
          label={label('next')}
          aside={
            suggested &&
            suggested !== values.next && (
              <button
                type="button"
                className="text-button"
                onClick={event => {
                  const input = event.currentTarget.closest('.field')?.querySelector('input')
                  if (input) input.value = suggested
                  form.set('next', suggested)
                }}
              >
                {t('staffSubscriptions.form.use', { day: suggested.split('-').reverse().join('/') })}
              </button>
            )
          }
          error={faults.next}
        >
          <TextInput {...form.text('next')} type="date" />
        </Field>
        <Seen
          colour={known?.portal.baseColor}
          row={{
            id: 1,
            description: values.description || '…',
            code: values.code || '…',
            quantity: typedNumber(values.quantity) ?? 0,
            taxedTotal: typedNumber(values.total) ?? 0,
            advanceDate: `${values.next || suggested || today}T12:00:00Z`,
            trigger: triggerOf(values),
          }}
        />
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={making.isPending || changing.isPending}>
            {known ? t('staffRecords.save') : t('staffSubscriptions.form.create')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
