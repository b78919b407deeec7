import type { BoardEntry, VisitBoard } from '@portico/contract/staff/planning/visits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { isMovable } from '../board/held.ts'
import { keyOf, spanOf } from '../board/rules.ts'
import { useBoardWords } from '../board/use-board-words.ts'
import { move } from '../data.ts'
import { DoneButtons } from '../finish/done-buttons.tsx'
import { FinishDialog } from '../finish/finish-dialog.tsx'
import { localOf, timeText } from '../frame/zone.ts'
import { CollisionAlert } from './collision-alert.tsx'
import { TimeFields, type When } from './time-fields.tsx'
import { VisitFacts } from './visit-dialog.tsx'
import { spanIn } from './visit-values.ts'
import './visit-form.css'

type BookingDialogProps = {
  entry: BoardEntry
  board: VisitBoard
  onShow: (key: string) => void
  onClose: () => void
}

const iso = (at: number) => new Date(at).toISOString().replace('.000', '')

/** A booking, which is moved by a form; or an absence, or what is busy, which is only shown. */
export const BookingDialog = ({ entry, board, onShow, onClose }: BookingDialogProps) => {
  const { t } = useText()
  const me = useMe()
  const client = useQueryClient()
  const { timeZone } = board
  const words = useBoardWords(timeZone)
  const moving = useMutation(move(client))
  // What the form began with: a booking that somebody moves meanwhile is refused.
  const [seen] = useState(entry)
  const span = spanOf(seen)
  const [values, setValues] = useState<When>(() => {
    const { day, minutes } = localOf(span.from, timeZone)
    return { staffId: seen.staffId, day, time: timeText(minutes), minutes: (span.to - span.from) / 60_000 }
  })
  const chosen = spanIn(values, timeZone)
  const title = words.title(seen)
  const name = board.technicians.find(({ id }) => id === seen.staffId)?.displayName
  const booking =
    seen.kind === 'booking' && seen.mayChange && seen.id !== null ? { kind: seen.kind, id: seen.id } : null
  const [isFinishing, setFinishing] = useState(false)
  if (booking && isFinishing)
    return (
      <FinishDialog
        entry={{
          ...booking,
          start: seen.startsOn,
          end: seen.endsOn,
          isDone: seen.status === 'done',
          title: seen.activityTypeName,
          activityTypeName: seen.activityTypeName,
          companyName: seen.customer?.companyName ?? null,
          contactId: seen.customer?.id ?? null,
          portalId: seen.portalId,
        }}
        onClose={onClose}
      />
    )
  return (
    <FormDialog open onClose={onClose} className="dialog dialog--form visit-dialog" title={title}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          if (!chosen) return
          moving.mutate(
            { entry: seen, staffId: values.staffId, startsOn: iso(chosen.from), endsOn: iso(chosen.to) },
            {
              onSuccess: ({ email }) => {
                toast({
                  title: t('staffVisits.move.moved', { day: words.dayOf(chosen.from), time: words.span(chosen) }),
                  text: localized(t => t(email ? 'staffVisits.move.told' : 'staffVisits.form.nobodyTold')),
                })
                onClose()
              },
            },
          )
        }}
      >
        {moving.error && (
          <CollisionAlert
            error={moving.error}
            words={words}
            onShow={key => {
              onClose()
              onShow(key)
            }}
          />
        )}
        <p>
          {[name, words.dayOf(span.from), words.span(span)].filter(Boolean).join(', ')}
          {seen.status === 'unconfirmed' && <>. {t('staffVisits.look.unconfirmed')}</>}
          {seen.status === 'done' && <>. {t('staffDay.done')}</>}
        </p>
        {seen.customer && <VisitFacts about={{ ...seen, customer: seen.customer }} />}
        {seen.kind === 'booking' && seen.title && <p className="visit-notes">{seen.title}</p>}
        {isMovable(seen) && (
          <TimeFields
            values={values}
            onChange={changes => setValues(now => ({ ...now, ...changes }))}
            board={board}
            portal={board.portals.find(({ id }) => id === seen.portalId)?.webPortalKey}
            own={keyOf(seen)}
            words={words}
            faults={{}}
            isBooking
            onlyStaffId={me.role === 'technician' ? me.staffUserId : undefined}
          />
        )}
        <div className="button-row">
          <DismissButton>{t('words.close')}</DismissButton>
          {booking && seen.status === 'done' && (
            <DoneButtons entry={booking} onMoreTime={() => setFinishing(true)} onReopened={onClose} />
          )}
          {booking && seen.status === 'planned' && (
            <Button onClick={() => setFinishing(true)}>
              <Check className="icon" aria-hidden="true" />
              {t('staffDay.finish')}
            </Button>
          )}
          {isMovable(seen) && (
            <Button type="submit" tone="primary" busy={moving.isPending} disabled={!chosen}>
              {t('staffVisits.form.move')}
            </Button>
          )}
        </div>
      </form>
    </FormDialog>
  )
}
