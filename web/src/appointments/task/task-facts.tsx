import { Calendar, MapPin, Phone, User } from 'lucide-react'
import { useFormat } from '../../session/use-format.ts'
import { useText } from '../../text/use-text.ts'
import type { Task } from '../data.ts'
import { useDuration } from '../use-duration.ts'
import { useWhen } from '../use-when.ts'

const minutesBetween = (start: string, end: string) => Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

/** When and where a planned activity is, who comes, and whom to call. */
export const TaskFacts = ({ found }: { found: Task }) => {
  const { t } = useText()
  const format = useFormat()
  const duration = useDuration()
  const { zone, otherZone, ownWhen } = useWhen()
  const { start, end, address, assignedUser, portal } = found
  const own = otherZone(start) && t('appointments.yourTime', { when: ownWhen(start) })
  return (
    <ul className="fact-list">
      <li>
        <Calendar className="icon" aria-hidden="true" />
        <span>
          <b>
            {format.ticketDay(start)}, {format.clock(start)} – {format.clock(end)}
          </b>
          {[
            t('appointments.about', { duration: duration(minutesBetween(start, end)) }),
            own && t('appointments.zone', { zone }),
            own,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </li>
      {address && (
        <li>
          <MapPin className="icon" aria-hidden="true" />
          <span>
            <b>{address}</b>
          </span>
        </li>
      )}
      {assignedUser && (
        <li>
          <User className="icon" aria-hidden="true" />
          <span>
            <b>
              {assignedUser.firstName} {assignedUser.lastName}
            </b>
            {portal.webPortalName}
          </span>
        </li>
      )}
      {portal.supportPhone && (
        <li>
          <Phone className="icon" aria-hidden="true" />
          <span>
            <b>
              <a href={`tel:${portal.supportPhone.replace(/[^+\d]/g, '')}`}>{portal.supportPhone}</a>
            </b>
            {portal.supportHours}
          </span>
        </li>
      )}
    </ul>
  )
}
