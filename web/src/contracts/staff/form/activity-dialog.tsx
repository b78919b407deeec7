import { reasonMax, type StaffActivity, type StaffContract } from '@portico/contract/staff/records/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { clockOf, numberText, typedMinutes, typedNumber } from '../../../staff/parts/records/typed-number.ts'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { clock, dayOf } from '../../../text/format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { choices } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { contract as contractQuery, correctWork, noteWork } from '../data.ts'
import { useSaid } from '../left-meter.tsx'
import { TicketField } from './ticket-field.tsx'

type Values = {
  packageId: number | null
  work: string
  day: string
  time: string
  used: string
  staffUserId: number | null
  address: string
  ticket: { value: number; text: string } | null
  reason: string
}
type Faults = Partial<Record<keyof Values, string>>

type ActivityDialogProps = {
  contract: StaffContract
  /** The activity that is corrected; undefined: one is noted. */
  activity?: StaffActivity | undefined
  onClose: () => void
}

type Grantor = { id: number; inHours: boolean; residual: number }

const grantorsOf = (contract: StaffContract): Grantor[] =>
  contract.kind === 'service'
    ? contract.packageList
    : contract.allowance
      ? [{ id: contract.id, inHours: contract.allowance.inHours, residual: contract.allowance.residual }]
      : []

const amountOf = (inHours: boolean, text: string) => {
  const amount = inHours ? typedMinutes(text) : typedNumber(text)
  return amount !== undefined && amount >= 0 ? amount : undefined
}

/** Notes work under a contract, or corrects it with a reason. */
export const ActivityDialog = ({ contract, activity, onClose }: ActivityDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const said = useSaid()
  const me = useMe()
  const { locale } = useStaffFormat()
  const client = useQueryClient()
  const attemptOf = useOnce()
  const listId = useId()
  const known = useQuery(choices)
  const noting = useMutation(noteWork(client, contract))
  const correcting = useMutation(correctWork(client, contract))
  const [current, setCurrent] = useState(activity)
  const [isCrossed, setCrossed] = useState(false)
  const manner = { timeZone: contract.timeZone }
  const grantors = grantorsOf(contract)
  const mayName = isOffice(me)

  const usedBy = ({ minutes, units }: StaffActivity, inHours: boolean) =>
    inHours ? clockOf(minutes) : numberText(units, locale)
  const grantorOf = (packageId: number | null) =>
    contract.kind === 'activity' ? grantors[0] : grantors.find(({ id }) => id === packageId)
  const firstPackage = activity?.package?.id ?? (grantors.length === 1 ? (grantors[0]?.id ?? null) : null)
  const startsAt = new Date(activity?.start ?? Date.now())
  const initial: Values = {
    packageId: contract.kind === 'service' ? firstPackage : null,
    work: activity?.activityTypeName ?? '',
    day: dayOf(startsAt, manner),
    time: clock(startsAt.toISOString(), manner),
    used: activity ? usedBy(activity, grantorOf(firstPackage)?.inHours ?? true) : '',
    staffUserId: activity ? (activity.staff?.id ?? null) : null,
    address: activity?.address ?? '',
    ticket: null,
    reason: '',
  }
  const onError = async (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (code === 'conflict' && fields.length === 0) {
      const fresh = await client.fetchQuery({ ...contractQuery(contract), staleTime: 0 })
      setCurrent(fresh.activities.find(({ id }) => id === activity?.id))
      return setCrossed(true)
    }
    const isAt = (...names: string[]) => names.some(name => fields.includes(`body.${name}`))
    form.refuse({
      ...(isAt('minutes', 'units') && { used: t('staffContracts.fault.amount') }),
      ...(isAt('ticketId') && { ticket: t('staffContracts.fault.ticket') }),
      ...(isAt('start') && { day: t('staffContracts.fault.day') }),
      ...(isAt('reason') && { reason: t('staffContracts.fault.reason') }),
      ...(isAt('activityTypeName') && { work: t('staffContracts.fault.work') }),
    })
  }
  const done = () => {
    toast({ title: localized(t => t(activity ? 'staffContracts.work.corrected' : 'staffContracts.work.noted')) })
    onClose()
  }
  const form = useForm<Values, Faults>({
    initial,
    validate: typed => {
      const inHours = grantorOf(typed.packageId)?.inHours ?? true
      const amount = amountOf(inHours, typed.used)
      return {
        ...(!grantorOf(typed.packageId) && { packageId: t('staffContracts.fault.package') }),
        ...(!typed.work.trim() && { work: t('staffContracts.fault.work') }),
        ...(!typed.day && { day: t('staffContracts.fault.day') }),
        ...((amount === undefined || (!activity && amount === 0)) && {
          used: t(`staffContracts.fault.${inHours ? 'hours' : 'units'}`),
        }),
        ...(activity && !typed.reason.trim() && { reason: t('staffContracts.fault.reason') }),
      }
    },
    onSubmit: typed => {
      setCrossed(false)
      const grantor = grantorOf(typed.packageId)
      const inHours = grantor?.inHours ?? true
      const amount = amountOf(inHours, typed.used) ?? 0
      const used = inHours ? { minutes: amount } : { units: amount }
      const start = `${typed.day} ${typed.time || '00:00'}`
      if (activity) {
        const body = {
          reason: typed.reason.trim(),
          ...(typed.work.trim() !== initial.work && { activityTypeName: typed.work.trim() }),
          ...((typed.day !== initial.day || typed.time !== initial.time) && { start }),
          ...(typed.used.trim() !== initial.used && used),
          ...(typed.staffUserId !== initial.staffUserId && { staffUserId: typed.staffUserId }),
          ...(typed.address.trim() !== initial.address && { address: typed.address.trim() || null }),
        }
        correcting.mutate(
          { activity: current ?? activity, body },
          { onError: error => void onError(error), onSuccess: done },
        )
        return
      }
      const body = {
        ...(contract.kind === 'activity'
          ? { activityContractId: contract.id }
          : { contractPackageId: typed.packageId ?? 0 }),
        activityTypeName: typed.work.trim(),
        start,
        ...used,
        ...(typed.staffUserId !== null && { staffUserId: typed.staffUserId }),
        ...(typed.address.trim() && { address: typed.address.trim() }),
        ...(inHours && typed.ticket && { ticketId: typed.ticket.value }),
      }
      noting.mutate({ body, key: attemptOf(body).key }, { onError: error => void onError(error), onSuccess: done })
    },
  })
  const { faults, values } = form
  const grantor = grantorOf(values.packageId)
  const inHours = grantor?.inHours ?? true
  const amount = amountOf(inHours, values.used)
  const before = activity ? (inHours ? activity.minutes : activity.units) : 0
  const after = grantor && amount !== undefined ? grantor.residual + before - amount : undefined
  const error = noting.error ?? correcting.error
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--record"
      title={activity ? t('staffContracts.work.correct') : t('staffContracts.work.note')}
    >
      <form className="form" {...form.props}>
        {isCrossed && <Alert tone="warning">{t('staffRecords.crossedSome')}</Alert>}
        {error && !form.hasFaults && !isCrossed && <Alert tone="danger">{text(error)}</Alert>}
        {contract.kind === 'service' && !activity && (
          <Field as="group" label={t('staffContracts.packages.one')} error={faults.packageId}>
            <Select<number>
              label={t('staffContracts.packages.one')}
              openOn="click"
              placeholder={t('staffContracts.packages.choose')}
              options={contract.packageList.map(({ id, name }) => ({ value: id, text: name }))}
              {...form.control('packageId')}
            />
          </Field>
        )}
        <Field label={t('staffContracts.work.kind')} hint={t('staffContracts.work.kindHint')} error={faults.work}>
          <TextInput {...form.text('work')} list={listId} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <datalist id={listId}>
          {known.data?.activityTypes.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="form-triple">
          <Field label={t('staffContracts.work.day')} error={faults.day}>
            <TextInput {...form.text('day')} type="date" />
          </Field>
          <Field label={t('staffContracts.work.time')}>
            <TextInput {...form.text('time')} type="time" />
          </Field>
          <Field
            label={t(inHours ? 'staffContracts.work.hours' : 'staffContracts.work.units')}
            hint={
              after === undefined
                ? inHours && t('staffContracts.work.hoursHint')
                : t('staffContracts.work.after', { left: said(inHours, after) })
            }
            error={faults.used}
          >
            <TextInput {...form.text('used')} autoComplete="off" maxLength={12} />
          </Field>
        </div>
        {after !== undefined && after < 0 && (
          <Alert tone="warning">{t('staffContracts.work.beyond', { over: said(inHours, -after) })}</Alert>
        )}
        {mayName && (
          <Field as="group" label={t('staffContracts.work.who')}>
            <Select<number>
              label={t('staffContracts.work.who')}
              openOn="click"
              placeholder={activity ? t('staffContracts.work.nobody') : me.displayName}
              options={(known.data?.staff ?? []).map(({ id, displayName }) => ({ value: id, text: displayName }))}
              {...form.control('staffUserId')}
            />
          </Field>
        )}
        <Field
          label={t('staffContracts.work.address')}
          mark={t('staffRecords.optional')}
          hint={t('staffContracts.work.addressHint')}
        >
          <TextInput {...form.text('address')} autoComplete="off" maxLength={500} />
        </Field>
        {!activity && inHours && (
          <Field
            as="group"
            label={t('staffContracts.work.onTicket')}
            mark={t('staffRecords.optional')}
            hint={t('staffContracts.work.onTicketHint')}
            error={faults.ticket}
          >
            <TicketField
              contactId={contract.customer.id}
              value={values.ticket}
              onChange={ticket => form.set('ticket', ticket)}
            />
          </Field>
        )}
        {activity && (
          <Field
            label={t('staffContracts.work.reason')}
            hint={t('staffContracts.work.reasonHint')}
            error={faults.reason}
          >
            <Textarea {...form.text('reason')} rows={2} maxLength={reasonMax} />
          </Field>
        )}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={noting.isPending || correcting.isPending}>
            {activity ? t('staffContracts.work.saveCorrection') : t('staffContracts.work.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
