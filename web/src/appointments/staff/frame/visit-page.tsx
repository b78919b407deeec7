import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../text/use-text.ts'
import './visit-page.css'

const active = { 'aria-current': 'page' } as const
const exact = { exact: true, includeSearch: false }

/** The pages about visits: the board first. */
export const VisitTabs = () => {
  const { t } = useText()
  return (
    <nav className="staff-tabs" aria-label={t('staffBookings.pages')}>
      <Link to="/visits" className="page-tab" activeProps={active} activeOptions={exact}>
        {t('staffBookings.page.board')}
      </Link>
      <Link to="/visits/day" className="page-tab" activeProps={active} activeOptions={exact}>
        {t('staffBookings.page.day')}
      </Link>
      <Link to="/visits/bookings" className="page-tab" activeProps={active} activeOptions={exact}>
        {t('staffBookings.page.bookings')}
      </Link>
      <Link to="/visits/absences" className="page-tab" activeProps={active} activeOptions={exact}>
        {t('staffBookings.page.absences')}
      </Link>
    </nav>
  )
}

type VisitPageProps = { title: string; count?: number | undefined; end?: ReactNode; children: ReactNode }

/** A page about visits, with the way to the others. */
export const VisitPage = ({ title, count, end, children }: VisitPageProps) => {
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>
          {title} {count !== undefined && <span className="page-count">{count}</span>}
        </h1>
        {end && <div className="staff-head-end">{end}</div>}
      </header>
      <VisitTabs />
      <div className="staff-scroll">{children}</div>
    </main>
  )
}
