import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useScreen } from '../../session/use-screen.ts'
import { useText } from '../../text/use-text.ts'
import { task } from '../data.ts'
import { EventPage } from '../event-page.tsx'
import { TaskPage } from './task-page.tsx'

/** The screen of a planned activity: when, where, and who comes. */
export const TaskScreen = () => {
  const { t } = useText()
  const { company, eventkey } = useParams({ from: '/tasks/$company/$eventkey' })
  const query = useQuery(task(eventkey))
  const found = query.data
  useScreen('task', found?.title ?? t('tasks.title'))
  // The portal comes with the activity.
  const portal = found?.portal.webPortalKey
  if (portal !== undefined && portal !== company)
    return <Navigate to="/tasks/$company/$eventkey" params={{ company: portal, eventkey }} replace />
  return (
    <EventPage company={company} query={query} failed={t('tasks.failed')}>
      {found && <TaskPage company={company} eventkey={eventkey} found={found} />}
    </EventPage>
  )
}

/** The same for a URL without a portal. */
export const TaskWithoutPortalScreen = () => {
  const { t } = useText()
  const { eventkey } = useParams({ from: '/tasks/$eventkey' })
  const query = useQuery(task(eventkey))
  useScreen('task', t('tasks.title'))
  if (query.data)
    return (
      <Navigate to="/tasks/$company/$eventkey" params={{ company: query.data.portal.webPortalKey, eventkey }} replace />
    )
  return (
    <EventPage company={undefined} query={query} failed={t('tasks.failed')}>
      {null}
    </EventPage>
  )
}
