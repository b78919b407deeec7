import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useFailureText } from '../api/failures.ts'
import { FocusPage } from '../page/focus-page.tsx'
import { NotFoundPage } from '../page/not-found-screen.tsx'
import { inStoredPortal } from '../session/stored-portal.ts'
import { usePortalMissing } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { isKeyProblem, KeyProblem } from './key-problem.tsx'
import './appointments.css'

type EventPageProps = {
  company: string | undefined
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => void }
  /** The text shown if it could not be loaded. */
  failed: string
  narrow?: boolean
  children: ReactNode
}

const GoTo = ({ address }: { address: string }) => {
  const navigate = useNavigate()
  useEffect(() => void navigate({ href: address, replace: true }), [navigate, address])
  return null
}

/** The page of an event key: its content, or why the key does not open. */
export const EventPage = ({ company, query, failed, narrow = false, children }: EventPageProps) => {
  const { t } = useText()
  const failure = useFailureText()
  const missing = usePortalMissing()
  // In a URL without a portal, the segment of the portal is the key.
  const elsewhere = missing ? inStoredPortal(location.pathname) : undefined
  if (elsewhere) return <GoTo address={elsewhere} />
  if (missing) return <NotFoundPage />
  const problem = query.data === undefined && isKeyProblem(query.error) ? query.error : undefined
  return (
    <FocusPage className={narrow || problem ? 'focus-main focus-main--narrow' : 'focus-main'}>
      {query.data !== undefined ? (
        children
      ) : problem ? (
        <KeyProblem company={company} error={problem} />
      ) : query.error ? (
        <RetryPanel
          title={failed}
          heading="h1"
          retry={t('words.retry')}
          onRetry={query.refetch}
          busy={query.isFetching}
        >
          {failure(query.error)}
        </RetryPanel>
      ) : (
        <section className="card card-body" aria-busy="true" aria-label={t('appointments.loading')}>
          {['40%', '75%', '60%', '68%'].map(width => (
            <span key={width} className="skeleton-line">
              <span className="skeleton" style={{ '--w': width }} />
            </span>
          ))}
        </section>
      )}
    </FocusPage>
  )
}
