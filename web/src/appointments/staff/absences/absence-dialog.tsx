import { type Absence, type AbsenceKind, absenceKinds, type TakenTime } from '@portico/contract/staff/planning/absences'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { dayOf } from '../../../text/format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { visitStaff } from '../bookings/data.ts'
import { ChangeFailure } from '../frame/change-failure.tsx'
import { useZone } from '../frame/use-zone.ts'
import { absences, inTheWay, writeAbsence } from './data.ts'

const draftOf = (absence: Absence | undefined, timeZone: string) => {
  const [fromDay = dayOf(new Date(), { timeZone }), fromTime = '09:00'] = absence?.from.split(' ') ?? []
  const [toDay = fromDay, toTime = '13:00'] = absence?.to.split(' ') ?? []
  return {
    staffUserId: absence?.staffUser.id ?? null,
    kind: absence?.kind ?? ('holiday' as AbsenceKind),
    isAllDay: absence?.isAllDay ?? true,
    fromDay,
    fromTime,
    toDay,
    toTime,
    note: absence?.note ?? '',
  }
}

const InTheWay = ({ taken, timeZone }: { taken: readonly TakenTime[]; timeZone: string }) => {
  const { t } = useText()
  const zone = useZone(timeZone)
  return (
    <Alert tone="warning" title={t('staffAbsences.inTheWay', { count: taken.length })}>
      <ul>
        {taken.map(one => {
          const text = [zone.span(one), one.companyName ?? one.title ?? t(`staffBookings.taking.${one.kind}`)].join(
            ', ',
          )
          return (
            <li key={`${one.kind} ${one.id}`}>
              {one.kind === 'booking' && one.title !== null ? (
                <Link to="/visits/bookings" search={{ open: one.id }}>
                  {text}
                </Link>
              ) : one.ticketId !== null ? (
                <Link to="/tickets/$ticketid" params={{ ticketid: one.ticketId }}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
      <p>{t('staffAbsences.moveFirst')}</p>
    </Alert>
  )
}

type AbsenceDialogProps = { absence: Absence | undefined; timeZone: string; onClose: () => void }

/** Enters an absence, or changes one: what is in the way is shown before it is saved. */
export const AbsenceDialog = ({ absence, timeZone, onClose }: AbsenceDialogProps) => {
  const { t } = useText()
  const [draft, setDraft] = useState(() => draftOf(absence, timeZone))
  const attemptOf = useOnce()
  const [isChecked, setChecked] = useState(false)
  const staff = useQuery(visitStaff)
  const client = useQueryClient()
  const write = useMutation(writeAbsence(client))
  // The state that is changed. If somebody else was faster, the form says so, and the next try changes the newest state.
  const [known, setKnown] = useState(absence)
  const takeNewest = (error: Error) => {
    const newest = client.getQueryData(absences.queryKey)?.find(({ id }) => id === absence?.id)
    if (failureCode(error) === 'conflict' && newest) setKnown(newest)
  }
  const { staffUserId, kind, isAllDay, fromDay, fromTime, toDay, toTime, note } = draft
  const set = (change: Partial<typeof draft>) => setDraft(now => ({ ...now, ...change }))
  const from = isAllDay ? fromDay : `${fromDay} ${fromTime}`
  const to = isAllDay ? toDay : `${toDay} ${toTime}`
  const isInOrder = isAllDay ? fromDay !== '' && fromDay <= toDay : from < to && fromTime !== '' && toTime !== ''
  const span = staffUserId !== null && isInOrder ? { staffUserId, from, to } : undefined
  const check = useQuery(inTheWay(span && { ...span, ...(absence && { absenceId: absence.id }) }))
  const taken = check.data ?? []
  const people = [...(staff.data ?? []), ...(absence ? [absence.staffUser] : [])].filter(
    (one, at, all) => all.findIndex(other => other.id === one.id) === at,
  )
  const save = () => {
    setChecked(true)
    if (!span || taken.length > 0) return
    const body = { ...span, kind, note: note.trim() || null }
    write.mutate(
      { known, key: attemptOf(body).key, body },
      {
        onError: takeNewest,
        onSuccess: ({ staffUser: { displayName } }) => {
          toast({ title: localized(t => t('staffAbsences.saved', { name: displayName })) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog open onClose={onClose} title={absence ? t('staffAbsences.change') : t('staffAbsences.new')}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          as="group"
          label={t('staffAbsences.who')}
          error={isChecked && staffUserId === null && t('staffAbsences.whoMissing')}
        >
          <Select
            label={t('staffAbsences.who')}
            openOn="click"
            placeholder={t('staffAbsences.choose')}
            options={people.map(({ id, displayName }) => ({ value: id, text: displayName }))}
            value={staffUserId}
            onChange={value => set({ staffUserId: value })}
          />
        </Field>
        <Field as="group" label={t('staffAbsences.why')} hint={t('staffAbsences.whyHint')}>
          <Select
            label={t('staffAbsences.why')}
            openOn="click"
            options={absenceKinds.map(value => ({ value, text: t(`staffAbsences.kind.${value}`) }))}
            value={kind}
            onChange={value => set({ kind: value ?? 'other' })}
          />
        </Field>
        <Checkbox name="isAllDay" checked={isAllDay} onChange={event => set({ isAllDay: event.target.checked })}>
          {t('staffAbsences.allDay')}
        </Checkbox>
        <div className="when-fields">
          <Field label={t('staffAbsences.from')}>
            <TextInput
              type="date"
              name="fromDay"
              value={fromDay}
              onChange={event =>
                set({ fromDay: event.target.value, ...(toDay < event.target.value && { toDay: event.target.value }) })
              }
            />
          </Field>
          {!isAllDay && (
            <Field label={t('staffAbsences.fromTime')}>
              <TextInput
                type="time"
                name="fromTime"
                value={fromTime}
                onChange={event => set({ fromTime: event.target.value })}
              />
            </Field>
          )}
          <Field label={t('staffAbsences.to')} error={isChecked && !isInOrder && t('staffAbsences.wrongOrder')}>
            <TextInput type="date" name="toDay" value={toDay} onChange={event => set({ toDay: event.target.value })} />
          </Field>
          {!isAllDay && (
            <Field label={t('staffAbsences.toTime')}>
              <TextInput
                type="time"
                name="toTime"
                value={toTime}
                onChange={event => set({ toTime: event.target.value })}
              />
            </Field>
          )}
        </div>
        <Field label={t('staffAbsences.note')} mark={t('words.optional')}>
          <TextInput
            name="note"
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={event => set({ note: event.target.value })}
          />
        </Field>
        {taken.length > 0 && <InTheWay taken={taken} timeZone={timeZone} />}
        {taken.length === 0 && (
          <ChangeFailure error={write.error} timeZone={timeZone} crossed={t('staffAbsences.crossed')} />
        )}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={write.isPending} disabled={taken.length > 0}>
            {t('staffAbsences.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
