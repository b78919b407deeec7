import type { Slot } from '@portico/contract/appointments'
import { CalendarCheck } from 'lucide-react'
import type { Ref } from 'react'
import { useText } from '../text/use-text.ts'
import { useWhen } from './use-when.ts'

type ChosenTimeProps = { ref: Ref<HTMLDivElement>; slot: Slot; onChange: () => void }

/** The selected time, in the reader's time zone too if that is another, and the way to choose again. */
export const ChosenTime = ({ ref, slot, onChange }: ChosenTimeProps) => {
  const { t } = useText()
  const { when, otherZone, ownWhen } = useWhen()
  return (
    <div className="chosen" role="status" ref={ref}>
      <CalendarCheck className="icon" aria-hidden="true" />
      <span>
        <b>{when(slot)}</b>
        {otherZone(slot.start) && <small>{t('appointments.yourTime', { when: ownWhen(slot.start) })}</small>}
      </span>
      <button type="button" className="link-button" onClick={onChange}>
        {t('appointments.change')}
      </button>
    </div>
  )
}
