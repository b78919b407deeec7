import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, CalendarOff, ChevronRight } from 'lucide-react'
import { currentToken } from '../api/session-token.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { CallButton } from './call-button.tsx'
import { bookableServices } from './data.ts'
import { EventPage } from './event-page.tsx'
import { useDuration } from './use-duration.ts'

/** The screen of a portal's bookable services. */
export const ServicesScreen = () => {
  const { t } = useText()
  const { company } = useParams({ from: '/appointments/$company/' })
  const duration = useDuration()
  const query = useQuery(bookableServices(company))
  useScreen('appointments', t('appointments.services'))
  return (
    <EventPage company={company} query={query} failed={t('appointments.failed')} narrow>
      {currentToken() && (
        <Link className="back-link" to="/$company" params={{ company }}>
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('appointments.toPortal')}
        </Link>
      )}
      <section className="card">
        {query.data?.length === 0 ? (
          <EmptyState
            heading="h1"
            icon={<CalendarOff className="icon" />}
            title={t('appointments.services')}
            action={<CallButton />}
          >
            {t('appointments.noServices')}
          </EmptyState>
        ) : (
          <>
            <div className="card-body event-head">
              <h1>{t('appointments.services')}</h1>
              <p>{t('appointments.servicesHint')}</p>
            </div>
            <ul className="service-list">
              {query.data?.map(service => (
                <li key={service.key}>
                  <Link
                    className="service-link"
                    to="/appointments/$company/$eventkey"
                    params={{ company, eventkey: service.key }}
                  >
                    <span>
                      <b>{service.name}</b>
                      {[duration(service.durationMinutes), service.description].filter(Boolean).join(' · ')}
                    </span>
                    <ChevronRight className="icon" aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </EventPage>
  )
}
