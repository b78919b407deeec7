import type { ReactNode } from 'react'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'

type RecordScreenProps = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  icon: ReactNode
  gone: string
  /** Leads back to the list. */
  back: ReactNode
}

/** A record's page before it is there, or why it is not. */
export const RecordScreen = ({ query: { error, isFetching, refetch }, icon, gone, back }: RecordScreenProps) => {
  const { t } = useText()
  const text = useFailureText()
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      {!error ? (
        <div className="record-section" role="status">
          <span className="sr-only">{t('staffRecords.loading')}</span>
          {['30%', '82%', '76%', '80%', '24%'].map(width => (
            <span key={width} className="skeleton-line" aria-hidden="true">
              <span className="skeleton" style={{ '--w': width }} />
            </span>
          ))}
        </div>
      ) : failureCode(error) === 'not_found' ? (
        <EmptyState icon={icon} title={gone} action={back}>
          {t('staffRecords.goneText')}
        </EmptyState>
      ) : (
        <RetryPanel
          title={t('staffRecords.failed')}
          retry={t('words.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {text(error)}
        </RetryPanel>
      )}
    </main>
  )
}
