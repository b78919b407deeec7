import { staffTicketViews } from '@portico/contract/staff-tickets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { queue, queueCounts } from '../data.ts'
import { firstView } from '../queue-search.ts'
import './queue.css'

/** The queue: its views, the tickets of one of them, and the chosen ticket beside them. */
export const QueueScreen = () => {
  const { t } = useTranslation()
  const search = useSearch({ from: '/room/tickets' })
  const { ticketid } = useParams({ strict: false })
  const view = search.view ?? firstView
  const { data: counts } = useQuery(queueCounts)
  const { data } = useInfiniteQuery(queue({ ...search, view }))
  useStaffScreen('staff-queue', t(`staffQueue.views.${view}`))
  return (
    <main className="queue" id="main" tabIndex={-1} data-reading={ticketid === undefined ? undefined : ''}>
      <nav className="queue-views" aria-label={t('staffQueue.viewsLabel')}>
        <h1>{t('staffQueue.title')}</h1>
        <div className="menu-group">
          {staffTicketViews.map(one => (
            <Link
              key={one}
              to="/tickets"
              search={{ view: one }}
              className="menu-item"
              aria-current={one === view ? 'true' : undefined}
            >
              <span>{t(`staffQueue.views.${one}`)}</span>
              {counts && one in counts.late && (
                <span className="menu-count">{counts[one as keyof typeof counts.late]}</span>
              )}
            </Link>
          ))}
        </div>
      </nav>
      <section className="queue-list" aria-label={t(`staffQueue.views.${view}`)}>
        <div className="queue-list-head">
          <h2>{t(`staffQueue.views.${view}`)}</h2>
        </div>
        <ul className="queue-items">
          {data?.pages
            .flatMap(({ rows }) => rows)
            .map(ticket => (
              <li key={ticket.id} className="queue-item" data-unread={ticket.unread || undefined}>
                <span className="queue-from">
                  <PortalMark portal={ticket.portal} />
                  <span>{[ticket.contact.companyName, ticket.raiser?.referentName].filter(Boolean).join(', ')}</span>
                  <span className="num">#{ticket.ticketNumber}</span>
                </span>
                <Link
                  to="/tickets/$ticketid"
                  params={{ ticketid: ticket.id }}
                  search={true}
                  className="queue-title"
                  aria-current={ticket.id === ticketid ? 'true' : undefined}
                >
                  {ticket.title}
                </Link>
              </li>
            ))}
        </ul>
      </section>
      <Outlet />
    </main>
  )
}
