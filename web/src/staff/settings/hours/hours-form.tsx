import type { Closing } from '@portico/contract/staff/working-hours'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { dayOf } from '../../../text/format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useUnsavedValues } from '../../parts/unsaved.tsx'
import { faultOf, sentSpans, typedWeek, type Week } from '../../parts/week/week.ts'
import { WeekEditor } from '../../parts/week/week-editor.tsx'
import { ClosingList } from './closing-list.tsx'
import { writeHours } from './data.ts'
import './hours.css'

type HoursFormProps = {
  portalId: number | null
  /** That of the portal, or for the company that of its first one. */
  timeZone: string
  version: string
  initial: { week: Week; closings: Closing[] }
  onDone: () => void
}

/** The working hours of each day and the closings, to be changed and saved as a whole. */
export const HoursForm = ({ portalId, timeZone, version, initial, onDone }: HoursFormProps) => {
  const { t } = useText()
  const text = useFailureText()
  const [week, setWeek] = useState(() => typedWeek(initial.week))
  const [closings, setClosings] = useState(initial.closings)
  // What is typed goes on from this version, also where a newer one is read meanwhile.
  const [begun] = useState(version)
  const unsaved = useUnsavedValues({ week, closings })
  const write = useMutation(writeHours(useQueryClient()))
  const faults = week.map(faultOf)
  const isEmpty = week.every(spans => spans.length === 0)
  const save = () =>
    write.mutate(
      { portalId, version: begun, body: { week: week.map(sentSpans), closings } },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffHours.saved')) })
          onDone()
        },
      },
    )
  const isOvertaken = write.error !== null && failureCode(write.error) === 'conflict'
  return (
    <div className="form">
      {unsaved.question}
      <WeekEditor week={week} onChange={setWeek} />
      <ClosingList closings={closings} onChange={setClosings} today={dayOf(new Date(), { timeZone })} />
      {isEmpty && (
        <p className="field-error" role="alert">
          {t('staffHours.fault.empty')}
        </p>
      )}
      {write.error && (
        <Alert tone="danger" title={isOvertaken ? t('staffHours.overtaken') : undefined}>
          {isOvertaken ? t('staffHours.overtakenText') : text(write.error)}
        </Alert>
      )}
      <div className="button-row">
        <Button tone="ghost" onClick={() => unsaved.leave(onDone)}>
          {t('words.cancel')}
        </Button>
        <Button tone="primary" busy={write.isPending} disabled={isEmpty || faults.some(Boolean)} onClick={save}>
          {t('staffHours.save')}
        </Button>
      </div>
    </div>
  )
}
