import type { DayEntry } from '@portico/contract/staff/planning/day'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarOff, Check, CircleCheckBig, Hourglass, MapPin, Phone, Play } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DoneButtons } from '../finish/done-buttons.tsx'
import { useZone } from '../frame/use-zone.ts'
import { visitHistory } from './data.ts'

const MINUTE = 60_000

/** What opens the way to an address in the phone's maps. */
const mapLink = (address: string) => `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`

const History = ({ visitId }: { visitId: number }) => {
  const { t } = useText()
  const text = useFailureText()
  const { numericDay } = useStaffFormat()
  const { data, error } = useQuery(visitHistory(visitId))
  if (error) return <p className="quiet">{text(error)}</p>
  if (!data) return <span className="skeleton" style={{ '--w': '60%' }} />
  if (data.entries.length === 0) return <p className="quiet">{t('staffDay.noHistory')}</p>
  return (
    <>
      <p className="quiet">{t(`staffDay.historyOf.${data.of}`)}</p>
      <ul className="day-history">
        {data.entries.map(({ kind, id, date, title, by, ticketId, isOpen }) => (
          <li key={`${kind} ${id}`}>
            <span className="num">{numericDay(date)}</span>{' '}
            {ticketId === null ? (
              title
            ) : (
              <Link to="/tickets/$ticketid" params={{ ticketid: ticketId }}>
                {title}
              </Link>
            )}
            <small>
              {[t(`staffDay.past.${kind}`), by, isOpen && t('staffDay.stillOpen')].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}

const State = ({ entry, isNext, now }: { entry: DayEntry; isNext: boolean; now: number }) => {
  const { t } = useText()
  const until = Math.ceil((Date.parse(entry.start) - now) / MINUTE)
  if (entry.kind === 'absence')
    return (
      <p className="day-state">
        <CalendarOff className="icon" aria-hidden="true" />
        {t('staffDay.absence')}
      </p>
    )
  if (entry.status === 'done')
    return (
      <p className="day-state" data-tone="success">
        <CircleCheckBig className="icon" aria-hidden="true" />
        {[t('staffDay.done'), entry.minutes > 0 && spokenMinutes(entry.minutes)].filter(Boolean).join(', ')}
      </p>
    )
  if (entry.status === 'unconfirmed')
    return (
      <p className="day-state" data-tone="warning">
        <Hourglass className="icon" aria-hidden="true" />
        {t('staffDay.unconfirmed')}
      </p>
    )
  if (!isNext) return null
  return (
    <p className="day-state" data-tone="warning">
      <Play className="icon" aria-hidden="true" />
      {until > 0 ? t('staffDay.startsIn', { time: spokenMinutes(until) }) : t('staffDay.goingOn')}
    </p>
  )
}

type EntryRowProps = { entry: DayEntry; timeZone: string; isNext: boolean; now: number; onFinish: () => void }

/** Something in a technician's day: where, whom to call, and what is done there. */
export const EntryRow = ({ entry, timeZone, isNext, now, onFinish }: EntryRowProps) => {
  const { t } = useText()
  const zone = useZone(timeZone)
  const [isLooking, setLooking] = useState(false)
  const { kind, id, title, companyName, contactId, address, phone, person, notes, ticket, asset, status } = entry
  return (
    <li className="day-entry" data-next={isNext || undefined} data-status={status}>
      <p className="day-when">
        <b className="num">{zone.time(entry.start)}</b>
        <span className="num">{zone.time(entry.end)}</span>
      </p>
      <div className="day-what">
        <State entry={entry} isNext={isNext} now={now} />
        {companyName && (
          <h3>
            {contactId === null ? (
              companyName
            ) : (
              <Link to="/customers/$contactid" params={{ contactid: contactId }}>
                {companyName}
              </Link>
            )}
          </h3>
        )}
        {title && (
          <p>
            {title}
            {ticket && (
              <>
                {', '}
                <Link to="/tickets/$ticketid" params={{ ticketid: ticket.id }}>
                  #{ticket.ticketNumber}
                </Link>
              </>
            )}
          </p>
        )}
        {asset && (
          <p className="quiet">
            {asset.folderName} – {asset.name}
          </p>
        )}
        {address && <p>{address}</p>}
        {person && <p className="quiet">{t('staffDay.ask', { name: person })}</p>}
        {notes && <p className="day-notes">{notes}</p>}
        {kind !== 'absence' && (
          <div className="day-acts">
            {status === 'planned' && (
              <Button {...(isNext && { tone: 'primary' })} onClick={onFinish}>
                <Check className="icon" aria-hidden="true" />
                {t('staffDay.finish')}
              </Button>
            )}
            {address && status !== 'done' && (
              <a className="button" href={mapLink(address)} target="_blank" rel="noopener noreferrer">
                <MapPin className="icon" aria-hidden="true" />
                {t('staffDay.navigate')}
              </a>
            )}
            {phone && (
              <a
                className="icon-button"
                href={`tel:${phone.replace(/[^+\d]/g, '')}`}
                aria-label={t('staffDay.call', { name: person ?? companyName ?? '', phone })}
              >
                <Phone className="icon" aria-hidden="true" />
              </a>
            )}
            {status === 'done' && <DoneButtons entry={{ kind, id }} size="sm" onMoreTime={onFinish} />}
          </div>
        )}
        {kind === 'visit' && (
          <details className="day-past" onToggle={event => setLooking(event.currentTarget.open)}>
            <summary>{t('staffDay.history')}</summary>
            {isLooking && <History visitId={id} />}
          </details>
        )}
      </div>
    </li>
  )
}
