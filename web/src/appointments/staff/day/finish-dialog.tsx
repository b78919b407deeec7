import type { DayEntry } from '@portico/contract/staff/planning/day'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../api/failures.ts'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { finish } from './data.ts'

const planned = ({ start, end }: DayEntry) => Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

const sourceKey = ({ activityContractId, contractPackageId }: DayEntry['sources'][number]) =>
  `${activityContractId ?? ''}-${contractPackageId ?? ''}`

/** Marks a visit as done, or adds time to one that is. */
export const FinishDialog = ({ entry, onClose }: { entry: DayEntry; onClose: () => void }) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const isDone = entry.status === 'done'
  const [minutes, setMinutes] = useState(isDone ? '' : String(Math.min(planned(entry), 1440)))
  const [activity, setActivity] = useState(entry.activityTypeName ?? '')
  const [source, setSource] = useState<string | null>(entry.sources[0] ? sourceKey(entry.sources[0]) : null)
  const [key] = useState(() => crypto.randomUUID())
  const [isChecked, setChecked] = useState(false)
  const act = useMutation(finish(useQueryClient()))
  const typed = minutes.trim()
  const isWrong = typed === '' ? isDone : !/^\d{1,4}$/.test(typed) || Number(typed) < 1 || Number(typed) > 1440
  const chosen = entry.sources.find(one => sourceKey(one) === source)
  const save = () => {
    setChecked(true)
    if (isWrong) return
    const noted = typed === '' ? null : Number(typed)
    act.mutate(
      {
        id: entry.id,
        key,
        body: {
          minutes: noted,
          activityTypeName: activity.trim() || null,
          ...(noted !== null &&
            chosen && {
              activityContractId: chosen.activityContractId,
              contractPackageId: chosen.contractPackageId,
            }),
        },
      },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffDay.finished', { name: entry.companyName ?? entry.title ?? '' })) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} title={isDone ? t('staffDay.moreTime') : t('staffDay.finishTitle')}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <p>{[entry.companyName, entry.title].filter(Boolean).join(', ')}</p>
        <Field
          label={t('staffDay.minutes')}
          mark={isDone ? undefined : t('words.optional')}
          hint={
            typed !== '' && !isWrong
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
        {entry.sources.length > 0 && (
          <Field as="group" label={t('staffDay.contract')}>
            <Select
              label={t('staffDay.contract')}
              openOn="click"
              nullable
              placeholder={t('staffDay.noContract')}
              clearLabel={t('staffDay.noContract')}
              options={entry.sources.map(one => ({
                value: sourceKey(one),
                text: one.name,
                end: spokenMinutes(one.residualMinutes),
              }))}
              value={source}
              onChange={setSource}
            />
          </Field>
        )}
        {act.error && <Alert tone="danger">{text(act.error)}</Alert>}
        <div className="button-row">
          <Button tone="ghost" onClick={onClose}>
            {t('words.cancel')}
          </Button>
          <Button type="submit" tone="primary" busy={act.isPending}>
            {isDone ? t('staffDay.note') : t('staffDay.finish')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
