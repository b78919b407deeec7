import { useParams } from '@tanstack/react-router'
import { NotFoundPage } from '../page/not-found-screen.tsx'
import { usePortalMissing } from '../session/use-here.ts'
import { CloseTicket } from './close-ticket.tsx'
import { StopMails } from './stop-mails.tsx'

/**
 * The screen of the links in mails that need no sign-in: one stops such mails, the other, whose key has a dot, closes the ticket. A button
 * does it; opening the page does not. They share a route, because each route makes the start longer.
 */
export const NotificationScreen = () => {
  const { key } = useParams({ from: '/$company/notifications/$key' })
  if (usePortalMissing()) return <NotFoundPage />
  return key.includes('.') ? <CloseTicket /> : <StopMails />
}
