import type { StaffService } from '@portico/contract/staff/planning/bookable'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CalendarClock, ExternalLink, Pencil, Plus } from 'lucide-react'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { WeekBars } from '../../../staff/parts/week/week-bars.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { staffPortal } from '../portal/data.ts'
import { Part } from '../settings/part.tsx'
import { Tab } from '../settings/tab.tsx'
import { portalServices } from './data.ts'
import './bookable.css'

type ServiceRowProps = { portalid: number; portalKey: string | undefined; service: StaffService }

const ServiceRow = ({ portalid, portalKey, service }: ServiceRowProps) => {
  const { t } = useText()
  const { id, name, isActive, durationMinutes, bufferMinutes, staff, bookingsAhead, week } = service
  const about = [
    t('staffBookable.minutes', { count: durationMinutes }),
    bufferMinutes > 0 && t('staffBookable.withBuffer', { count: bufferMinutes }),
    staff.map(({ displayName }) => displayName).join(', ') || t('staffBookable.nobody'),
  ]
  return (
    <li className="service-row">
      <div className="service-text">
        <span className="row-name">
          <Link to="/portals/$portalid/services/$serviceid" params={{ portalid, serviceid: id }}>
            {name}
          </Link>
          {!isActive && <span className="row-chip">{t('staffBookable.offChip')}</span>}
        </span>
        <small>{about.filter(Boolean).join(' · ')}</small>
        <Link className="service-count" to="/visits/bookings" search={{ service: id }}>
          {t('staffBookable.ahead', { count: bookingsAhead })}
        </Link>
      </div>
      <WeekBars week={week} />
      <span className="row-acts">
        {isActive && portalKey && (
          <a
            className="icon-button"
            href={`/appointments/${portalKey}/${service.key}`}
            target="_blank"
            rel="noopener"
            aria-label={t('staffBookable.visit', { name })}
          >
            <ExternalLink className="icon" aria-hidden="true" />
          </a>
        )}
        <Link
          className="icon-button"
          to="/portals/$portalid/services/$serviceid"
          params={{ portalid, serviceid: id }}
          aria-label={t('staffBookable.edit', { name })}
        >
          <Pencil className="icon" aria-hidden="true" />
        </Link>
      </span>
    </li>
  )
}

/** What customers can book, and when. */
export const BookableScreen = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid/services' })
  const services = useQuery(portalServices(portalid))
  const portal = useQuery(staffPortal(portalid))
  useStaffScreen('staff-services', t('staffBookable.title'))
  const add = (
    <Button onClick={() => void navigate({ to: '/portals/$portalid/services/new', params: { portalid } })}>
      <Plus className="icon" aria-hidden="true" />
      {t('staffBookable.add')}
    </Button>
  )
  return (
    <Tab>
      <Part
        title={t('staffBookable.title')}
        lead={t('staffBookable.lead')}
        action={services.data?.length ? add : undefined}
      >
        <Loaded query={services}>
          {all =>
            all.length === 0 ? (
              <EmptyState icon={<CalendarClock className="icon" />} title={t('staffBookable.empty')} action={add}>
                {t('staffBookable.emptyText')}
              </EmptyState>
            ) : (
              <ul className="setting-rows">
                {all.map(service => (
                  <ServiceRow
                    key={service.id}
                    portalid={portalid}
                    portalKey={portal.data?.webPortalKey}
                    service={service}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Part>
    </Tab>
  )
}
