import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import './time.css'

const active = { 'aria-current': 'page' } as const
const exact = { exact: true, includeSearch: false }

type TimeFrameProps = {
  title: string
  /** What is shown: a week or a month. */
  shown: string | undefined
  csv: string
  before: { label: string; go: () => void }
  after: { label: string; go: () => void }
  now: { label: string; go: () => void } | undefined
  filter?: ReactNode
  query: { error: Error | null; data: unknown; isFetching: boolean; refetch: () => unknown }
  children: ReactNode
}

/** A page of noted time: its period, the way to the others, and the same as CSV. */
export const TimeFrame = ({ title, shown, csv, before, after, now, filter, query, children }: TimeFrameProps) => {
  const { t } = useText()
  const text = useFailureText()
  const me = useMe()
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{title}</h1>
        <div className="staff-head-end">
          <a className={buttonClass()} href={csv} download="">
            <Download className="icon" aria-hidden="true" />
            {t('staffTime.csv')}
          </a>
        </div>
      </header>
      {isOffice(me) && (
        <nav className="staff-tabs" aria-label={t('staffTime.pages')}>
          <Link to="/time" className="page-tab" activeProps={active} activeOptions={exact}>
            {t('staffTime.page.own')}
          </Link>
          <Link to="/time/team" className="page-tab" activeProps={active} activeOptions={exact}>
            {t('staffTime.page.team')}
          </Link>
        </nav>
      )}
      <div className="staff-scroll">
        <div className="time-nav">
          <IconButton label={before.label} onClick={before.go}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </IconButton>
          <h2 aria-live="polite">{shown ?? '…'}</h2>
          <IconButton label={after.label} onClick={after.go}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
          {now && (
            <Button size="sm" onClick={now.go}>
              {now.label}
            </Button>
          )}
          {filter}
        </div>
        {query.error && !query.data ? (
          <RetryPanel
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          >
            {text(query.error)}
          </RetryPanel>
        ) : (
          children
        )}
      </div>
    </main>
  )
}
