import type { Opened } from '@portico/contract/appointments'
import { Building, CalendarCheck, Clock, FileText } from 'lucide-react'
import { useText } from '../text/use-text.ts'
import { useDuration } from './use-duration.ts'
import { useWhen } from './use-when.ts'

/** The service, the contact and the duration; for an existing booking also its time. */
export const BookingSummary = ({ opened }: { opened: Opened }) => {
  const { t } = useText()
  const duration = useDuration()
  const { when } = useWhen()
  const { service, companyName, address, appointment } = opened
  return (
    <>
      <div>
        <p className="page-sub">{t(appointment ? 'appointments.move' : 'appointments.book')}</p>
        <h1>{service.name}</h1>
      </div>
      <ul className="fact-list">
        {appointment && (
          <li>
            <CalendarCheck className="icon" aria-hidden="true" />
            <span>
              <b>{when(appointment)}</b>
              {t('appointments.moveFrom')}
            </span>
          </li>
        )}
        {companyName && (
          <li>
            <Building className="icon" aria-hidden="true" />
            <span>
              <b>{companyName}</b>
              {address}
            </span>
          </li>
        )}
        <li>
          <Clock className="icon" aria-hidden="true" />
          <span>
            <b>{duration(service.durationMinutes)}</b>
          </span>
        </li>
        {service.description && (
          <li>
            <FileText className="icon" aria-hidden="true" />
            <span>{service.description}</span>
          </li>
        )}
      </ul>
    </>
  )
}
