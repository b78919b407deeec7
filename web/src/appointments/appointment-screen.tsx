import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { Booking } from './booking.tsx'
import { openedBy } from './data.ts'
import { EventPage } from './event-page.tsx'

/** The screen of an event key: choosing a time, or a booking. */
export const AppointmentScreen = () => {
  const { t } = useText()
  const key = useParams({ from: '/appointments/$company/$eventkey' })
  const query = useQuery(openedBy(key))
  const opened = query.data
  useScreen('appointment', opened?.appointment ? opened.service.name : t('appointments.book'))
  return (
    <EventPage
      company={key.company}
      query={query}
      failed={t('appointments.failed')}
      narrow={opened ? opened.appointment !== null : false}
    >
      {opened &&
        (opened.appointment ? (
          <AppointmentCard
            company={key.company}
            eventkey={key.eventkey}
            opened={opened}
            appointment={opened.appointment}
          />
        ) : (
          <Booking eventKey={key} opened={opened} />
        ))}
    </EventPage>
  )
}
