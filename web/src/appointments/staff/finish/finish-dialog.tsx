import type { TimeSource } from '@portico/contract/staff/planning/day'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { type Finished, finish, timeSources } from './data.ts'

/** What the dialog needs to know of a visit or a booking. */
export type FinishedEntry = Finished & {
  start: string
  end: string
  isDone: boolean
  title: string | null
  activityTypeName: string | null
  companyName: string | null
  /** Null: a booking by somebody who is no customer of the portal. */
  contactId: number | null
  portalId?: number | null
}

const planned = ({ start, end }: FinishedEntry) => Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

const sourceKey = ({ activityContractId, contractPackageId }: TimeSource) =>
  `${activityContractId ?? ''}-${contractPackageId ?? ''}`

/** Marks a visit or a booking as done, or adds time to one that is. */
export const FinishDialog = ({ entry, onClose }: { entry: FinishedEntry; onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const attemptOf = useOnce()
  const { isDone } = entry
  const isStranger = entry.contactId === null
  const [minutes, setMinutes] = useState(isDone || isStranger ? '' : String(Math.min(planned(entry), 1440)))
  const [activity, setActivity] = useState(entry.activityTypeName ?? '')
  const [customer, setCustomer] = useState<ChosenCustomer | null>(null)
  // Undefined: nothing was chosen, and the first one is taken; null: none is wanted.
  const [picked, setPicked] = useState<string | null>()
  const [isChecked, setChecked] = useState(false)
  const act = useMutation(finish(useQueryClient()))
  const contactId = entry.contactId ?? customer?.value
  const sources = useQuery({ ...timeSources(contactId ?? 0, entry.start), enabled: contactId !== undefined })
  const offered = (contactId !== undefined && sources.data) || []
  const typed = minutes.trim()
  const isWrong =
    typed === '' ? isDone && !customer : !/^\d{1,4}$/.test(typed) || Number(typed) < 1 || Number(typed) > 1440
  const isNobodys = typed !== '' && contactId === undefined
  const source = picked === undefined ? (offered[0] ? sourceKey(offered[0]) : null) : picked
  const chosen = offered.find(one => sourceKey(one) === source)
  const isReady = contactId === undefined || sources.data !== undefined
  const save = () => {
    setChecked(true)
    if (isWrong || isNobodys || !isReady) return
    const noted = typed === '' ? null : Number(typed)
    const body = {
      minutes: noted,
      activityTypeName: activity.trim() || null,
      ...(customer && { contactId: customer.value }),
      ...(noted !== null &&
        chosen && { activityContractId: chosen.activityContractId, contractPackageId: chosen.contractPackageId }),
    }
    act.mutate(
      { kind: entry.kind, id: entry.id, key: attemptOf(body).key, body },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffDay.finished', { name: entry.companyName ?? entry.title ?? '' })) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog open onClose={onClose} title={isDone ? t('staffDay.moreTime') : t('staffDay.finishTitle')}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <p>{[entry.companyName, entry.title].filter(Boolean).join(', ')}</p>
        {isStranger && (
          <Field
            as="group"
            label={t('staffRecords.customer.name')}
            mark={t('words.optional')}
            hint={t('staffDay.customerHint')}
            error={isChecked && isNobodys && t('staffDay.customerMissing')}
          >
            <CustomerField
              value={customer}
              onChange={next => {
                setCustomer(next)
                setPicked(undefined)
              }}
              find={async (q, signal) =>
                (await findContacts(q, signal)).filter(({ portalId }) => !entry.portalId || portalId === entry.portalId)
              }
            />
          </Field>
        )}
        <Field
          label={t('staffDay.minutes')}
          mark={isDone ? undefined : t('words.optional')}
          hint={
            typed !== '' && !isWrong && !isNobodys && isReady
              ? t(chosen ? 'staffDay.onContract' : 'staffDay.unassigned', {
                  time: spokenMinutes(Number(typed)),
                  name: chosen?.name,
                })
              : undefined
          }
          error={isChecked && isWrong && t('staffDay.minutesWrong')}
        >
          <TextInput
            name="minutes"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            data-autofocus=""
            value={minutes}
            onChange={event => setMinutes(event.target.value)}
          />
        </Field>
        <Field label={t('staffDay.activity')}>
          <TextInput
            name="activity"
            maxLength={200}
            autoComplete="off"
            value={activity}
            onChange={event => setActivity(event.target.value)}
          />
        </Field>
        {offered.length > 0 && (
          <Field as="group" label={t('staffDay.contract')}>
            <Select
              label={t('staffDay.contract')}
              openOn="click"
              nullable
              placeholder={t('staffDay.noContract')}
              clearLabel={t('staffDay.noContract')}
              options={offered.map(one => ({
                value: sourceKey(one),
                text: one.name,
                end: spokenMinutes(one.residualMinutes),
              }))}
              value={source}
              onChange={setPicked}
            />
          </Field>
        )}
        {(act.error ?? sources.error) && <Alert tone="danger">{text(act.error ?? sources.error)}</Alert>}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={act.isPending} disabled={!isReady}>
            {isDone ? t('staffDay.note') : t('staffDay.finish')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
